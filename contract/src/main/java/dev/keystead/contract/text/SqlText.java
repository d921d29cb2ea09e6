package dev.keystead.contract.text;

import dev.keystead.contract.Dialect;
import java.util.List;

/// A file of SQL as its statements and comments.
///
/// @param statements in order
/// @param comments all of them, in order
public record SqlText(List<SqlStatement> statements, List<Comment> comments) {
    public SqlText {
        statements = List.copyOf(statements);
        comments = List.copyOf(comments);
    }

    public static SqlText of(String sql, Dialect dialect) {
        return new SqlLexer(sql, dialect).read();
    }

    public static List<SqlStatement> statements(String sql, Dialect dialect) {
        return of(sql, dialect).statements();
    }
}
