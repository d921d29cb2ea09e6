package dev.keystead.contract.review;

import dev.keystead.contract.Finding;
import dev.keystead.contract.scratch.Index;
import dev.keystead.contract.scratch.Step;
import dev.keystead.contract.scratch.Table;
import dev.keystead.contract.text.Definition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.TreeSet;

/// What became of the tables that migrations made.
final class Lives {
    private final List<Step> steps;
    private final Map<String, String> owners;

    /// The end of a table.
    ///
    /// @param at the step that dropped it
    /// @param sentence how
    /// @param sameShape whether the step made it anew with the same columns and key
    record End(int at, String sentence, boolean sameShape) {}

    Lives(List<Step> steps) {
        this.steps = steps;
        this.owners = owners(steps);
    }

    /// The tables that a migration made, also those that it dropped and made anew.
    SequencedSet<String> madeIn(int at) {
        Step step = steps.get(at);
        var made = new TreeSet<>(step.after().tables().keySet());
        made.removeIf(table -> step.before().tables().containsKey(table) && !isDropped(table, step));
        return made;
    }

    /// The first end of a table after the step.
    Optional<End> endAfter(int step, String table) {
        for (int at = step + 1; at < steps.size(); at++) {
            if (isDropped(table, steps.get(at))) {
                return Optional.of(end(table, at));
            }
        }
        return Optional.empty();
    }

    private End end(String table, int at) {
        Step step = steps.get(at);
        String file = step.migration().name().file();
        Table before = step.before().tables().get(table);
        Table after = step.after().tables().get(table);
        if (before == null || after == null) {
            return new End(at, table + " is dropped by " + file + ".", false);
        }
        boolean same = before.columns().equals(after.columns()) && key(before).equals(key(after));
        return new End(at, table + " is made anew by " + file + (same ? " in the same shape." : "."), same);
    }

    private static List<String> key(Table table) {
        return table.primaryKey().map(Index::columns).orElse(List.of());
    }

    private static boolean isDropped(String table, Step step) {
        boolean was = step.before().tables().containsKey(table);
        boolean is = step.after().tables().containsKey(table);
        return was && (!is || drops(table, step));
    }

    private static boolean drops(String table, Step step) {
        return step.statements().stream()
                .flatMap(statement -> Definition.droppedTables(statement).stream())
                .anyMatch(dropped -> dropped.equalsIgnoreCase(table) || dropped.equalsIgnoreCase("public." + table));
    }

    /// The table that a finding is about: its subject, the table of its column, or that of its index.
    Optional<String> tableOf(Finding finding) {
        String subject = finding.subject();
        String whole = owners.get(subject);
        if (whole != null) {
            return Optional.of(whole);
        }
        int dot = subject.lastIndexOf('.');
        return dot < 0 ? Optional.empty() : Optional.ofNullable(owners.get(subject.substring(0, dot)));
    }

    /// The table behind each name of a table or an index that ever was.
    private static Map<String, String> owners(List<Step> steps) {
        var owners = new HashMap<String, String>();
        for (Step step : steps) {
            step.after().tables().forEach((name, table) -> {
                owners.put(name, name);
                table.indexes().forEach(index -> owners.put(index.name(), name));
            });
        }
        return owners;
    }
}
