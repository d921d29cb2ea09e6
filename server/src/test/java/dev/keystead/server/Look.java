package dev.keystead.server;

import dev.keystead.postgres.TestPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/// Looks at a database as its superuser, past every wall.
public record Look(TestPostgres.Database database) {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    public long count(String sql) {
        return first(sql, row -> row.getLong(1));
    }

    public String text(String sql) {
        return first(sql, row -> row.getString(1));
    }

    private interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    private <T> T first(String sql, Reading<T> reading) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return reading.of(row);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public void execute(String sql) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Waits until the count is what it must become.
    public void until(String sql, long wanted) {
        Until.holds(sql + " gives " + wanted, LIMIT, () -> count(sql) == wanted);
    }
}
