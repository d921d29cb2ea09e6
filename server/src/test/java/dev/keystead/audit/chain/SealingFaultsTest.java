package dev.keystead.audit.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.Configuration;
import dev.keystead.platform.config.ConfigurationOutcome;
import dev.keystead.platform.config.Sources;
import dev.keystead.postgres.RunningPostgres;
import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.KeysteadServer;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TrailDesk;
import dev.keystead.server.Until;
import dev.keystead.workspace.Reserved;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever is killed in the middle of a batch: every entry is sealed once.
class SealingFaultsTest {
    private static final UUID SYSTEM = Reserved.SYSTEM_WORKSPACE.value();
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int ENTRIES = 12_000;

    @Test
    void killingTheProcessThatSealsLosesAndDoublesNothing() throws Exception {
        try (TestServer server = TestServer.start("--roles", "web")) {
            var queue = new Queue(server.database());
            queue.fill(SYSTEM, ENTRIES);
            for (int round = 1; round <= 3; round++) {
                long begun = queue.sealed(SYSTEM);
                Process process = start(server.database());
                try {
                    Until.holds("a batch is sealed", LIMIT, () -> queue.sealed(SYSTEM) > begun || queue.waiting() == 0);
                } finally {
                    process.destroyForcibly().waitFor();
                }
                queue.hasNeitherGapsNorForks();
            }
            new TrailDesk(server).seal();
            assertThat(queue.waiting()).isZero();
            assertThat(queue.sealed(SYSTEM)).isEqualTo(ENTRIES);
            queue.hasNeitherGapsNorForks();
            assertThat(new TrailDesk(server).verify(Reserved.SYSTEM_WORKSPACE))
                    .allSatisfy(report -> assertThat(report.tampering()).isEmpty());
        }
    }

    /// A server that brings its own PostgreSQL.
    private static Config config(Path folder) {
        var flags = List.of("--data-dir", folder.toString(), "--http-port", "0", "--db-connect-timeout", "1s");
        return switch (Configuration.load(new Sources(folder, Map.of(), flags))) {
            case ConfigurationOutcome.Loaded(Configuration values) -> Config.from(values);
            case ConfigurationOutcome.Refused refused -> throw new IllegalArgumentException(refused.text());
        };
    }

    private static Process start(TestPostgres.Database database) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SealerProcess.class.getName(),
                        database.name(),
                        database.jdbcUrl(),
                        database.user(),
                        database.password())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @Test
    void killingPostgresInTheMiddleOfABatchLosesAndDoublesNothing(@TempDir Path folder) throws Exception {
        // Started by root, PostgreSQL runs as another account, which must be able to enter.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        Config config = config(folder);
        try (KeysteadServer server = KeysteadServer.start(config, _ -> {})) {
            String token = server.setupLink().orElseThrow().getQuery().substring("token=".length());
            var anyone = new Client(server.address(), "", Map.of());
            var administrator = new Client(
                    server.address(),
                    anyone.post("/v1/system/bootstrap", "{\"token\":\"" + token + "\"}")
                            .json()
                            .path("api_key")
                            .asString(),
                    Map.of());
            RunningPostgres postgres =
                    RunningPostgres.find(folder.resolve("postgres")).orElseThrow();
            var queue = new Queue(new TestPostgres.Database(
                    config.deploymentName(),
                    postgres.jdbcUrl(config.deploymentName()),
                    postgres.superuser(),
                    postgres.superuserPassword()));
            queue.fill(SYSTEM, ENTRIES);
            Until.holds("sealing has begun", LIMIT, () -> queue.sealed(SYSTEM) > 0);
            Path pidFile = folder.resolve("postgres/cluster/postmaster.pid");
            ProcessHandle killed = ProcessHandle.of(
                            Long.parseLong(Files.readAllLines(pidFile).getFirst()))
                    .orElseThrow();
            killed.destroyForcibly();

            Until.holds(
                    "the server has a database again",
                    LIMIT,
                    () -> !killed.isAlive()
                            && RunningPostgres.find(folder.resolve("postgres")).isPresent()
                            && anyone.get("/readyz").status() == 200);
            RunningPostgres again =
                    RunningPostgres.find(folder.resolve("postgres")).orElseThrow();
            var later = new Queue(new TestPostgres.Database(
                    config.deploymentName(),
                    again.jdbcUrl(config.deploymentName()),
                    again.superuser(),
                    again.superuserPassword()));
            Until.holds("everything is sealed", LIMIT, () -> later.sealed(SYSTEM) == ENTRIES);
            later.hasNeitherGapsNorForks();
            assertThat(administrator
                            .post("/v1/audit:verify", "{}")
                            .json()
                            .path("intact")
                            .asBoolean())
                    .isTrue();
        }
    }
}
