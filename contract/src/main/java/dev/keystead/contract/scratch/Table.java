package dev.keystead.contract.scratch;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A table as the engine has it.
///
/// @param schema empty in SQLite
/// @param checks the expressions of its CHECK constraints
/// @param comment what the catalogue says it is for; empty in SQLite, which keeps no comments
/// @param partition whether it is a part of a partitioned table, which speaks for it
public record Table(
        String schema,
        String name,
        String comment,
        boolean partition,
        boolean rowSecurity,
        boolean forced,
        List<Column> columns,
        List<Index> indexes,
        List<ForeignKey> foreignKeys,
        List<String> checks,
        List<Policy> policies) {
    public Table {
        columns = List.copyOf(columns);
        indexes = List.copyOf(indexes);
        foreignKeys = List.copyOf(foreignKeys);
        checks = List.copyOf(checks);
        policies = List.copyOf(policies);
    }

    /// The name with its schema, unless that is PostgreSQL's usual one.
    public String fullName() {
        return fullName(schema, name);
    }

    static String fullName(String schema, String name) {
        return schema.isEmpty() || schema.equals("public") ? name : schema + "." + name;
    }

    public @Nullable Column column(String wanted) {
        for (Column column : columns) {
            if (column.name().equalsIgnoreCase(wanted)) {
                return column;
            }
        }
        return null;
    }

    public boolean has(String column) {
        return column(column) != null;
    }

    public Optional<Index> primaryKey() {
        return indexes.stream().filter(Index::primary).findFirst();
    }
}
