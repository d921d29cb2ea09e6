package dev.keystead.contract.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The comment block with which a migration opens: the comments from its first line to the first blank line or
/// statement.
///
/// @param lines what it says, line by line
/// @param facts its `Name: value` lines, by name in lower case; a line without a name goes on with the one above
public record Header(List<String> lines, Map<String, String> facts) {
    /// 002 §5.3's closed list.
    private static final List<String> RETENTION_CLASSES =
            List.of("forensic_long", "forensic_short", "operational", "transient");

    private static final Pattern FACT = Pattern.compile("([A-Z][A-Za-z ]{1,30}):\\s*(.*)");

    public Header {
        lines = List.copyOf(lines);
        facts = Map.copyOf(facts);
    }

    static Header of(SqlText text) {
        var lines = new ArrayList<String>();
        int first = text.statements().isEmpty()
                ? Integer.MAX_VALUE
                : text.statements().getFirst().line();
        int reached = 0;
        for (Comment comment : text.comments()) {
            // Blank lines may stand before the block, never inside it.
            boolean goesOn = lines.isEmpty() || comment.line() <= reached + 1;
            if (!goesOn || comment.line() >= first) {
                break;
            }
            comment.text().lines().map(Header::withoutStar).forEach(lines::add);
            reached = comment.lastLine();
        }
        return new Header(lines, facts(lines));
    }

    private static Map<String, String> facts(List<String> lines) {
        var facts = new LinkedHashMap<String, String>();
        String open = "";
        for (String line : lines) {
            Matcher fact = FACT.matcher(line);
            if (fact.matches()) {
                open = fact.group(1).strip().toLowerCase(Locale.ROOT);
                facts.putIfAbsent(open, fact.group(2).strip());
            } else if (!open.isEmpty()) {
                facts.computeIfPresent(open, (_, value) -> (value + " " + line).strip());
            }
        }
        return facts;
    }

    /// Block comments often begin each line with a star.
    private static String withoutStar(String line) {
        String stripped = line.strip();
        return stripped.startsWith("*") ? stripped.substring(1).strip() : stripped;
    }

    /// The value of a fact, such as `retention class`.
    public Optional<String> fact(String name) {
        return Optional.ofNullable(facts.get(name)).filter(value -> !value.isBlank());
    }

    /// The retention classes that it names.
    public List<String> retentionClasses() {
        return RETENTION_CLASSES.stream().filter(this::mentions).toList();
    }

    /// Whether a word occurs in it, in any case.
    public boolean mentions(String word) {
        Pattern whole = Pattern.compile(
                "(?<![A-Za-z0-9_])" + Pattern.quote(word) + "(?![A-Za-z0-9_])", Pattern.CASE_INSENSITIVE);
        return lines.stream().anyMatch(line -> whole.matcher(line).find());
    }
}
