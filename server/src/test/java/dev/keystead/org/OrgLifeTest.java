package dev.keystead.org;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.server.Until;
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

/// Organisations that are suspended, activated and deleted, on one node and on another.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrgLifeTest {
    private static final String[] FLAGS = {
        "--master-key", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU=", "--roles", "web"
    };

    /// The promise is one second. The limit of the wait is no part of it: a busy machine may pause longer.
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final TestPostgres.Database database = TestPostgres.shared().createDatabase();
    private final TestServer here = TestServer.start(database, FLAGS);
    private final TestServer there = TestServer.start(database, FLAGS);
    private final Client operator = here.asAdministrator();

    @AfterAll
    void stop() {
        here.close();
        there.close();
    }

    private static String workspace(Client client, String slug) {
        Answer made = client.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"Inner\"}".formatted(slug));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.id();
    }

    private static String keyIn(Client organisation, String slug) {
        return organisation
                .post("/t/" + slug + "/v1/api-keys", "{\"name\":\"inside\",\"scopes\":[\"read:user\"]}")
                .json()
                .path("api_key")
                .asString();
    }

    private Answer turn(Elsewhere place, String action) {
        return operator.post("/v1/orgs/" + place.org().text() + ":" + action);
    }

    private void works(TestServer node, String key, boolean wanted) {
        Until.holds(
                "the key works: " + wanted,
                LIMIT,
                () -> node.as(key).get("/v1/users").status() == (wanted ? 200 : 401));
    }

    private int keySet(TestServer node, String slug) {
        return node.as("").get("/t/" + slug + "/.well-known/jwks.json").status();
    }

    @Test
    void aSuspendedOrganisationIsClosedOnAllNodesAndOpensAsItWas() {
        Elsewhere place = here.makeOrganisation("life-suspend");
        Client organisation = here.as(place.key());
        workspace(organisation, "life-open");
        String closed = workspace(organisation, "life-closed");
        String open = keyIn(organisation, "life-open");
        String shut = keyIn(organisation, "life-closed");
        organisation.post("/v1/workspaces/" + closed + ":suspend");
        works(there, open, true);
        int keys = keySet(there, "life-open");

        Answer suspended = turn(place, "suspend");
        assertThat(suspended.status()).as(suspended.text()).isEqualTo(200);
        assertThat(suspended.json().path("status").asString()).isEqualTo("suspended");
        works(there, open, false);
        works(there, place.key(), false);
        works(here, open, false);
        assertThat(there.as("").get("/t/life-open/sign-in").status()).isEqualTo(404);
        Until.holds("no keys are shown", LIMIT, () -> keySet(there, "life-open") == 404);
        assertThat(turn(place, "suspend").error()).isEqualTo("the organisation is already suspended");

        assertThat(turn(place, "activate").status()).isEqualTo(200);
        works(there, open, true);
        works(there, place.key(), true);
        works(here, shut, false);
        assertThat(keySet(there, "life-open")).isEqualTo(keys);
        Answer read = organisation.get("/v1/workspaces/" + closed);
        assertThat(read.json().path("status").asString()).isEqualTo("suspended");
        assertThat(read.json().path("org_suspended").booleanValue()).isFalse();
        assertThat(turn(place, "activate").error()).isEqualTo("the organisation is already active");
        assertThat(here.look()
                        .text("select string_agg(event_type, ', ' order by id) from audit.written where tenant_id = '"
                                + place.workspace().value() + "' and event_type like 'org.%'"))
                .isEqualTo("org.create, org.suspend, org.activate");
    }

    @Test
    void membersFromElsewhereAreOutWhileItIsSuspended() {
        Elsewhere place = here.makeOrganisation("life-member");
        Person ada = here.makePerson("life-ada");
        here.as(place.key())
                .post(
                        "/v1/workspaces/" + place.workspace().text() + "/members",
                        "{\"user_id\":\"%s\",\"role\":\"admin\"}"
                                .formatted(ada.user().text()));
        Client inside = there.as(ada.key());
        Until.holds(
                "she is in", LIMIT, () -> inside.get("/t/life-member/v1/users").status() == 200);
        turn(place, "suspend");
        Until.holds(
                "she is out", LIMIT, () -> inside.get("/t/life-member/v1/users").status() == 404);
        turn(place, "activate");
        Until.holds(
                "she is in again",
                LIMIT,
                () -> inside.get("/t/life-member/v1/users").status() == 200);
    }

    @Test
    void onlyOperatorsSuspendActivateAndListOrganisations() {
        Elsewhere place = here.makeOrganisation("life-operators");
        Client own = here.as(place.key());
        String address = "/v1/orgs/" + place.org().text();
        assertThat(own.post(address + ":suspend").status()).isEqualTo(403);
        assertThat(own.post(address + ":activate").status()).isEqualTo(403);
        assertThat(own.get("/v1/orgs").status()).isEqualTo(403);
        assertThat(operator.get("/v1/orgs?limit=200").text())
                .contains(place.org().text());
        assertThat(operator.post("/v1/orgs/" + Reserved.SYSTEM_ORG.text() + ":suspend")
                        .error())
                .isEqualTo("the organisation that runs the installation cannot be suspended");
        assertThat(operator.delete("/v1/orgs/" + Reserved.SYSTEM_ORG.text()).error())
                .isEqualTo("the organisation that runs the installation cannot be deleted");
        assertThat(operator.post("/v1/orgs/org_01k9zzzzzzzzzzzzzzzzzzzzzz:suspend")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void aWorkspaceMadeWhileItsOrganisationIsSuspendedIsClosedToo() throws Exception {
        Elsewhere place = here.makeOrganisation("life-race");
        Client organisation = here.as(place.key());
        var deeds = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 12; i++) {
            String body = "{\"slug\":\"life-race-%d\",\"name\":\"Race\"}".formatted(i);
            deeds.add(() -> organisation.post("/v1/workspaces", body).status());
            if (i == 5) {
                deeds.add(() -> turn(place, "suspend").status());
            }
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> result : threads.invokeAll(deeds)) {
                statuses.add(result.get());
            }
            assertThat(statuses).isSubsetOf(200, 201, 401).contains(200);
        }
        assertThat(here.count("select count(*) from identity.workspaces where not org_suspended and org_id = '"
                        + place.org().value() + "'"))
                .as("workspaces that were left open")
                .isZero();
    }

    @Test
    void anOrganisationIsDeletedWithItsWorkspacesWhenThatIsSaid() {
        Elsewhere place = here.makeOrganisation("life-delete");
        Client owner = here.as(here.makeOwner(place).key());
        workspace(owner, "life-delete-inner");
        String inside = keyIn(owner, "life-delete-inner");
        String address = "/v1/orgs/" + place.org().text();
        Answer refused = owner.delete(address);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).contains("further workspaces");
        assertThat(owner.with("If-Match", "\"9\"")
                        .delete(address + "?with_content=true")
                        .status())
                .isEqualTo(412);
        assertThat(owner.delete(address + "?with_content=true").status()).isEqualTo(204);
        works(there, inside, false);
        works(here, place.key(), false);
        assertThat(operator.get("/v1/orgs?limit=200")
                        .json()
                        .path("items")
                        .valueStream()
                        .filter(org ->
                                org.path("id").asString().equals(place.org().text()))
                        .map(org -> org.path("status").asString()))
                .containsExactly("deleted");
        assertThat(turn(place, "activate").status()).isEqualTo(404);
        assertThat(operator.delete(address).status()).isEqualTo(404);
    }

    @Test
    void anOperatorDeletesAnyOrganisationAndNobodyElseAnothers() {
        Elsewhere place = here.makeOrganisation("life-foreign");
        Elsewhere other = here.makeOrganisation("life-other");
        String address = "/v1/orgs/" + place.org().text();
        assertThat(here.as(other.key()).delete(address).status()).isEqualTo(404);
        assertThat(operator.delete(address).status()).isEqualTo(204);
        works(here, place.key(), false);
        works(here, other.key(), true);
    }

    @Test
    void aDeletedOrganisationComesBackAsItWas() {
        Elsewhere place = here.makeOrganisation("life-back");
        Client organisation = here.as(place.key());
        String address = "/v1/orgs/" + place.org().text();
        workspace(organisation, "life-back-open");
        String closed = workspace(organisation, "life-back-closed");
        String earlier = workspace(organisation, "life-back-earlier");
        String open = keyIn(organisation, "life-back-open");
        organisation.post("/v1/workspaces/" + closed + ":suspend");
        organisation.delete("/v1/workspaces/" + earlier);
        assertThat(turn(place, "restore").error()).isEqualTo("the organisation is not deleted");
        assertThat(organisation.delete(address + "?with_content=true").status()).isEqualTo(204);
        works(there, open, false);
        assertThat(here.as(here.makeOrganisation("life-back-other").key())
                        .post(address + ":restore")
                        .status())
                .isEqualTo(403);

        Answer back = turn(place, "restore");
        assertThat(back.status()).as(back.text()).isEqualTo(200);
        assertThat(back.json().path("status").asString()).isEqualTo("active");
        works(there, open, true);
        assertThat(organisation
                        .get("/v1/workspaces/" + closed)
                        .json()
                        .path("status")
                        .asString())
                .isEqualTo("suspended");
        assertThat(organisation.get("/v1/workspaces/" + earlier).status())
                .as("one that was deleted before")
                .isEqualTo(404);
    }

    @Test
    void aSuspendedOrganisationComesBackSuspendedAndNoneWhoseErasureHasBegun() {
        Elsewhere place = here.makeOrganisation("life-late");
        turn(place, "suspend");
        assertThat(operator.delete("/v1/orgs/" + place.org().text()).status()).isEqualTo(204);
        assertThat(turn(place, "restore").json().path("status").asString()).isEqualTo("suspended");
        assertThat(operator.delete("/v1/orgs/" + place.org().text()).status()).isEqualTo(204);
        here.execute("update identity.workspaces set erasure_begun_at = now() where id = '"
                + place.workspace().value() + "'");
        Answer refused = turn(place, "restore");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).isEqualTo("the erasure of the organisation has begun; it cannot come back");
        assertThat(here.look()
                        .text("select status from identity.orgs where id = '"
                                + place.org().value() + "'"))
                .isEqualTo("deleted");
    }
}
