package dev.keystead.contract.scratch;

import java.util.List;
import java.util.Optional;

/// An index, also one that stands behind a key or a unique constraint.
///
/// @param name as the engine names it
/// @param ofConstraint whether a constraint made it
/// @param columns what it sorts by; an expression stands as the engine writes it
/// @param where the condition of a partial index
/// @param leaks what keeps row-level security from using it: functions and operators that are not leakproof
public record Index(
        String name,
        boolean primary,
        boolean unique,
        boolean ofConstraint,
        List<String> columns,
        Optional<String> where,
        List<String> leaks) {
    public Index {
        columns = List.copyOf(columns);
        leaks = List.copyOf(leaks);
    }

    public String first() {
        return columns.isEmpty() ? "" : columns.getFirst();
    }
}
