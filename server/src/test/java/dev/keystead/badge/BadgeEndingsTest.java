package dev.keystead.badge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.BadgeSamples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.UuidV7;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What becomes of badges when their holder goes.
class BadgeEndingsTest {
    private final TestServer server = TestServer.shared();

    @Test
    void theBadgesOfADeletedAccountAreRevokedInEveryWorkspace() {
        String word = "e" + UuidV7.next().toString().replace("-", "").substring(14);
        Elsewhere place = server.makeOrganisation(word);
        Client admin = server.as(place.key());
        Person person = server.makePerson("p" + word.substring(1));
        String user = person.user().text();
        assertThat(admin.post(
                                "/v1/workspaces/" + place.workspace().text() + "/members",
                                "{\"user_id\":\"%s\",\"role\":\"viewer\"}".formatted(user))
                        .status())
                .isEqualTo(201);
        JsonNode badge = BadgeSamples.issue(admin, user);
        assertThat(server.asAdministrator().delete("/v1/users/" + user).status())
                .isEqualTo(204);
        server.look()
                .until(
                        "select count(*) from identity.badge_tombstones where badge_id = app.id_uuid('"
                                + badge.path("id").asString() + "')",
                        1);
        JsonNode found = server.as("")
                .post("/t/" + word + "/v1/badges:verify", badge.path("document").toString())
                .json();
        assertThat(found.path("reason").asString()).isEqualTo("revoked");
        assertThat(admin.post("/v1/badges", "{\"user_id\":\"%s\",\"kind\":\"verified\"}".formatted(user))
                        .status())
                .as("nobody is left to attest anything about")
                .isIn(400, 409);
    }
}
