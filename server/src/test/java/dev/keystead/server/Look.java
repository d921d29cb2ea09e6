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

    private interface Looking<T> {
        T through(Statement statement) throws SQLException;
    }

    public long count(String sql) {
        return look(statement -> {
            try (ResultSet row = statement.executeQuery(sql)) {
                row.next();
                return row.getLong(1);
            }
        });
    }

    public String text(String sql) {
        return look(statement -> {
            try (ResultSet row = statement.executeQuery(sql)) {
                row.next();
                return row.getString(1);
            }
        });
    }

    public void execute(String sql) {
        look(statement -> statement.execute(sql));
    }

    private <T> T look(Looking<T> looking) {
        try {
            Connection connection = IdleConnections.take(database);
            try (Statement statement = connection.createStatement()) {
                T seen = looking.through(statement);
                IdleConnections.giveBack(database, connection);
                return seen;
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Waits until the count is what it must become.
    public void until(String sql, long wanted) {
        Until.holds(sql + " gives " + wanted, LIMIT, () -> count(sql) == wanted);
    }
}
