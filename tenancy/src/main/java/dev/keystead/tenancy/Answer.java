package dev.keystead.tenancy;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What one of several [Questions] brought: there once they were asked.
public final class Answer<R> {
    private final Query<R> query;
    private @Nullable List<R> rows;

    Answer(Query<R> query) {
        this.query = query;
    }

    /// All rows of the answer.
    public List<R> list() {
        if (rows == null) {
            throw new IllegalStateException(query.id() + " was not asked yet");
        }
        return rows;
    }

    /// The only row of the answer, if there is one.
    public Optional<R> find() {
        return Database.only(query, list());
    }

    /// Takes the result that the statement stands at.
    void read(PreparedStatement statement) throws SQLException {
        rows = Database.rows(statement, query);
    }
}
