package dev.keystead.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.Until;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What an organisation decides, as another node shows it on its pages.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InheritedPoliciesTest {
    private static final String[] FLAGS = {
        "--master-key", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU=", "--roles", "web"
    };
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final TestPostgres.Database database = TestPostgres.shared().createDatabase();
    private final TestServer here = TestServer.start(database, FLAGS);
    private final TestServer there = TestServer.start(database, FLAGS);

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

    private static void decide(Client client, String path, String body) {
        Answer put = client.send("PUT", path, body);
        assertThat(put.status()).as(put.text()).isEqualTo(200);
    }

    /// The name on a page of the other node, which it keeps in memory.
    private boolean isCalledThere(String slug, String name) {
        return there.as("").get("/t/" + slug + "/sign-in").text().contains(name);
    }

    private static String called(String name) {
        return "{\"rules\":{\"display_name\":\"%s\"},\"enforced\":false}".formatted(name);
    }

    @Test
    void aDecisionIsHonouredByAllNodesInAllWorkspaces() {
        TestServer.Elsewhere place = here.makeOrganisation("inherit-all");
        Client client = here.as(place.key());
        workspace(client, "inherit-one");
        workspace(client, "inherit-two");
        assertThat(isCalledThere("inherit-one", "Crescer")).isFalse();
        assertThat(isCalledThere("inherit-two", "Crescer")).isFalse();
        String path = "/v1/orgs/" + place.org().text() + "/branding";
        decide(client, path, called("Crescer"));
        for (String slug : new String[] {"inherit-one", "inherit-two", "inherit-all"}) {
            Until.holds("the other node knows it of " + slug, LIMIT, () -> isCalledThere(slug, "Crescer"));
        }
        assertThat(client.delete(path).status()).isEqualTo(204);
        Until.holds("it is forgotten too", LIMIT, () -> !isCalledThere("inherit-one", "Crescer"));
    }

    @Test
    void aWorkspaceThatMovesInheritsFromItsNewOrganisationOnAllNodes() {
        TestServer.Elsewhere from = here.makeOrganisation("inherit-from");
        TestServer.Elsewhere to = here.makeOrganisation("inherit-to");
        String id = workspace(here.as(from.key()), "inherit-moving");
        decide(here.as(from.key()), "/v1/orgs/" + from.org().text() + "/branding", called("Before"));
        decide(here.as(to.key()), "/v1/orgs/" + to.org().text() + "/branding", called("Afterwards"));
        Until.holds("the first is inherited", LIMIT, () -> isCalledThere("inherit-moving", "Before"));
        Answer moved = here.asAdministrator()
                .post(
                        "/v1/workspaces/" + id + ":move",
                        "{\"org_id\":\"%s\"}".formatted(to.org().text()));
        assertThat(moved.status()).as(moved.text()).isEqualTo(200);
        Until.holds("the second is inherited", LIMIT, () -> isCalledThere("inherit-moving", "Afterwards"));
    }
}
