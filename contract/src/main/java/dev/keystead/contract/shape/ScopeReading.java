package dev.keystead.contract.shape;

import dev.keystead.contract.scratch.Routine;
import dev.keystead.contract.scratch.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the conditions of policies: which columns they compare with the scope of the transaction, be it by
/// the setting itself or by a routine that reads it.
final class ScopeReading {
    private static final Pattern SETTING = Pattern.compile("app\\.current_(tenant|org|project|user)_id");
    private static final Pattern JUNCTION = Pattern.compile("\\s(?:AND|OR)\\s");
    private static final Pattern LITERAL = Pattern.compile("'(?:[^']|'')*'");
    private static final Pattern NAME =
            Pattern.compile("(?<![\\w.\"])(?:\"?(\\w+)\"?\\.)?\"?([a-z_][\\w$]*)\"?(?![\\w\"]|\\s*[.(])");

    /// A name as a condition has it.
    ///
    /// @param table what stands before it, if anything
    private record Mention(Optional<String> table, String name) {}

    private final Set<String> readers = new HashSet<>();

    /// Most tables have the same conditions, and each is read once.
    private final Map<String, List<Mention>> mentions = new HashMap<>();

    private final Map<String, List<String>> scopedParts = new HashMap<>();

    ScopeReading(Collection<Routine> routines) {
        boolean grows = true;
        while (grows) {
            List<String> more = routines.stream()
                    .filter(routine -> !readers.contains(routine.name()))
                    .filter(routine -> reads(routine.body()))
                    .map(Routine::name)
                    .toList();
            grows = readers.addAll(more);
        }
    }

    /// Whether a condition depends on the scope at all.
    boolean reads(String condition) {
        return SETTING.matcher(condition).find()
                || readers.stream().anyMatch(reader -> condition.contains(reader + "("));
    }

    /// The table's own columns in those parts of a condition that depend on the scope.
    Set<String> columns(Table table, String condition) {
        var columns = new LinkedHashSet<String>();
        List<String> parts = scopedParts.computeIfAbsent(
                condition,
                whole -> JUNCTION.splitAsStream(whole).filter(this::reads).toList());
        parts.forEach(part -> columns.addAll(mentioned(table, part)));
        return columns;
    }

    /// The table's own columns that occur in a condition.
    Set<String> mentioned(Table table, String condition) {
        var columns = new LinkedHashSet<String>();
        for (Mention mention : mentions.computeIfAbsent(condition, ScopeReading::mentions)) {
            boolean own = mention.table.isEmpty() || mention.table.get().equals(table.name());
            if (own && table.has(mention.name)) {
                columns.add(mention.name);
            }
        }
        return columns;
    }

    private static List<Mention> mentions(String condition) {
        var found = new ArrayList<Mention>();
        Matcher names = NAME.matcher(LITERAL.matcher(condition).replaceAll("''"));
        while (names.find()) {
            found.add(new Mention(Optional.ofNullable(names.group(1)), names.group(2)));
        }
        return List.copyOf(found);
    }
}
