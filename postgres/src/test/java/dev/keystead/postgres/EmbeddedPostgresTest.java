package dev.keystead.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedPostgresTest {
    @TempDir
    private Path folder;

    private PostgresOptions options;

    @BeforeEach
    void chooseDataFolder() throws IOException {
        options = PostgresOptions.in(TestFolders.reachable(folder).resolve("data"), TestPostgres.binaries());
    }

    @Test
    void rowsSurviveARestart() throws SQLException {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(options)) {
            execute(server, "create table kept as select 42 as answer");
            assertThat(server.isRunning()).isTrue();
            assertThat(server.jdbcUrl("x")).isEqualTo("jdbc:postgresql://127.0.0.1:" + server.port() + "/x");
        }
        try (EmbeddedPostgres server = EmbeddedPostgres.start(options)) {
            assertThat(query(server, "select answer::text from kept")).isEqualTo("42");
        }
    }

    @Test
    void aCommitIsOnTheDiskUnlessTheDataIsExpendable() throws SQLException {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(options.forTests())) {
            assertThat(query(server, "show fsync")).isEqualTo("off");
        }
        try (EmbeddedPostgres server = EmbeddedPostgres.start(options)) {
            assertThat(query(server, "show fsync")).isEqualTo("on");
            assertThat(query(server, "show full_page_writes")).isEqualTo("on");
            assertThat(query(server, "show synchronous_commit")).isEqualTo("on");
            assertThat(query(server, "show data_checksums")).isEqualTo("on");
        }
    }

    @Test
    void theServerListensOnTheLoopbackAddressAndAsksForAPassword() throws SQLException, IOException {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(options.forTests())) {
            assertThat(query(server, "show listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(query(server, "show unix_socket_directories")).isEmpty();
            assertThat(query(server, "select string_agg(distinct auth_method, ',') from pg_hba_file_rules"))
                    .isEqualTo("scram-sha-256");
            assertThat(query(server, "select left(rolpassword, 13) from pg_authid where rolname = 'postgres'"))
                    .isEqualTo("SCRAM-SHA-256");
            assertThatThrownBy(() -> DriverManager.getConnection(
                            server.jdbcUrl("postgres"), server.superuser(), server.superuserPassword() + "x"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28P01"));
            assertThat(TestFolders.mode(server.dataFolder().resolve("superuser.password")))
                    .isEqualTo("rw-------");
            assertThat(TestFolders.mode(server.dataFolder().resolve("server.log")))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void textIsUnicodeInAnOrderThatNoUpdateChanges() throws SQLException {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(options.forTests())) {
            assertThat(query(server, "show server_encoding")).isEqualTo("UTF8");
            assertThat(query(server, "select ('a' > 'Z')::text")).isEqualTo("true");
            assertThat(query(server, "select upper('é')")).isEqualTo("É");
        }
    }

    @Test
    void theServerNeverRunsAsRoot() throws IOException {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(options.forTests())) {
            List<String> status = Files.readAllLines(Path.of("/proc", Long.toString(server.pid()), "status"));
            assertThat(status).contains("NoNewPrivs:\t1");
            assertThat(status)
                    .filteredOn(line -> line.startsWith("Uid:"))
                    .singleElement()
                    .asString()
                    .doesNotContainPattern("\\b0\\b");
            assumeTrue(TestFolders.isRoot());
            assertThat(status)
                    .filteredOn(line -> line.startsWith("Groups:"))
                    .singleElement()
                    .asString()
                    .matches("Groups:\\s*");
            assertThat(status).contains("CapEff:\t0000000000000000", "CapPrm:\t0000000000000000");
        }
    }

    @Test
    void theServerIsTheLeaderOfItsOwnSession() throws IOException {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(options.forTests())) {
            String stat = Files.readString(Path.of("/proc", Long.toString(server.pid()), "stat"));
            // After the name in parentheses come state, parent, process group and session.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            assertThat(fields[3]).isEqualTo(Long.toString(server.pid()));
        }
    }

    @Test
    void aPortCanBeChosenUnlessItIsInUse() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            int port = taken.getLocalPort();
            assertThatThrownBy(() -> EmbeddedPostgres.start(options.withPort(port)))
                    .isInstanceOf(PostgresUnavailable.class)
                    .hasMessageContaining("port " + port)
                    .hasMessageContaining("choose another port");
            assertThat(options.dataFolder()).doesNotExist();
        }
        int free;
        try (var probe = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            free = probe.getLocalPort();
        }
        try (EmbeddedPostgres server = EmbeddedPostgres.start(options.forTests().withPort(free))) {
            assertThat(server.port()).isEqualTo(free);
        }
    }

    @Test
    void aStartThatFailsTellsTheServersReasonAndLeavesNothingRunning() {
        PostgresOptions wrong = options.forTests().withSettings(Map.of("work_mem", "plenty"));
        assertThatThrownBy(() -> EmbeddedPostgres.start(wrong))
                .isInstanceOf(PostgresUnavailable.class)
                .hasMessageContaining("invalid value for parameter \"work_mem\": \"plenty\"");
        EmbeddedPostgres.start(options.forTests()).close();
    }

    @Test
    void settingsThatCarryAPromiseCannotBeChanged() {
        assertThatThrownBy(() -> options.withSettings(Map.of("listen_addresses", "*")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> options.withSettings(Map.of("work_mem=1 -c port", "1")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void noAcknowledgedRowIsLostWhenTheServerIsKilledUnderWriters() throws Exception {
        Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
        createQuickly();
        EmbeddedPostgres killed = EmbeddedPostgres.start(options);
        execute(killed, "create table kept (number integer primary key)");
        var next = new AtomicInteger();
        var writers = new ArrayList<Thread>();
        for (int i = 0; i < 4; i++) {
            writers.add(Thread.ofPlatform().start(() -> writeUntilTheServerIsGone(killed, next, acknowledged)));
        }
        TestFolders.await("300 committed rows", () -> acknowledged.size() >= 300);
        ProcessHandle.of(killed.pid()).orElseThrow().destroyForcibly();
        for (Thread writer : writers) {
            writer.join();
        }
        TestFolders.await("the end of the killed server", () -> !killed.isRunning());
        killed.close();

        try (EmbeddedPostgres server = EmbeddedPostgres.start(options);
                Connection connection = server.connect("postgres");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select number from kept")) {
            var found = new ArrayList<Integer>();
            while (rows.next()) {
                found.add(rows.getInt(1));
            }
            assertThat(found).containsAll(acknowledged);
        }
    }

    /// Leaves out the flushes of initdb, which the promise under test does not need.
    private void createQuickly() {
        EmbeddedPostgres.start(options.forTests()).close();
    }

    private static void writeUntilTheServerIsGone(EmbeddedPostgres server, AtomicInteger next, Set<Integer> written) {
        try (Connection connection = server.connect("postgres");
                Statement statement = connection.createStatement()) {
            while (true) {
                int number = next.incrementAndGet();
                statement.execute("insert into kept values (" + number + ")");
                written.add(number);
            }
        } catch (SQLException e) {
            // The server was killed, as the test wants.
        }
    }

    private static void execute(EmbeddedPostgres server, String sql) throws SQLException {
        try (Connection connection = server.connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String query(EmbeddedPostgres server, String sql) throws SQLException {
        try (Connection connection = server.connect("postgres");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
