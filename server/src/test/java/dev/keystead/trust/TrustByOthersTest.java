package dev.keystead.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.server.BadgeSamples;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// What workspaces say about a person counts for the trust in them: a verified badge, and belonging to a workspace
/// with a proven domain.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TrustByOthersTest {
    private static final int LINEAGE = 3000;
    private static final int BADGE = 200;
    private static final int WORKSPACE = 500;

    private final TestServer server = TestServer.start("--roles", "web");
    private final Family family = new Family(server.look());
    private final Client operator = server.asAdministrator();

    @AfterAll
    void stop() {
        server.close();
    }

    private void night() {
        TestJobs.run(server, "trust");
    }

    private int now(UserId user) {
        Answer answer = operator.post("/v1/users/" + user.text() + "/trust:recompute");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().path("score").intValue();
    }

    private static void join(Client client, Elsewhere place, UserId user) {
        Answer added = client.post(
                "/v1/workspaces/" + place.workspace().text() + "/members",
                "{\"user_id\":\"%s\",\"role\":\"viewer\"}".formatted(user.text()));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
    }

    @Test
    void aVerifiedBadgeOfTheSystemWorkspaceCountsUntilItIsRevoked() {
        UserId user = server.makePerson("badged").user();
        UserId other = server.makePerson("unbadged").user();
        JsonNode badge = BadgeSamples.issue(operator, user.text());
        night();
        assertThat(family.score(user)).isEqualTo(LINEAGE + BADGE);
        assertThat(family.score(other)).isEqualTo(LINEAGE);
        assertThat(now(user)).isEqualTo(LINEAGE + BADGE);
        operator.post("/v1/badges/" + badge.path("id").asString() + ":revoke", "{\"reason\":\"x\"}");
        assertThat(now(user)).isEqualTo(LINEAGE);
    }

    @Test
    void aBadgeThatExpiredOrIsAnothersWordCountsNothing() {
        UserId user = server.makePerson("elsewhere-badged").user();
        Elsewhere place = server.makeOrganisation("badge-maker");
        Client admin = server.as(place.key());
        join(admin, place, user);
        BadgeSamples.issue(admin, user.text());
        assertThat(now(user)).as("anybody can make a workspace").isEqualTo(LINEAGE);
        BadgeSamples.issue(operator, user.text());
        assertThat(now(user)).isEqualTo(LINEAGE + BADGE);
        server.execute("update identity.badges set issued_at = now() - interval '91 days',"
                + " expires_at = now() - interval '1 day' where user_id = '" + user.value() + "'");
        assertThat(now(user)).isEqualTo(LINEAGE);
    }

    @Test
    void belongingToAWorkspaceWithAProvenDomainCountsAsLongAsItDoes() {
        UserId user = server.makePerson("employed").user();
        Elsewhere place = server.makeOrganisation("proven");
        Client admin = server.as(place.key());
        join(admin, place, user);
        assertThat(now(user)).isEqualTo(LINEAGE);
        server.execute("insert into identity.domain_owners (domain, workspace_id, serves) values ('proven.example', '"
                + place.workspace().value() + "', false)");
        assertThat(now(user)).as("asked for").isEqualTo(LINEAGE + WORKSPACE);
        family.change(user, "email_verified_at = now()");
        night();
        assertThat(family.score(user)).as("at night").isEqualTo(LINEAGE + WORKSPACE + 400);
        assertThat(admin.delete("/v1/workspaces/" + place.workspace().text() + "/members/" + user.text())
                        .status())
                .isEqualTo(204);
        night();
        assertThat(family.score(user)).isEqualTo(LINEAGE + 400);
    }

    @Test
    void anOperatorCanSupposeBoth() {
        UserId user = server.makePerson("supposed").user();
        JsonNode supposed = operator.post(
                        "/v1/users/" + user.text() + "/trust:explain",
                        "{\"verified_badge\":true,\"verified_workspace\":true}")
                .json();
        assertThat(supposed.path("score_before").intValue()).isEqualTo(LINEAGE);
        assertThat(supposed.path("score_after").intValue()).isEqualTo(LINEAGE + BADGE + WORKSPACE);
    }
}
