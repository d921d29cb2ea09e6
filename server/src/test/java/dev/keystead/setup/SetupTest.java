package dev.keystead.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.Administration;
import dev.keystead.server.KeysteadServer;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class SetupTest {
    private static String tokenOf(URI link) {
        return link.getQuery().substring("token=".length());
    }

    private static Client anyone(URI address) {
        return new Client(address, "", Map.of());
    }

    private static Answer redeem(URI address, String token) {
        return anyone(address).post("/v1/system/bootstrap", "{\"token\":\"" + token + "\"}");
    }

    @Test
    void theLinkWorksOnceHoweverManyTry() throws Exception {
        var config = TestServer.config(TestPostgres.shared().createDatabase());
        try (var server = KeysteadServer.start(config, _ -> {})) {
            String token = tokenOf(server.setupLink().orElseThrow());
            var tries = new ArrayList<Callable<Integer>>();
            for (int i = 0; i < 16; i++) {
                tries.add(() -> redeem(server.address(), token).status());
            }
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Integer> statuses = new ArrayList<>();
                for (Future<Integer> result : threads.invokeAll(tries)) {
                    statuses.add(result.get());
                }
                assertThat(statuses)
                        .containsOnlyOnce(201)
                        .filteredOn(status -> status != 201)
                        .containsOnly(401);
            }
        }
    }

    @Test
    void theFirstKeyAdministersEverythingAndIsAudited() {
        try (var server = TestServer.start()) {
            Client administrator = server.asAdministrator();
            assertThat(administrator.get("/v1/workspaces").status()).isEqualTo(200);
            Answer trail = administrator.get("/v1/audit");
            List<String> events = new ArrayList<>();
            trail.json()
                    .path("items")
                    .forEach(item -> events.add(item.path("event_type").asString()));
            assertThat(events).contains("setup.redeem", "setup.link", "workspace.create");
        }
    }

    @Test
    void aRestartPrintsALinkOnlyUntilOneWasUsed() {
        TestPostgres.Database database = TestPostgres.shared().createDatabase();
        var config = TestServer.config(database);
        String first;
        try (var server = KeysteadServer.start(config, _ -> {})) {
            first = tokenOf(server.setupLink().orElseThrow());
        }
        try (var server = KeysteadServer.start(config, _ -> {})) {
            assertThat(server.setupLink()).isPresent();
            assertThat(redeem(server.address(), first).status()).isEqualTo(201);
        }
        try (var server = KeysteadServer.start(config, _ -> {})) {
            assertThat(server.setupLink()).isEmpty();
        }
    }

    @Test
    void anOperatorCanMakeANewLink() {
        var config = TestServer.config(TestPostgres.shared().createDatabase());
        try (var server = KeysteadServer.start(config, _ -> {})) {
            redeem(server.address(), tokenOf(server.setupLink().orElseThrow()));
            URI link = Administration.newSetupLink(config, _ -> {});
            assertThat(redeem(server.address(), tokenOf(link)).status()).isEqualTo(201);
        }
    }

    @Test
    void thePageNeedsALinkThatWorksAndAFormOfOurs() {
        try (var server = TestServer.start()) {
            Client visitor = anyone(server.address());
            Answer page = visitor.get("/setup?token=ksetup_nonsense");
            assertThat(page.status()).isEqualTo(404);
            assertThat(page.text()).contains("keystead admin link").doesNotContain("ksetup_nonsense");
            assertThat(visitor.get("/setup").status()).isEqualTo(404);
        }
    }

    @Test
    void twoNodesThatStartAtOnceMakeOneSystemWorkspace() throws Exception {
        TestPostgres.Database database = TestPostgres.shared().createDatabase();
        var config = TestServer.config(database);
        var starts = new ArrayList<Callable<KeysteadServer>>();
        for (int i = 0; i < 3; i++) {
            starts.add(() -> KeysteadServer.start(config, _ -> {}));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<KeysteadServer> servers = new ArrayList<>();
            for (Future<KeysteadServer> started : threads.invokeAll(starts)) {
                servers.add(started.get());
            }
            String token = tokenOf(servers.getFirst().setupLink().orElseThrow());
            Answer made = redeem(servers.getLast().address(), token);
            assertThat(made.status()).isEqualTo(201);
            servers.forEach(KeysteadServer::close);
        }
    }
}
