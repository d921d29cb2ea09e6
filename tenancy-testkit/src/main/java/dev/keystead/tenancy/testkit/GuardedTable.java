package dev.keystead.tenancy.testkit;

import dev.keystead.tenancy.Axis;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// A table as the catalogue describes it.
///
/// @param name `schema.table`, quoted where SQL needs it
/// @param columns the axes whose columns it has
/// @param insertable the columns that an insert may name
/// @param appOwns whether the application's role is, or may become, its owner
record GuardedTable(
        String name,
        Set<Axis> columns,
        List<String> insertable,
        boolean enabled,
        boolean forced,
        boolean appOwns,
        List<Policy> policies) {
    /// @param using the condition on rows that are seen; nothing for a policy on inserts
    /// @param check the condition on rows that are written
    record Policy(String name, Command command, boolean permissive, Optional<String> using, Optional<String> check) {
        boolean looksAt(Axis axis) {
            Pattern column = Pattern.compile("\\b" + axis.column() + "\\b");
            return using.filter(text -> column.matcher(text).find()).isPresent()
                    || check.filter(text -> column.matcher(text).find()).isPresent();
        }
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
        return columns.stream()
                .filter(axis -> policies.stream().anyMatch(policy -> policy.looksAt(axis)))
                .sorted()
                .toList();
    }

    /// The axes to try: those that are guarded, or, when a broken policy guards none, those that should be.
    List<Axis> axesToTry() {
        List<Axis> guarded = guardedAxes();
        return guarded.isEmpty() ? columns.stream().sorted().limit(1).toList() : guarded;
    }
}
