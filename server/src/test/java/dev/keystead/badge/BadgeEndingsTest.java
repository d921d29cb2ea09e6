package dev.keystead.badge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.BadgeSamples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.UuidV7;
import java.util.concurrent.CountDownLatch;
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

    @Test
    void whoeverLeavesIsNoLongerOfTheStaff() {
        String word = "f" + UuidV7.next().toString().replace("-", "").substring(14);
        Elsewhere place = server.makeOrganisation(word);
        Client admin = server.as(place.key());
        Person person = server.makePerson("q" + word.substring(1));
        JsonNode staff = issueToMember(place, person, "staff");
        JsonNode verified = issue(admin, person, "verified").json();
        String membership = "/v1/workspaces/" + place.workspace().text() + "/members/"
                + person.user().text();
        assertThat(admin.delete(membership).status()).isEqualTo(204);
        JsonNode now = admin.get("/v1/badges/" + staff.path("id").asString()).json();
        assertThat(now.path("status").asString()).isEqualTo("revoked");
        assertThat(now.path("revocation_reason").asString()).isEqualTo("the holder left the workspace");
        assertThat(verdict(word, staff).path("reason").asString()).isEqualTo("revoked");
        assertThat(verdict(word, verified).path("valid").booleanValue())
                .as("who they are has not changed")
                .isTrue();
        assertThat(issue(admin, person, "staff").status()).isEqualTo(409);

        JsonNode alumni = issue(admin, person, "alumni").json();
        JsonNode again = issueToMember(place, person, "staff");
        assertThat(admin.delete(membership).status()).isEqualTo(204);
        assertThat(verdict(word, alumni).path("valid").booleanValue()).isTrue();
        assertThat(verdict(word, again).path("reason").asString()).isEqualTo("revoked");
    }

    @Test
    void whoStaysButIsNoLongerOfTheStaffLosesThatBadge() {
        String word = "h" + UuidV7.next().toString().replace("-", "").substring(14);
        Elsewhere place = server.makeOrganisation(word);
        Client admin = server.as(place.key());
        Person person = server.makePerson("s" + word.substring(1));
        JsonNode staff = issueToMember(place, person, "staff");
        JsonNode verified = issue(admin, person, "verified").json();
        String membership = "/v1/workspaces/" + place.workspace().text() + "/members/"
                + person.user().text();
        assertThat(admin.patch(membership, "{\"role\":\"member\"}").status()).isEqualTo(200);
        assertThat(verdict(word, staff).path("valid").booleanValue())
                .as("another role is no other affiliation")
                .isTrue();
        assertThat(admin.patch(membership, "{\"affiliation\":\"external\"}").status())
                .isEqualTo(200);
        JsonNode now = admin.get("/v1/badges/" + staff.path("id").asString()).json();
        assertThat(now.path("status").asString()).isEqualTo("revoked");
        assertThat(now.path("revocation_reason").asString()).isEqualTo("the holder is no longer of the staff");
        assertThat(verdict(word, staff).path("reason").asString()).isEqualTo("revoked");
        assertThat(verdict(word, verified).path("valid").booleanValue()).isTrue();
    }

    @Test
    void aStaffBadgeThatIsIssuedWhileItsHolderLeavesEndsToo() throws InterruptedException {
        String word = "g" + UuidV7.next().toString().replace("-", "").substring(14);
        Elsewhere place = server.makeOrganisation(word);
        Client admin = server.as(place.key());
        for (int round = 0; round < 8; round++) {
            Person person = server.makePerson("r" + round + word.substring(1));
            issueToMember(place, person, "verified");
            var start = new CountDownLatch(1);
            Thread issuing = Thread.ofVirtual().start(() -> {
                await(start);
                issue(admin, person, "staff");
            });
            Thread leaving = Thread.ofVirtual().start(() -> {
                await(start);
                admin.delete("/v1/workspaces/" + place.workspace().text() + "/members/"
                        + person.user().text());
            });
            start.countDown();
            issuing.join();
            leaving.join();
            assertThat(server.count("select count(*) from identity.badges where kind = 'staff' and revoked_at is null"
                            + " and user_id = '" + person.user().value() + "'"))
                    .isZero();
        }
    }

    @Test
    void aBadgeIsNotStoodByWhileItsHolderIsShutOut() {
        String word = "i" + UuidV7.next().toString().replace("-", "").substring(14);
        Elsewhere place = server.makeOrganisation(word);
        Person person = server.makePerson("t" + word.substring(1));
        JsonNode verified = issueToMember(place, person, "verified");
        assertThat(verdict(word, verified).path("valid").booleanValue()).isTrue();
        String user = "/v1/users/" + person.user().text();
        assertThat(server.asAdministrator().post(user + ":suspend").status()).isEqualTo(200);
        JsonNode found = verdict(word, verified);
        assertThat(found.path("valid").booleanValue()).isFalse();
        assertThat(found.path("reason").asString()).isEqualTo("withheld");
        assertThat(found.path("payload").isObject()).isFalse();
        assertThat(found.path("sentence").asString())
                .as("strangers are not told what became of the person")
                .doesNotContain("suspend")
                .doesNotContain("account");
        assertThat(server.as("")
                        .get("/t/" + word + "/.well-known/badge-keys.json")
                        .json()
                        .path("revoked")
                        .size())
                .as("nothing is revoked")
                .isZero();
        assertThat(server.asAdministrator().post(user + ":reactivate").status()).isEqualTo(200);
        assertThat(verdict(word, verified).path("valid").booleanValue()).isTrue();
    }

    private static void await(CountDownLatch start) {
        try {
            start.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private JsonNode issueToMember(Elsewhere place, Person person, String kind) {
        Client admin = server.as(place.key());
        Answer added = admin.post(
                "/v1/workspaces/" + place.workspace().text() + "/members",
                "{\"user_id\":\"%s\",\"role\":\"viewer\",\"affiliation\":\"staff\"}"
                        .formatted(person.user().text()));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        Answer issued = issue(admin, person, kind);
        assertThat(issued.status()).as(issued.text()).isEqualTo(201);
        return issued.json();
    }

    private static Answer issue(Client admin, Person person, String kind) {
        return admin.post(
                "/v1/badges",
                "{\"user_id\":\"%s\",\"kind\":\"%s\"}".formatted(person.user().text(), kind));
    }

    private JsonNode verdict(String slug, JsonNode badge) {
        return server.as("")
                .post("/t/" + slug + "/v1/badges:verify", badge.path("document").toString())
                .json();
    }
}
