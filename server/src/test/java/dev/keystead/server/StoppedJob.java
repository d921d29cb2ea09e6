package dev.keystead.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// A job that waits at a row, so that something happens between what it has read and what it does.
public final class StoppedJob {
    private static final String WAITING =
            "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

    private StoppedJob() {}

    /// Runs a job of the timetable once, and answers how many rows it touched.
    ///
    /// @param row a statement that holds the row at which the job stops
    /// @param meanwhile what is done before it goes on
    public static long run(TestServer server, String job, String row, Runnable meanwhile) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                Connection connection = server.database().connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(row);
            Future<Long> running = threads.submit(() -> TestJobs.run(server, job));
            server.look().until(WAITING, 1);
            meanwhile.run();
            connection.rollback();
            return running.get();
        } catch (SQLException | InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
