package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Orderly and disorderly ends: nothing that was acknowledged is lost, and no PostgreSQL is left behind.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrashTest {
    private static final int WRITERS = 6;
    private static final int ENOUGH = 60;

    private final Folder folder = Folder.make();
    private String key = "";

    @BeforeAll
    void prepare() {
        try (Product product = Product.serve(folder.path())) {
            key = product.administrator().key();
        }
    }

    @AfterAll
    void delete() {
        folder.close();
    }

    @Test
    void aRestartKeepsEverything() {
        String id;
        try (Product product = Product.serve(folder.path())) {
            id = client(product).createUser("before-restart").json().get("id").asString();
            assertThat(product.stop().exitCode()).isZero();
        }
        try (Product product = Product.serve(folder.path())) {
            assertThat(client(product).get("/v1/users/" + id).status()).isEqualTo(200);
            assertThat(product.stop().out())
                    .as("a link is offered only until the first one was used")
                    .doesNotContain("/setup");
        }
    }

    @Test
    void everyAcknowledgedUserSurvivesKillingTheServer() {
        Set<String> acknowledged;
        try (Product product = Product.serve(folder.path())) {
            ProcessHandle postgres = product.postgres();
            acknowledged = createUntil(product, "server-killed", product::kill);
            Until.isTrue("PostgreSQL has ended with its owner", () -> !postgres.isAlive());
        }
        try (Product product = Product.serve(folder.path())) {
            assertThat(listed(client(product), "server-killed")).containsAll(acknowledged);
        }
    }

    @Test
    void everyAcknowledgedUserSurvivesKillingTheDatabaseUnderTheRunningServer() {
        Set<String> acknowledged;
        try (Product product = Product.serve(folder.path(), "--db-connect-timeout", "2s")) {
            ProcessHandle postgres = product.postgres();
            Client client = client(product);
            acknowledged = createUntil(product, "database-killed", postgres::destroyForcibly);
            Until.isTrue("PostgreSQL is gone", () -> !postgres.isAlive());
            Until.isTrue("the server has a database again", () -> answersSensibly(client) == 200);
            assertThat(listed(client, "database-killed")).containsAll(acknowledged);
            assertThat(product.stop().exitCode()).isZero();
        }
        try (Product product = Product.serve(folder.path())) {
            assertThat(listed(client(product), "database-killed")).containsAll(acknowledged);
        }
    }

    /// Without a database the server is alive and says that it is not ready; it never breaks down.
    private static int answersSensibly(Client client) {
        assertThat(client.get("/healthz").status()).isEqualTo(200);
        assertThat(client.get("/v1/users?limit=1").status()).isIn(200, 503);
        int ready = client.get("/readyz").status();
        assertThat(ready).isIn(200, 503);
        return ready;
    }

    @Test
    void aRequestUnderWayIsAnsweredBeforeTheEnd() throws IOException {
        try (Product product = Product.serve(folder.path());
                var socket = new Socket(
                        product.address().getHost(), product.address().getPort())) {
            ProcessHandle postgres = product.postgres();
            byte[] body = Client.user("drained").getBytes(StandardCharsets.UTF_8);
            OutputStream out = socket.getOutputStream();
            out.write(("POST /v1/users HTTP/1.1\r\nHost: " + product.address().getAuthority()
                            + "\r\nAuthorization: Bearer " + key
                            + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            out.write(body, 0, 10);
            out.flush();
            // A second request shows that the server has had its turn to read the first one.
            client(product).get("/readyz");
            product.terminate();
            Until.isTrue("the stop has begun", () -> product.err().contains("Stopping"));
            out.write(body, 10, body.length - 10);
            out.flush();

            String answer = firstLine(socket.getInputStream());

            assertThat(answer).contains(" 201 ");
            assertThat(product.awaitEnd().exitCode()).isZero();
            assertThat(postgres.isAlive()).isFalse();
        }
    }

    private Client client(Product product) {
        return Client.of(product.address()).with(key);
    }

    /// Creates users from several threads until enough are acknowledged, then does the deed in the middle of it.
    private Set<String> createUntil(Product product, String name, Runnable deed) {
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        var over = new AtomicBoolean();
        Client client = client(product);
        try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
            for (int writer = 0; writer < WRITERS; writer++) {
                int number = writer;
                writers.execute(() -> {
                    for (int count = 0; !over.get(); count++) {
                        try {
                            Client.Answer answer = client.createUser(name + "-" + number + "-" + count);
                            if (answer.status() == 201) {
                                acknowledged.add(answer.json().get("id").asString());
                            }
                        } catch (UncheckedIOException e) {
                            // The server was killed under this request: it was not acknowledged.
                            over.set(true);
                        }
                    }
                });
            }
            Until.isTrue("enough users", () -> acknowledged.size() >= ENOUGH);
            deed.run();
            over.set(true);
        }
        return acknowledged;
    }

    private static Set<String> listed(Client client, String name) {
        Set<String> ids = new HashSet<>();
        String next = "/v1/users?limit=100&q=" + name;
        while (!next.isEmpty()) {
            var page = client.get(next).json();
            page.get("items").forEach(user -> ids.add(user.get("id").asString()));
            var cursor = page.get("next_cursor");
            next = cursor == null || cursor.isNull()
                    ? ""
                    : "/v1/users?limit=100&q=" + name + "&cursor=" + cursor.asString();
        }
        return ids;
    }

    private static String firstLine(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            line.append((char) next);
        }
        return line.toString();
    }
}
