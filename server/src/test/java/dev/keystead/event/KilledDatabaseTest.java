package dev.keystead.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.event.NatsServer.Stored;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.Configuration;
import dev.keystead.platform.config.ConfigurationOutcome;
import dev.keystead.platform.config.Sources;
import dev.keystead.server.KeysteadServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.Until;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Events while the database is killed under writes.
class KilledDatabaseTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int USERS = 30;

    private static Config config(Path folder, String nats) {
        var flags = List.of(
                "--data-dir", folder.toString(), "--http-port", "0", "--db-connect-timeout", "1s", "--nats-url", nats);
        return switch (Configuration.load(new Sources(folder, Map.of(), flags))) {
            case ConfigurationOutcome.Loaded(Configuration values) -> Config.from(values);
            case ConfigurationOutcome.Refused refused -> throw new IllegalArgumentException(refused.text());
        };
    }

    private static void kill(Path folder) throws IOException {
        Path pidFile = folder.resolve("postgres/cluster/postmaster.pid");
        long pid = Long.parseLong(Files.readAllLines(pidFile).getFirst());
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    }

    @Test
    void everyChangeIsPublishedOnce(@TempDir Path folder) throws IOException {
        // Started by root, PostgreSQL runs as another account, which must be able to enter.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        try (NatsServer nats = NatsServer.start();
                var server = KeysteadServer.start(config(folder, nats.url()), _ -> {})) {
            String token = server.setupLink().orElseThrow().getQuery().substring("token=".length());
            Answer made = new Client(server.address(), "", Map.of())
                    .post("/v1/system/bootstrap", "{\"token\":\"" + token + "\"}");
            var client =
                    new Client(server.address(), made.json().path("api_key").asString(), Map.of());
            for (int i = 0; i < USERS; i++) {
                if (i % 10 == 5) {
                    kill(folder);
                }
                makeUser(client, i);
            }
            Until.holds("all are published", LIMIT, () -> created(nats).size() >= USERS);
            List<Stored> created = created(nats);
            assertThat(created).extracting(Stored::messageId).doesNotHaveDuplicates();
            assertThat(created).hasSize(USERS);
            for (int i = 0; i < USERS; i++) {
                String address = address(i);
                assertThat(created.stream().filter(event -> event.body().contains(address)))
                        .hasSize(1);
            }
        }
    }

    private static List<Stored> created(NatsServer nats) {
        return nats.stored().stream()
                .filter(event -> event.subject().equals("identity.user.created.v1")
                        && event.body().contains("@killed.test"))
                .toList();
    }

    private static String address(int number) {
        return "user-" + number + "-x@killed.test";
    }

    /// What was not acknowledged is asked for again; it may have been done all the same.
    private static void makeUser(Client client, int number) {
        String body = "{\"email\":\"%s\",\"display_name\":\"U\"}".formatted(address(number));
        var status = new AtomicInteger();
        Until.holds("user " + number + " is made", LIMIT, () -> {
            try {
                status.set(client.post("/v1/users", body).status());
            } catch (UncheckedIOException _) {
                return false;
            }
            return status.get() == 201 || status.get() == 409;
        });
    }
}
