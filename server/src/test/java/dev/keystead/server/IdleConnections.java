package dev.keystead.server;

import dev.keystead.postgres.TestPostgres.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Connections of superusers that wait for the next look. To make one costs more than most looks do, and tests look
/// ten thousands of times.
final class IdleConnections {
    /// Tests are busy with few databases at a time, and those that nobody needs any more must not fill the server.
    private static final int MOST = 6;

    private static final Deque<Idle> IDLE = new ArrayDeque<>();

    private IdleConnections() {}

    private record Idle(Database database, Connection connection) {}

    /// One that works, as if it were new.
    static Connection take(Database database) throws SQLException {
        Connection found = find(database);
        while (found != null) {
            // A server that was killed takes its connections along.
            if (found.isValid(5)) {
                return found;
            }
            found.close();
            found = find(database);
        }
        return database.connect();
    }

    private static synchronized @Nullable Connection find(Database database) {
        for (Idle idle : IDLE) {
            if (idle.database().equals(database)) {
                IDLE.remove(idle);
                return idle.connection();
            }
        }
        return null;
    }

    /// Leaves one for the next look, without what the last one set in it.
    static void giveBack(Database database, Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("discard all");
        }
        Idle oldest = keep(new Idle(database, connection));
        if (oldest != null) {
            oldest.connection().close();
        }
    }

    private static synchronized @Nullable Idle keep(Idle idle) {
        IDLE.addFirst(idle);
        return IDLE.size() > MOST ? IDLE.removeLast() : null;
    }
}
