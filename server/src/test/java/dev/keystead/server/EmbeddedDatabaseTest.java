package dev.keystead.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.Configuration;
import dev.keystead.platform.config.ConfigurationOutcome;
import dev.keystead.platform.config.Sources;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedDatabaseTest {
    private static Config config(Path folder) {
        var flags = List.of("--data-dir", folder.toString(), "--http-port", "0", "--db-connect-timeout", "1s");
        return switch (Configuration.load(new Sources(folder, Map.of(), flags))) {
            case ConfigurationOutcome.Loaded(Configuration values) -> Config.from(values);
            case ConfigurationOutcome.Refused refused -> throw new IllegalArgumentException(refused.text());
        };
    }

    @Test
    void aDatabaseThatWasKilledComesBackWithEverythingThatWasAcknowledged(@TempDir Path folder) throws Exception {
        // Started by root, PostgreSQL runs as another account, which must be able to enter.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        try (var server = KeysteadServer.start(config(folder), _ -> {})) {
            String token = server.setupLink().orElseThrow().getQuery().substring("token=".length());
            var anyone = new Client(server.address(), "", Map.of());
            Answer made = anyone.post("/v1/system/bootstrap", "{\"token\":\"" + token + "\"}");
            var client =
                    new Client(server.address(), made.json().path("api_key").asString(), Map.of());
            String user = client.post("/v1/users", "{\"email\":\"ada@example.org\",\"display_name\":\"Ada\"}")
                    .id();
            kill(folder);
            // A process of PostgreSQL may live on for a moment and answer: what counts is how it is afterwards.
            Instant limit = Instant.now().plus(Duration.ofSeconds(60));
            Answer read = client.get("/v1/users/" + user);
            while ((read.status() != 200 || anyone.get("/readyz").status() != 200)
                    && Instant.now().isBefore(limit)) {
                assertThat(read.status()).isIn(200, 503);
                read = client.get("/v1/users/" + user);
            }
            assertThat(read.json().path("email").asString()).isEqualTo("ada@example.org");
            assertThat(anyone.get("/readyz").status()).isEqualTo(200);
        }
    }

    private static void kill(Path folder) throws Exception {
        Path pidFile = folder.resolve("postgres/cluster/postmaster.pid");
        long pid = Long.parseLong(Files.readAllLines(pidFile).getFirst());
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    }
}
