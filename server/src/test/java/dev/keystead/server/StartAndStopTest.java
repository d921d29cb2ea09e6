package dev.keystead.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.platform.config.Config;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.postgres.TestPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// A server is there as a whole or not at all.
class StartAndStopTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String CONNECTIONS = "select count(*) from pg_stat_activity"
            + " where datname = current_database() and application_name like 'keystead-%'";

    private static long jobThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("jobs") && thread.isAlive())
                .count();
    }

    private static void nothingIsLeft(TestPostgres.Database database, long jobThreadsBefore) {
        new Look(database).until(CONNECTIONS, 0);
        Until.holds("the timetable has ended", LIMIT, () -> jobThreads() <= jobThreadsBefore);
    }

    @Test
    void aUsedPortLeavesNothingRunning() throws IOException {
        TestPostgres.Database database = TestPostgres.shared().createDatabase();
        long threads = jobThreads();
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Config config = TestServer.config(database, "--http-port", Integer.toString(taken.getLocalPort()));
            assertThatThrownBy(() -> KeysteadServer.start(config, _ -> {}))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("in use");
        }
        nothingIsLeft(database, threads);
    }

    @Test
    void aProcessFileThatCannotBeWrittenLeavesNothingRunning() throws IOException {
        TestPostgres.Database database = TestPostgres.shared().createDatabase();
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        long threads = jobThreads();
        Config config = TestServer.config(database, "--http-port", Integer.toString(port));
        Files.createDirectories(config.dataDir().resolve("keystead.pid"));
        assertThatThrownBy(() -> KeysteadServer.start(config, _ -> {}))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("keystead.pid");
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .isInstanceOf(IOException.class);
        nothingIsLeft(database, threads);
    }

    @Test
    void aRequestThatOutlastsTheDrainDoesNotKeepTheRestFromStopping() throws Exception {
        TestPostgres.Database database = TestPostgres.shared().createDatabase();
        long threads = jobThreads();
        var server = TestServer.start(database, "--http-drain-timeout", "1s");
        try (var tasks = Executors.newVirtualThreadPerTaskExecutor();
                Connection jam = database.connect();
                Statement statement = jam.createStatement()) {
            jam.setAutoCommit(false);
            statement.execute("lock table identity.users in access exclusive mode");
            var held =
                    tasks.submit(() -> server.asAdministrator().get("/v1/users").status());
            new Look(database)
                    .until(
                            "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                                    + " and datname = current_database()",
                            1);
            assertThatThrownBy(server::close).hasMessageContaining("requests were still running");
            jam.rollback();
            assertThatThrownBy(held::get).isNotNull();
        }
        nothingIsLeft(database, threads);
    }

    @Test
    void closingTwiceIsHarmless() {
        var server = TestServer.start();
        server.close();
        server.close();
        new Look(server.database()).until(CONNECTIONS, 0);
    }
}
