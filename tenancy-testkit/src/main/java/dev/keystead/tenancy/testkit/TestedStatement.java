package dev.keystead.tenancy.testkit;

import dev.keystead.tenancy.Sql;

/// A statement whose plan T8 looks at.
///
/// @param text the SQL with `?` for its parameters
public record TestedStatement(String id, String text) {
    public static TestedStatement of(Sql sql) {
        return new TestedStatement(sql.id(), sql.text());
    }
}
