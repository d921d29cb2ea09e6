package dev.keystead.bot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.bot.Machines.Account;
import dev.keystead.login.AtOnce;
import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.Until;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What one node is told of a machine, another one that shares nothing but the database knows too.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BotNodesTest {
    private static final String KEY = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU=";

    /// The promise is one second; a busy machine may pause longer.
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final TestPostgres.Database database = TestPostgres.shared().createDatabase();
    private final int port = freePort();
    private final TestServer here = TestServer.start(
            database,
            "--master-key",
            KEY,
            "--roles",
            "web",
            "--bot-untrusted-per-second",
            "2",
            "--bot-burst-seconds",
            "20");

    /// Known to people by the same address, behind which any node may answer.
    private final TestServer there = TestServer.start(
            database,
            "--master-key",
            KEY,
            "--roles",
            "web",
            "--bot-untrusted-per-second",
            "2",
            "--bot-burst-seconds",
            "20",
            "--http-port",
            String.valueOf(port),
            "--http-public-url",
            here.address().toString());

    private final Machines machines = Machines.in(here, "nodes-machines");
    private final Client client = machines.administrator();

    @AfterAll
    void stop() {
        here.close();
        there.close();
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int usersThere(String token) {
        return new Client(URI.create("http://127.0.0.1:" + port), token, Map.of())
                .get("/v1/users")
                .status();
    }

    private void answersThere(String token, int status) {
        Until.holds("the other node answers " + status, LIMIT, () -> usersThere(token) == status);
    }

    @Test
    void aTokenThatWorksOnEveryNodeEndsOnEveryNode() {
        Account account = machines.account();
        String token = account.token();
        assertThat(usersThere(token)).isEqualTo(200);
        client.post(Machines.path(account.identity()) + ":suspend");
        answersThere(token, 401);
        client.post(Machines.path(account.identity()) + ":activate");
        answersThere(token, 200);
        client.patch(account.path(), "{\"status\":\"suspended\"}");
        answersThere(token, 401);
        client.patch(account.path(), "{\"status\":\"active\"}");
        answersThere(token, 200);
        client.patch(account.path(), "{\"scopes\":[\"read:member\"]}");
        answersThere(token, 403);
        client.delete(Machines.path(account.identity()));
        answersThere(token, 401);
    }

    /// The bucket holds forty and fills by two a second: each node alone would let all of its forty pass.
    @Test
    void aMachineHasOneBucketAtAllNodes() throws Exception {
        Account account = machines.account();
        String token = account.token();
        client.patch(Machines.path(account.identity()), "{\"trust_class\":\"untrusted\"}");
        Until.holds("the other node knows it", LIMIT, () -> usersThere(token) == 200);
        List<Integer> statuses = new ArrayList<>();
        for (int round = 0; round < 4; round++) {
            AtOnce.run(20, () -> here.as(token).get("/v1/users").status()).forEach(statuses::add);
            AtOnce.run(20, () -> usersThere(token)).forEach(statuses::add);
        }
        assertThat(statuses).containsOnly(200, 429);
        assertThat(statuses.stream().filter(status -> status == 429).count())
                .as("eighty at each node, of which one bucket lets forty pass, and few more as time goes by")
                .isGreaterThan(60);
        assertThat(here.count("select count(*) from identity.bot_buckets where service_identity_id = app.id_uuid('"
                        + account.identity() + "')"))
                .isOne();
    }
}
