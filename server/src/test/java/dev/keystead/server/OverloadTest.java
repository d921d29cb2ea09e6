package dev.keystead.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// More than the server can do at once: what cannot be done is refused soon, and nothing stays broken.
class OverloadTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String WAITING =
            "select count(*) from pg_stat_activity where application_name = 'keystead-app' and wait_event_type = 'Lock'"
                    + " and datname = current_database()";

    /// Holds up every statement on users until it is closed.
    private record Jam(Connection connection) implements AutoCloseable {
        static Jam on(TestServer server) throws SQLException {
            Connection connection = server.database().connect();
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("lock table identity.users in access exclusive mode");
            }
            return new Jam(connection);
        }

        @Override
        public void close() throws SQLException {
            connection.rollback();
            connection.close();
        }
    }

    private static List<Future<Answer>> start(ExecutorService threads, int count, Callable<Answer> request) {
        return IntStream.range(0, count).mapToObj(_ -> threads.submit(request)).toList();
    }

    private static void recovers(Client client) {
        Until.holds(
                "requests succeed again", LIMIT, () -> client.get("/v1/users").status() == 200);
        assertThat(client.post("/v1/users", "{\"email\":\"after@jam.test\",\"display_name\":\"After\"}")
                        .status())
                .isEqualTo(201);
    }

    @Test
    void withoutAConnectionLeftRequestsAreToldToComeBackAndLaterTheyWork() throws Exception {
        try (var server = TestServer.start(
                        "--roles",
                        "web",
                        "--db-pool-size",
                        "2",
                        "--db-connect-timeout",
                        "1s",
                        "--db-statement-timeout",
                        "3s");
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Client client = server.asAdministrator();
            client.get("/v1/users");
            try (var _ = Jam.on(server)) {
                List<Future<Answer>> reads = start(threads, 6, () -> client.get("/v1/users"));
                List<Future<Answer>> writes = start(
                        threads,
                        6,
                        () -> client.post("/v1/users", "{\"email\":\"in@jam.test\",\"display_name\":\"In\"}"));
                var answers = new ArrayList<>(reads);
                answers.addAll(writes);
                for (Future<Answer> answer : answers) {
                    assertThat(answer.get().status()).as(answer.get().text()).isEqualTo(503);
                    assertThat(answer.get().header("Retry-After")).isEqualTo("1");
                    assertThat(answer.get().error()).isNotBlank();
                }
                assertThat(client.get("/healthz").status()).isEqualTo(200);
            }
            recovers(client);
            assertThat(client.get("/v1/users?q=in@jam.test").json().path("items"))
                    .isEmpty();
        }
    }

    @Test
    void beyondTheLimitOfRequestsInFlightTheNextIsRefusedAtOnce() throws Exception {
        try (var server = TestServer.start("--roles", "web", "--http-max-in-flight", "2");
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            // A key that no person owns: whether its owner is active would be asked of the jammed table first.
            Client client = server.as(server.makeOrganisation("in-flight").key());
            assertThat(client.get("/v1/users").status()).isEqualTo(200);
            List<Future<Answer>> held;
            try (var _ = Jam.on(server)) {
                held = start(threads, 2, () -> client.get("/v1/users/usr_01k9zzzzzzzzzzzzzzzzzzzzzz"));
                server.look().until(WAITING, 2);
                for (String path : List.of("/v1/workspaces", "/v1/users", "/", "/nowhere")) {
                    Answer refused = client.get(path);
                    assertThat(refused.status()).isEqualTo(503);
                    assertThat(refused.header("Retry-After")).isEqualTo("1");
                }
                assertThat(client.get("/healthz").status()).isEqualTo(200);
                assertThat(held).noneMatch(Future::isDone);
            }
            for (Future<Answer> answer : held) {
                assertThat(answer.get().status()).isEqualTo(404);
            }
            recovers(client);
        }
    }

    @Test
    void noRequestNeedsASecondConnection() throws Exception {
        try (var server = TestServer.start("--roles", "web", "--db-pool-size", "1", "--db-connect-timeout", "2s")) {
            var place = server.makeOrganisation("one-connection");
            Client client = server.as(place.key());
            for (var route : server.routes()) {
                if (Samples.isWalked(route)) {
                    Answer answer = Samples.of(route, server, client).send();
                    assertThat(answer.status())
                            .as("%s: %s", route, answer.text())
                            .isEqualTo(route.status());
                }
            }
        }
    }
}
