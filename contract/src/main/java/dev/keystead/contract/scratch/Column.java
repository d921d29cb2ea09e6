package dev.keystead.contract.scratch;

import java.util.Optional;
import java.util.Set;

/// A column as the engine has it.
///
/// @param type as the engine writes it, in lower case, such as `timestamp with time zone`
/// @param defaultValue the expression of its default
/// @param generatedFrom the expression of a generated column
/// @param counts whether the engine numbers the rows by it (identity, serial, AUTOINCREMENT)
/// @param comment what the catalogue says it is for; empty in SQLite, which keeps no comments
public record Column(
        String name,
        String type,
        boolean notNull,
        Optional<String> defaultValue,
        Optional<String> generatedFrom,
        boolean counts,
        String comment) {
    private static final Set<String> INTEGER_TYPES =
            Set.of("smallint", "integer", "bigint", "int", "tinyint", "mediumint", "int2", "int4", "int8");

    public boolean isInteger() {
        return INTEGER_TYPES.contains(type) || type.startsWith("unsigned big int");
    }
}
