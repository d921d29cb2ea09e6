package dev.keystead.badge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.BadgeSamples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Badges from issuing to what stays of them, over HTTP.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadgeRoutesTest {
    private static final String ACME = "acme";

    private final TestServer server = TestServer.start("--roles", "web");
    private final Elsewhere place = server.makeOrganisation(ACME);
    private final Client admin = server.as(place.key());

    @AfterAll
    void stop() {
        server.close();
    }

    private static String word() {
        return "b" + UuidV7.next().toString().replace("-", "").substring(14);
    }

    private Person member(String affiliation) {
        Person person = server.makePerson(word());
        Answer added = admin.post(
                members(),
                "{\"user_id\":\"%s\",\"role\":\"viewer\",\"affiliation\":\"%s\"}"
                        .formatted(person.user().text(), affiliation));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        return person;
    }

    private String members() {
        return "/v1/workspaces/" + place.workspace().text() + "/members";
    }

    private static String wish(Person person, String kind) {
        return "{\"user_id\":\"%s\",\"kind\":\"%s\"}".formatted(person.user().text(), kind);
    }

    private Answer issue(Person person, String kind) {
        return admin.post("/v1/badges", wish(person, kind));
    }

    private JsonNode verdict(JsonNode badge) {
        return server.as("")
                .post("/t/" + ACME + "/v1/badges:verify", badge.path("document").toString())
                .json();
    }

    private IssuerKeys published() {
        String list =
                server.as("").get("/t/" + ACME + "/.well-known/badge-keys.json").text();
        return IssuerKeys.read(list.getBytes(StandardCharsets.UTF_8));
    }

    private static Verdict offline(JsonNode badge, IssuerKeys keys) {
        byte[] file = badge.path("document").toString().getBytes(StandardCharsets.UTF_8);
        return BadgeVerifier.verify(BadgeFile.read(file), keys, Instant.now());
    }

    @Test
    void aBadgeIsCheckedByTheListAloneAndByTheServer() {
        Person ana = member("contractor");
        Answer made = admin.post(
                "/v1/badges",
                "{\"user_id\":\"%s\",\"kind\":\"developer\",\"scope\":\"Rocket\",\"role\":\"Maker of wheels\"}"
                        .formatted(ana.user().text()));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        JsonNode badge = made.json();
        assertThat(made.header("Location")).isEqualTo("/v1/badges/" + made.id());
        assertThat(badge.path("status").asString()).isEqualTo("valid");
        assertThat(badge.path("issuer").asString()).isEqualTo(server.address() + "/t/" + ACME);
        assertThat(Duration.between(
                        Instant.parse(badge.path("issued_at").asString()),
                        Instant.parse(badge.path("expires_at").asString())))
                .isBetween(Duration.ofDays(90).minusSeconds(1), Duration.ofDays(90));

        JsonNode said = badge.path("document").path("payload");
        assertThat(said.path("scope").asString()).isEqualTo("Rocket");
        assertThat(said.path("role").asString()).isEqualTo("Maker of wheels");
        assertThat(said.path("sub").asString()).isEqualTo(ana.user().text());
        assertThat(said.path("handle").asString()).isNotEmpty();

        assertThat(offline(badge, published())).isInstanceOf(Verdict.Valid.class);
        JsonNode found = verdict(badge);
        assertThat(found.path("valid").booleanValue()).isTrue();
        assertThat(found.path("payload").path("id").asString()).isEqualTo(made.id());
    }

    @Test
    void aTamperedBadgeIsFoundOut() {
        JsonNode badge = issue(member("staff"), "staff").json();
        String document = badge.path("document").toString();
        String changed = document.replace("\"kind\":\"staff\"", "\"kind\":\"staff\",\"role\":\"owner\"");
        assertThat(changed).isNotEqualTo(document);
        JsonNode found =
                server.as("").post("/t/" + ACME + "/v1/badges:verify", changed).json();
        assertThat(found.path("valid").booleanValue()).isFalse();
        assertThat(found.path("reason").asString()).isEqualTo("wrong_signature");
        assertThat(found.path("payload").isMissingNode()
                        || found.path("payload").isNull())
                .as("nothing of it is repeated")
                .isTrue();
    }

    @Test
    void aBadgeOfOneWorkspaceIsNoneOfAnother() {
        JsonNode badge = issue(member("staff"), "staff").json();
        JsonNode elsewhere = server.as("")
                .post("/v1/badges:verify", badge.path("document").toString())
                .json();
        assertThat(elsewhere.path("reason").asString()).isEqualTo("foreign_issuer");
    }

    @Test
    void whatIsNoBadgeIsRefusedBeforeAnythingIsLookedAt() {
        Answer answer = server.as("").post("/v1/badges:verify", "{\"payload\":{},\"signature\":\"x\",\"kid\":\"y\"}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error()).contains("signature");
        Answer empty = server.as("")
                .post(
                        "/v1/badges:verify",
                        "{\"payload\":{},\"signature\":\"%s\",\"kid\":\"y\"}".formatted("A".repeat(86)));
        assertThat(empty.status()).isEqualTo(400);
        assertThat(empty.error()).contains("payload");
    }

    @Test
    void aRevokedBadgeLeavesATombstoneThatOutlivesIt() {
        JsonNode badge = issue(member("staff"), "staff").json();
        String id = badge.path("id").asString();
        Answer revoked = admin.post("/v1/badges/" + id + ":revoke", "{\"reason\":\"left in anger\"}");
        assertThat(revoked.status()).as(revoked.text()).isEqualTo(200);
        assertThat(revoked.json().path("status").asString()).isEqualTo("revoked");
        assertThat(revoked.json().path("revocation_reason").asString()).isEqualTo("left in anger");
        assertThat(verdict(badge).path("reason").asString()).isEqualTo("revoked");
        assertThat(admin.post("/v1/badges/" + id + ":revoke", "{\"reason\":\"again\"}")
                        .status())
                .isEqualTo(409);

        server.execute("delete from identity.badges where id = app.id_uuid('" + id + "')");
        assertThat(verdict(badge).path("reason").asString()).isEqualTo("revoked");
        assertThat(published()
                        .findRevocation(
                                BadgeFile.read(badge.path("document").toString().getBytes(StandardCharsets.UTF_8))
                                        .claims()
                                        .id()))
                .isPresent();
    }

    @Test
    void tombstonesOfBadgesThatEndedLongAgoLeaveTheListAndStay() {
        JsonNode badge = issue(member("staff"), "staff").json();
        String id = badge.path("id").asString();
        admin.post("/v1/badges/" + id + ":revoke", "{\"reason\":\"x\"}");
        server.execute("update identity.badge_tombstones set valid_until_at = now() - interval '91 days'"
                + " where badge_id = app.id_uuid('" + id + "')");
        assertThat(published().revoked()).noneMatch(one -> one.id().equals(id));
        assertThat(verdict(badge).path("reason").asString()).isEqualTo("revoked");
    }

    @ParameterizedTest
    @CsvSource({"contractor, staff", "staff, alumni", "staff, invited-by-staff"})
    void aBadgeSaysNothingThatIsNotSo(String affiliation, String kind) {
        Answer refused = issue(member(affiliation), kind);
        assertThat(refused.status()).as(refused.text()).isEqualTo(409);
        assertThat(refused.error()).startsWith("only ");
    }

    @Test
    void whoLeftIsAlumniAndNothingElse() {
        Person person = member("staff");
        assertThat(admin.delete(members() + "/" + person.user().text()).status())
                .isEqualTo(204);
        assertThat(issue(person, "staff").status()).isEqualTo(409);
        assertThat(issue(person, "verified").status()).isEqualTo(409);
        assertThat(issue(person, "alumni").status()).isEqualTo(201);
    }

    @Test
    void whoWasInvitedByStaffHasTheBadgeForIt() {
        Person inviter = server.makePerson(word());
        Person invitee = server.makePerson(word());
        String system = Reserved.SYSTEM_WORKSPACE.text();
        Client operator = server.asAdministrator();
        assertThat(operator.post(
                                "/v1/workspaces/" + system + "/members",
                                "{\"user_id\":\"%s\",\"role\":\"viewer\",\"affiliation\":\"staff\"}"
                                        .formatted(inviter.user().text()))
                        .status())
                .isEqualTo(201);
        assertThat(operator.post("/v1/badges", wish(invitee, "invited-by-staff"))
                        .status())
                .isEqualTo(409);
        server.execute("""
                insert into identity.invite_chain_edges
                    (tenant_id, invitee_id, inviter_id, invite_id, depth, issued_at, redeemed_at)
                values ('%s', '%s', '%s', app.new_id(), 1, now(), now())""".formatted(
                        Reserved.SYSTEM_WORKSPACE.value(),
                        invitee.user().value(),
                        inviter.user().value()));
        assertThat(operator.post("/v1/badges", wish(invitee, "invited-by-staff"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void strangersAndWordsThatAreNoKindsAreRefused() {
        Person stranger = server.makePerson(word());
        Answer refused = issue(stranger, "verified");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.error()).contains("user_id");
        assertThat(issue(member("staff"), "emperor").error()).contains("kind").contains("staff");
        assertThat(admin.get("/v1/users/" + stranger.user().text() + "/badges").status())
                .isEqualTo(404);
    }

    @Test
    void nobodyIsGivenABadgeWhoseAccountIsNotActive() {
        String user = admin.post("/v1/users", "{\"email\":\"%s@a.test\",\"display_name\":\"S\"}".formatted(word()))
                .id();
        assertThat(admin.post("/v1/users/" + user + ":suspend").status()).isEqualTo(200);
        assertThat(admin.post("/v1/badges", "{\"user_id\":\"%s\",\"kind\":\"verified\"}".formatted(user))
                        .status())
                .isEqualTo(409);
    }

    @Test
    void foreignBadgesAndKeysLookLikeAbsentOnes() {
        JsonNode badge = issue(member("staff"), "staff").json();
        Client other = server.as(server.makeOrganisation("o" + word()).key());
        String id = badge.path("id").asString();
        String kid = badge.path("document").path("kid").asString();
        assertThat(other.get("/v1/badges/" + id).status()).isEqualTo(404);
        assertThat(other.post("/v1/badges/" + id + ":revoke", "{\"reason\":\"x\"}")
                        .status())
                .isEqualTo(404);
        assertThat(other.post("/v1/badge-issuer-keys/" + kid + ":rotate").status())
                .isEqualTo(404);
        assertThat(other.post("/v1/badge-issuer-keys/" + kid + ":revoke").status())
                .isEqualTo(404);
        assertThat(other.get("/v1/badges").json().path("items").size()).isZero();
        assertThat(verdict(badge).path("valid").booleanValue()).isTrue();
    }

    @Test
    void aPersonSeesTheirBadgesOfEveryWorkspace() {
        Person person = member("staff");
        String first = issue(person, "staff").id();
        String second = BadgeSamples.issue(
                        server.asAdministrator(), person.user().text())
                .path("id")
                .asString();
        Client self = server.as(person.key());
        JsonNode own = self.get("/v1/me/badges").json();
        assertThat(own.path("items").valueStream().map(item -> item.path("id").asString()))
                .containsExactly(second, first);
        JsonNode page = self.get("/v1/me/badges?limit=1").json();
        assertThat(self.get("/v1/me/badges?limit=1&cursor="
                                + page.path("next_cursor").asString())
                        .json()
                        .path("items")
                        .path(0)
                        .path("id")
                        .asString())
                .isEqualTo(first);
        assertThat(self.get("/v1/me/badges/" + first).status()).isEqualTo(200);
        assertThat(server.as(member("staff").key())
                        .get("/v1/me/badges/" + first)
                        .status())
                .isEqualTo(404);
        assertThat(admin.get("/v1/users/" + person.user().text() + "/badges")
                        .json()
                        .path("items")
                        .size())
                .as("a workspace sees those that it issued")
                .isOne();
    }
}
