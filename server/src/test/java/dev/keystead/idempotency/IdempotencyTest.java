package dev.keystead.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class IdempotencyTest {
    private final TestServer server = TestServer.shared();
    private final Client client = server.asAdministrator();

    private static String user(String name) {
        return "{\"email\":\"%s@idempotency.test\",\"display_name\":\"%s\"}".formatted(name, name);
    }

    @Test
    void aRepeatGetsTheSameAnswerAndMakesNothing() {
        Client repeating = client.with("Idempotency-Key", "repeat-1");
        Answer first = repeating.post("/v1/users", user("repeat"));
        Answer second = repeating.post("/v1/users", user("repeat"));
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.header("Idempotent-Replayed")).isEmpty();
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(second.text()).isEqualTo(first.text());
        assertThat(second.header("Location")).isEqualTo(first.header("Location"));
        assertThat(second.header("ETag")).isEqualTo(first.header("ETag"));
        assertThat(client.get("/v1/audit?resource=" + first.id())
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(1);
    }

    @Test
    void ofManyAtOnceOneWorksAndAllGetItsAnswer() throws Exception {
        Client repeating = client.with("Idempotency-Key", "parallel-1");
        var tries = new ArrayList<Callable<Answer>>();
        for (int i = 0; i < 16; i++) {
            tries.add(() -> repeating.post("/v1/users", user("parallel")));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Set<String> bodies = new HashSet<>();
            List<Integer> statuses = new ArrayList<>();
            for (Future<Answer> result : threads.invokeAll(tries)) {
                bodies.add(result.get().text());
                statuses.add(result.get().status());
            }
            assertThat(statuses).containsOnly(201);
            assertThat(bodies).hasSize(1);
        }
    }

    @Test
    void theSameKeyForAnotherRequestIsRefused() {
        Client repeating = client.with("Idempotency-Key", "other-1");
        assertThat(repeating.post("/v1/users", user("other")).status()).isEqualTo(201);
        Answer refused = repeating.post("/v1/users", user("another"));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.error()).contains("use a new key");
        assertThat(repeating
                        .post("/v1/api-keys", "{\"name\":\"x\",\"scopes\":[\"read:user\"]}")
                        .status())
                .isEqualTo(422);
    }

    @Test
    void anotherCallerMayUseTheSameKey() {
        Client other = server.as(client.post("/v1/api-keys", "{\"name\":\"x\",\"scopes\":[\"admin:user\"]}")
                .json()
                .path("api_key")
                .asString());
        Answer first = client.with("Idempotency-Key", "shared-1").post("/v1/users", user("mine"));
        Answer second = other.with("Idempotency-Key", "shared-1").post("/v1/users", user("yours"));
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.id()).isNotEqualTo(first.id());
    }

    @Test
    void aRefusalThatWasReturnedIsRepeatedToo() {
        String id = client.post("/v1/users", user("refused")).id();
        Client repeating = client.with("Idempotency-Key", "refused-1");
        assertThat(repeating.post("/v1/users/" + id + ":reactivate").status()).isEqualTo(409);
        client.post("/v1/users/" + id + ":suspend");
        assertThat(repeating.post("/v1/users/" + id + ":reactivate").status()).isEqualTo(409);
        assertThat(client.with("Idempotency-Key", "refused-2")
                        .post("/v1/users/" + id + ":reactivate")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aRequestThatFailedMayBeTriedAgain() {
        Client repeating = client.with("Idempotency-Key", "failed-1");
        client.post("/v1/users", user("taken"));
        assertThat(repeating.post("/v1/users", user("taken")).status()).isEqualTo(409);
        String id = client.get("/v1/users?q=taken@")
                .json()
                .path("items")
                .get(0)
                .path("id")
                .asString();
        client.delete("/v1/users/" + id);
        assertThat(repeating.post("/v1/users", user("taken")).status()).isEqualTo(201);
    }

    @Test
    void aSecretInAKeptAnswerIsEncrypted() throws SQLException {
        Client repeating = client.with("Idempotency-Key", "secret-1");
        String body = "{\"name\":\"x\",\"scopes\":[\"read:user\"]}";
        Answer first = repeating.post("/v1/api-keys", body);
        assertThat(repeating.post("/v1/api-keys", body).text()).isEqualTo(first.text());
        String secret = first.json().path("api_key").asString();
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("select encode(answer, 'escape') from admin.idempotency_keys")) {
            int seen = 0;
            while (rows.next()) {
                assertThat(rows.getString(1)).doesNotContain(secret);
                seen++;
            }
            assertThat(seen).isPositive();
        }
    }

    @Test
    void anExpiredKeyIsFree() throws SQLException {
        Client repeating = client.with("Idempotency-Key", "expired-1");
        String first = repeating.post("/v1/users", user("expired")).id();
        client.delete("/v1/users/" + first);
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement()) {
            statement.execute("update admin.idempotency_keys set expires_at = now() - interval '1 second'");
        }
        Answer again = repeating.post("/v1/users", user("expired"));
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.id()).isNotEqualTo(first);
    }

    @Test
    void aKeyThatIsNoTextIsRefused() {
        Answer refused = client.with("Idempotency-Key", "x".repeat(201)).post("/v1/users", user("long"));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.error()).contains("Idempotency-Key");
    }
}
