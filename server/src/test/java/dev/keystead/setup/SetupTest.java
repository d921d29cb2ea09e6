package dev.keystead.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    void thePasswordChosenAtTheLinkSignsTheAdministratorIn() {
        var config = TestServer.config(TestPostgres.shared().createDatabase());
        try (var server = KeysteadServer.start(config, _ -> {})) {
            String token = tokenOf(server.setupLink().orElseThrow());
            Answer made = anyone(server.address()).post("/v1/system/bootstrap", """
                            {"token":"%s","contact_email":"ops@example.org","password":"seven quiet otters"}""".formatted(token));
            assertThat(made.status()).as(made.text()).isEqualTo(201);
            Client administrator =
                    new Client(server.address(), made.json().path("api_key").asString(), Map.of());
            assertThat(administrator
                            .get("/v1/users?q=admin")
                            .json()
                            .path("items")
                            .path(0)
                            .path("contact_email"))
                    .hasToString("\"ops@example.org\"");

            assertThat(signIn(server.address(), "admin", "seven quiet otters")).isEqualTo("completed");
            assertThat(signIn(server.address(), "admin", "eight loud otters")).isEqualTo("refused");
        }
    }

    @Test
    void aPasswordThatWillNotDoLeavesTheLinkOpen() {
        var config = TestServer.config(TestPostgres.shared().createDatabase());
        try (var server = KeysteadServer.start(config, _ -> {})) {
            String token = tokenOf(server.setupLink().orElseThrow());
            for (String bad : List.of("short", "password123", "administrator")) {
                Answer refused = anyone(server.address())
                        .post("/v1/system/bootstrap", "{\"token\":\"" + token + "\",\"password\":\"" + bad + "\"}");
                assertThat(refused.status()).as(bad).isEqualTo(400);
                assertThat(refused.json().path("fields").path("password").asString())
                        .as(bad)
                        .isNotEmpty();
            }
            assertThat(redeem(server.address(), token).status()).isEqualTo(201);
        }
    }

    @Test
    void whoChoseABadPasswordOnThePageCanOpenItAgain() {
        var config = TestServer.config(TestPostgres.shared().createDatabase());
        try (var server = KeysteadServer.start(config, _ -> {})) {
            String token = tokenOf(server.setupLink().orElseThrow());
            Client visitor = anyone(server.address());
            Answer page = visitor.get("/setup?token=" + token);
            String form = Browser.formAddress(page);
            String cookie = page.header("Set-Cookie").split(";", 2)[0];
            Matcher csrf = Pattern.compile("name=\"csrf\" value=\"([^\"]*)\"").matcher(page.text());
            assertThat(csrf.find()).isTrue();
            Answer refused = visitor.with("Cookie", cookie)
                    .with("Content-Type", "application/x-www-form-urlencoded")
                    .post(form, "csrf=" + csrf.group(1) + "&token=" + token + "&password=short&contact_email=");
            assertThat(refused.status()).as(refused.text()).isEqualTo(422);
            Answer again = visitor.get(form);
            assertThat(again.status()).isEqualTo(200);
            assertThat(again.text()).contains(token);
        }
    }

    @Test
    void aNewPasswordByANewLinkEndsTheSessionsOfTheOldOne() {
        var config = TestServer.config(TestPostgres.shared().createDatabase());
        try (var server = KeysteadServer.start(config, _ -> {})) {
            bootstrap(server.address(), tokenOf(server.setupLink().orElseThrow()), "seven quiet otters");
            String session = flow(server.address(), "admin", "seven quiet otters")
                    .json()
                    .path("tokens")
                    .path("access_token")
                    .asString();
            Client inside = new Client(server.address(), session, Map.of());
            assertThat(inside.get("/v1/me/sessions").status()).isEqualTo(200);

            URI link = Administration.newSetupLink(config, _ -> {});
            bootstrap(server.address(), tokenOf(link), "eight loud otters");

            assertThat(inside.get("/v1/me/sessions").status()).isEqualTo(401);
            assertThat(signIn(server.address(), "admin", "seven quiet otters")).isEqualTo("refused");
            assertThat(signIn(server.address(), "admin", "eight loud otters")).isEqualTo("completed");
        }
    }

    private static void bootstrap(URI address, String token, String password) {
        Answer made = anyone(address)
                .post("/v1/system/bootstrap", "{\"token\":\"" + token + "\",\"password\":\"" + password + "\"}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    private static String signIn(URI address, String name, String password) {
        Answer answer = flow(address, name, password);
        return answer.status() == 200 ? answer.json().path("status").asString() : "refused";
    }

    /// Signs in as a program does: begin, say who, give the password.
    private static Answer flow(URI address, String name, String password) {
        Answer begun = anyone(address).post("/v1/flows", "{}");
        String steps = "/v1/flows/" + begun.json().path("id").asString() + "/steps/";
        var program = new Client(
                address,
                "",
                Map.of("Keystead-Browser", begun.json().path("browser_key").asString()));
        program.post(steps + "identify", "{\"identifier\":\"" + name + "\"}");
        return program.post(steps + "password", "{\"password\":\"" + password + "\"}");
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
