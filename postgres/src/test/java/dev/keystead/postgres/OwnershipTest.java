package dev.keystead.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One owner at a time, and what happens when the owner dies.
final class OwnershipTest {
    @TempDir
    private Path folder;

    private Path data;
    private PostgresOptions options;

    @BeforeEach
    void chooseDataFolder() throws IOException {
        data = TestFolders.reachable(folder).resolve("data");
        options = PostgresOptions.in(data, TestPostgres.binaries());
    }

    @Test
    void theServerEndsWithItsKilledOwnerAndNoCommittedRowIsLost() throws IOException, SQLException {
        createQuickly();
        int committed;
        long server;
        try (OwnerProcess owner = OwnerProcess.start(data)) {
            server = Long.parseLong(owner.awaitLine("ready "));
            owner.awaitLine("row 100 ok");
            committed = Math.max(100, owner.killAndReadLastRow());
        }
        TestFolders.awaitEnd(server);
        assertThat(rowsAfterRestart()).isGreaterThanOrEqualTo(committed);
    }

    @Test
    void aStartRightAfterTheOwnersDeathWaitsForTheOldServerToEnd() throws IOException, SQLException {
        createQuickly();
        int committed;
        try (OwnerProcess owner = OwnerProcess.start(data)) {
            owner.awaitLine("row 10 ok");
            committed = Math.max(10, owner.killAndReadLastRow());
        }
        assertThat(rowsAfterRestart()).isGreaterThanOrEqualTo(committed);
    }

    @Test
    void anOrphanIsStoppedByTheNextStart() throws IOException {
        createQuickly();
        ServerAccount account = ServerAccount.forCluster(data.resolve("cluster"));
        // Started without the parent-death signal, so that nothing but the next start ends it.
        var command = new ArrayList<>(account.command(
                "INT",
                List.of(
                        options.binaries().postgres().toString(),
                        "-D",
                        data.toRealPath().resolve("cluster").toString(),
                        "-c",
                        "listen_addresses=127.0.0.1",
                        "-c",
                        "port=" + freePort(),
                        "-c",
                        "unix_socket_directories=")));
        command.removeAll(List.of("--pdeathsig", "INT"));
        Process orphan = Command.start(
                Command.bare(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD));
        Path pidFile = data.resolve("cluster/postmaster.pid");
        TestFolders.await("the orphan's start", () -> Files.exists(pidFile) && lineCount(pidFile) >= 8);

        var sentences = new ArrayList<String>();
        try (EmbeddedPostgres server = EmbeddedPostgres.start(options.forTests().withProgress(sentences::add))) {
            assertThat(orphan.isAlive()).isFalse();
            assertThat(server.isRunning()).isTrue();
        }
        assertThat(sentences).anyMatch(sentence -> sentence.contains("process " + orphan.pid()));
    }

    @Test
    void aProgramThatInheritedTheOldProcessIdIsLeftAlone() throws IOException {
        createQuickly();
        Process innocent = new ProcessBuilder("sleep", "600").start();
        try {
            Path pidFile = data.resolve("cluster/postmaster.pid");
            Files.writeString(pidFile, innocent.pid() + "\n" + data.resolve("cluster") + "\n");
            EmbeddedPostgres.start(options.forTests()).close();
            assertThat(innocent.isAlive()).isTrue();
        } finally {
            innocent.destroyForcibly();
        }
    }

    @Test
    void aSecondOwnerIsRefusedAndTheFirstKeepsTheLock() throws IOException {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(options.forTests())) {
            assertThatThrownBy(() -> EmbeddedPostgres.start(options.forTests()))
                    .isInstanceOf(PostgresUnavailable.class)
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
            try (OwnerProcess other = OwnerProcess.start(data)) {
                assertThat(other.awaitLine("refused ")).contains("Another Keystead", "stop it first");
            }
            assertThat(server.isRunning()).isTrue();
        }
    }

    @Test
    void anOwnerKilledDuringInitdbLeavesNothing() throws IOException {
        try (OwnerProcess owner = OwnerProcess.start(data)) {
            owner.awaitLine("progress Creating the database");
            TestFolders.await("initdb's first files", () -> exists("initdb-", "cluster/PG_VERSION"));
            owner.kill();
        }
        assertThat(data.resolve("cluster")).doesNotExist();

        EmbeddedPostgres.start(options.forTests()).close();
        assertThat(TestFolders.names(data))
                .containsExactly("cluster", "cluster.lock", "server.log", "superuser.password");
    }

    /// Leaves out the flushes of initdb, which the promises under test do not need.
    private void createQuickly() {
        EmbeddedPostgres.start(options.forTests()).close();
    }

    private int rowsAfterRestart() throws SQLException {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(options);
                Connection connection = server.connect("postgres");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select max(number), count(*) from row_kept")) {
            rows.next();
            assertThat(rows.getInt(1)).isEqualTo(rows.getInt(2));
            return rows.getInt(2);
        }
    }

    private boolean exists(String prefix, String inside) {
        try {
            return TestFolders.names(data).stream()
                    .filter(name -> name.startsWith(prefix))
                    .anyMatch(name -> Files.exists(data.resolve(name).resolve(inside)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    private static int lineCount(Path file) {
        try {
            return Files.readAllLines(file).size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
