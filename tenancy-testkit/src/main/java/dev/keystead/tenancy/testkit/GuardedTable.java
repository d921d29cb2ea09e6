package dev.keystead.tenancy.testkit;

import dev.keystead.tenancy.Axis;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// A table as the catalogue describes it.
///
/// @param name `schema.table`, quoted where SQL needs it
/// @param axes the axes whose columns it has, each with the column that writes it: its own, or the one that it is
///     generated from
/// @param keyAxis the axis that leads the primary key: whatever else they look at, the policies keep this one apart
/// @param insertable the columns that an insert may name
/// @param appReads whether the application's role may select from it
/// @param appOwns whether the application's role is, or may become, its owner
record GuardedTable(
        String name,
        Map<Axis, String> axes,
        Optional<Axis> keyAxis,
        List<String> insertable,
        boolean appReads,
        boolean enabled,
        boolean forced,
        boolean appOwns,
        List<Policy> policies) {
    /// A condition of a policy.
    ///
    /// @param meaning its text, and the text of the functions that it calls
    record Condition(String text, String meaning) {
        static Condition of(String text, List<String> functions, List<String> bodies) {
            var meaning = new StringBuilder(text);
            for (int i = 0; i < functions.size(); i++) {
                if (names(text, functions.get(i))) {
                    meaning.append('\n').append(bodies.get(i));
                }
            }
            return new Condition(text, meaning.toString());
        }
    }

    /// @param using the condition on rows that are seen; nothing for a policy on inserts
    /// @param check the condition on rows that are written
    record Policy(
            String name, Command command, boolean permissive, Optional<Condition> using, Optional<Condition> check) {}

    Set<Axis> columns() {
        return axes.keySet();
    }

    /// The column that writes the axis.
    String written(Axis axis) {
        return axes.getOrDefault(axis, axis.column());
    }

    /// Whether a condition names the axis's column and the setting that the column is to be compared with: a tenant's
    /// rows that are compared with the bound organisation are not kept apart by tenant.
    boolean looksAt(Condition condition, Axis axis) {
        return columns().contains(axis)
                && (names(condition.text(), axis.column()) || names(condition.text(), written(axis)))
                && condition.meaning().contains(axis.setting());
    }

    private boolean looksAt(Policy policy, Axis axis) {
        return policy.using().filter(condition -> looksAt(condition, axis)).isPresent()
                || policy.check().filter(condition -> looksAt(condition, axis)).isPresent();
    }

    private static boolean names(String text, String word) {
        return Pattern.compile("\\b" + Pattern.quote(word) + "\\b")
                .matcher(text)
                .find();
    }

    enum Command {
        ALL,
        SELECT,
        INSERT,
        UPDATE,
        DELETE;

        static Command of(String letter) {
            return switch (letter) {
                case "r" -> SELECT;
                case "a" -> INSERT;
                case "w" -> UPDATE;
                case "d" -> DELETE;
                default -> ALL;
            };
        }

        boolean sees() {
            return this != INSERT;
        }

        boolean writes() {
            return this == ALL || this == INSERT || this == UPDATE;
        }
    }

    /// The axes that its policies keep apart. A user's id in a tenant's table is a reference, not an axis.
    List<Axis> guardedAxes() {
        return columns().stream()
                .filter(axis -> policies.stream().anyMatch(policy -> looksAt(policy, axis)))
                .sorted()
                .toList();
    }

    /// The axes to try: those that are guarded, or, when a broken policy guards none, those that should be.
    List<Axis> axesToTry() {
        List<Axis> guarded = guardedAxes();
        return guarded.isEmpty() ? columns().stream().sorted().limit(1).toList() : guarded;
    }
}
