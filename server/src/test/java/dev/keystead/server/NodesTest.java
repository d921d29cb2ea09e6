package dev.keystead.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.workspace.Reserved;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Two nodes that share nothing but the database and the master key.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodesTest {
    private static final String[] FLAGS = {
        "--master-key", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU=", "--roles", "web"
    };

    /// The promise is one second. The limit of the wait is no part of it: a busy machine may pause longer.
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final TestPostgres.Database database = TestPostgres.shared().createDatabase();
    private final TestServer here = TestServer.start(database, FLAGS);
    private final TestServer there = TestServer.start(database, FLAGS);
    private final Client administrator = here.asAdministrator();

    @AfterAll
    void stop() {
        here.close();
        there.close();
    }

    private Answer key(Client maker, String scopes) {
        Answer made = maker.post("/v1/api-keys", "{\"name\":\"node\",\"scopes\":[%s]}".formatted(scopes));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made;
    }

    private static String secret(Answer made) {
        return made.json().path("api_key").asString();
    }

    private void stopsThere(String credential, String path) {
        Until.holds(
                "the other node refuses the key",
                LIMIT,
                () -> there.as(credential).get(path).status() == 401);
        assertThat(there.as(credential).get(path).error()).isEqualTo("invalid token");
    }

    private void worksThere(String credential, String path) {
        assertThat(there.as(credential).get(path).status()).isEqualTo(200);
    }

    @Test
    void whatOneNodeWritesTheOtherReads() {
        String id = administrator
                .post("/v1/users", "{\"email\":\"both@node.test\",\"display_name\":\"Both\"}")
                .id();
        assertThat(there.as(here.key()).get("/v1/users/" + id).id()).isEqualTo(id);
    }

    @Test
    void aKeyRevokedOnOneNodeStopsOnTheOther() {
        Answer made = key(administrator, "\"read:user\"");
        worksThere(secret(made), "/v1/users");
        String id = made.json().path("key").path("id").asString();
        assertThat(administrator.delete("/v1/api-keys/" + id).status()).isEqualTo(204);
        stopsThere(secret(made), "/v1/users");
        assertThat(here.as(secret(made)).get("/v1/users").status()).isEqualTo(401);
    }

    @Test
    void aKeyRotatedOnOneNodeStopsOnTheOtherAndItsSuccessorWorks() {
        Answer made = key(administrator, "\"read:user\"");
        worksThere(secret(made), "/v1/users");
        String id = made.json().path("key").path("id").asString();
        Answer rotated = administrator.post("/v1/api-keys/" + id + ":rotate");
        assertThat(rotated.status()).isEqualTo(201);
        worksThere(secret(rotated), "/v1/users");
        stopsThere(secret(made), "/v1/users");
    }

    /// Known for 60 s, unless it changes.
    @Test
    void aTokenRevokedOnOneNodeStopsOnTheOther() {
        Insider ada = Insider.enter(
                here,
                Reserved.SYSTEM_WORKSPACE,
                "system",
                here.makePerson("token-ada").user());
        Answer made = ada.api().post("/v1/me/tokens", "{\"name\":\"node\",\"scopes\":[\"read:user:self\"]}");
        String token = made.json().path("personal_access_token").asString();
        worksThere(token, "/v1/me");
        String id = made.json().path("token").path("id").asString();
        assertThat(ada.api().delete("/v1/me/tokens/" + id).status()).isEqualTo(204);
        stopsThere(token, "/v1/me");
    }

    /// Known for 60 s, unless it changes.
    @Test
    void aRoleTakenOnOneNodeIsGoneOnTheOther() {
        TestServer.Elsewhere place = here.makeOrganisation("node-members");
        TestServer.Person ada = here.makePerson("node-ada");
        Client organisation = here.as(place.key());
        String members = "/v1/workspaces/" + place.workspace().text() + "/members";
        String user = ada.user().text();
        organisation.post(members, "{\"user_id\":\"%s\",\"role\":\"admin\"}".formatted(user));
        String users = "/t/node-members/v1/users";
        Client adaThere = there.as(ada.key());
        Until.holds(
                "the other node knows the role",
                LIMIT,
                () -> adaThere.get(users).status() == 200);
        String wish = "{\"email\":\"a@node.test\",\"display_name\":\"A\"}";
        organisation.patch(members + "/" + user, "{\"role\":\"viewer\"}");
        Until.holds("the role is taken", LIMIT, () -> adaThere.post(users, wish).status() == 403);
        organisation.delete(members + "/" + user);
        Until.holds("the member is out", LIMIT, () -> adaThere.get(users).status() == 404);
    }

    @Test
    void aWorkspaceSuspendedOnOneNodeIsClosedOnTheOtherAndOpensAgain() {
        TestServer.Elsewhere place = here.makeOrganisation("node-org");
        String workspace = here.as(place.key())
                .post("/v1/workspaces", "{\"slug\":\"node-inner\",\"name\":\"Inner\"}")
                .id();
        // The way to a first key of a new workspace is through the organisation's address of it.
        String inside = here.as(place.key())
                .post("/t/node-inner/v1/api-keys", "{\"name\":\"inside\",\"scopes\":[\"read:user\"]}")
                .json()
                .path("api_key")
                .asString();
        worksThere(inside, "/v1/users");
        Client organisation = here.as(place.key());
        assertThat(organisation.post("/v1/workspaces/" + workspace + ":suspend").status())
                .isEqualTo(200);
        stopsThere(inside, "/v1/users");
        assertThat(here.as(inside).get("/v1/users").status()).isEqualTo(401);
        assertThat(organisation
                        .post("/v1/workspaces/" + workspace + ":activate")
                        .status())
                .isEqualTo(200);
        Until.holds(
                "the key works again",
                LIMIT,
                () -> there.as(inside).get("/v1/users").status() == 200);
    }

    @Test
    void theKeyOfAUserSuspendedOnOneNodeStopsOnTheOther() {
        String helper = secret(key(administrator, "\"admin:user\",\"admin:workspace\""));
        String owner = administrator
                .get("/v1/users?q=admin")
                .json()
                .path("items")
                .get(0)
                .path("id")
                .asString();
        Answer second = administrator.post(
                "/v1/workspaces/" + Reserved.SYSTEM_WORKSPACE.text() + "/members",
                "{\"user_id\":\"%s\",\"role\":\"owner\"}"
                        .formatted(here.makePerson("stays").user().text()));
        assertThat(second.status()).as("somebody stays who runs it").isEqualTo(201);
        worksThere(here.key(), "/v1/users");
        assertThat(here.as(helper).post("/v1/users/" + owner + ":suspend").status())
                .isEqualTo(200);
        stopsThere(here.key(), "/v1/users");
        assertThat(here.as(helper).post("/v1/users/" + owner + ":reactivate").status())
                .isEqualTo(200);
        Until.holds(
                "the key works again",
                LIMIT,
                () -> there.as(here.key()).get("/v1/users").status() == 200
                        && here.as(here.key()).get("/v1/users").status() == 200);
    }

    @Test
    void jobsOnBothNodesAtOnceEraseEveryUserOnce() throws Exception {
        int users = 30;
        for (int i = 0; i < users; i++) {
            String id = administrator
                    .post("/v1/users", "{\"email\":\"gone%d@node.test\",\"display_name\":\"Gone\"}".formatted(i))
                    .id();
            assertThat(administrator.delete("/v1/users/" + id).status()).isEqualTo(204);
        }
        here.execute("update identity.users set deleted_at = now() - interval '31 days' where email like 'gone%'");
        long erased = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Long>> runs = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                runs.add(here::eraseWhoIsDue);
                runs.add(there::eraseWhoIsDue);
            }
            for (Future<Long> run : threads.invokeAll(runs)) {
                erased += run.get();
            }
        }
        assertThat(here.count("select count(*) from identity.users where email like 'gone%'"))
                .isZero();
        assertThat(here.count("select count(*) from audit.written where event_type = 'user.erase'"))
                .isEqualTo(users);
        assertThat(erased).as("what the jobs say that they did").isEqualTo(users);
    }
}
