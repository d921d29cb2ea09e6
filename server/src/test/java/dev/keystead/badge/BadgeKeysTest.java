package dev.keystead.badge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.BadgeSamples;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.UuidV7;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// Keys that sign badges: making, rotating, revoking and forgetting them. Each test has a workspace of its own.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadgeKeysTest {
    private final TestServer server = TestServer.start("--roles", "web");

    @AfterAll
    void stop() {
        server.close();
    }

    private final class Issuer {
        private final Elsewhere place = server.makeOrganisation(
                "k" + UuidV7.next().toString().replace("-", "").substring(14));
        private final Client admin = server.as(place.key());
        private final String user = admin.post(
                        "/v1/users", "{\"email\":\"u@%s.test\",\"display_name\":\"U\"}".formatted(place.slug()))
                .id();

        JsonNode issue() {
            return BadgeSamples.issue(admin, user);
        }

        String verdict(JsonNode badge) {
            JsonNode found = server.as("")
                    .post(
                            "/t/" + place.slug() + "/v1/badges:verify",
                            badge.path("document").toString())
                    .json();
            return found.path("valid").booleanValue()
                    ? "valid"
                    : found.path("reason").asString();
        }

        IssuerKeys published() {
            String list = server.as("")
                    .get("/t/" + place.slug() + "/.well-known/badge-keys.json")
                    .text();
            return IssuerKeys.read(list.getBytes(StandardCharsets.UTF_8));
        }

        long count(String where) {
            return server.count("select count(*) from identity.badge_issuer_keys where tenant_id = '"
                    + place.workspace().value() + "' and " + where);
        }

        void change(String set) {
            server.execute("update identity.badge_issuer_keys set " + set + " where tenant_id = '"
                    + place.workspace().value() + "'");
        }
    }

    private static String kid(JsonNode badge) {
        return badge.path("document").path("kid").asString();
    }

    @Test
    void aWorkspaceThatIssuedNothingHasNoKeys() {
        IssuerKeys published = new Issuer().published();
        assertThat(published.keys()).isEmpty();
        assertThat(published.revoked()).isEmpty();
    }

    @Test
    void ofManyWhoNeedTheFirstKeyAtOnceOneMakesIt() {
        var issuer = new Issuer();
        List<CompletableFuture<String>> all = IntStream.range(0, 8)
                .mapToObj(_ -> CompletableFuture.supplyAsync(() -> kid(issuer.issue())))
                .toList();
        assertThat(all.stream().map(CompletableFuture::join).distinct()).hasSize(1);
        assertThat(issuer.count("true")).isOne();
        assertThat(server.count("select count(*) from audit.written where event_type = 'badge_issuer_key.make'"
                        + " and tenant_id = '" + issuer.place.workspace().value() + "'"))
                .isOne();
    }

    @Test
    void aRotatedKeySignsNoMoreAndWhatItSignedStaysValid() {
        var issuer = new Issuer();
        JsonNode before = issuer.issue();
        Answer rotated = issuer.admin.post("/v1/badge-issuer-keys/" + kid(before) + ":rotate");
        assertThat(rotated.status()).as(rotated.text()).isEqualTo(200);
        assertThat(rotated.json().path("key").path("status").asString()).isEqualTo("rotating");
        String successor = rotated.json().path("successor").path("id").asString();
        JsonNode after = issuer.issue();
        assertThat(kid(after)).isEqualTo(successor).isNotEqualTo(kid(before));
        assertThat(issuer.verdict(before)).isEqualTo("valid");
        assertThat(issuer.verdict(after)).isEqualTo("valid");
        assertThat(issuer.published().keys().stream().map(IssuerKeys.IssuerKey::status))
                .containsExactly("rotating", "active");
        assertThat(issuer.admin
                        .post("/v1/badge-issuer-keys/" + kid(before) + ":rotate")
                        .status())
                .as("the old one cannot be rotated again")
                .isEqualTo(409);
        JsonNode listed = issuer.admin.get("/v1/badge-issuer-keys").json().path("items");
        assertThat(listed.size()).isEqualTo(2);
        assertThat(listed.toString()).doesNotContain("private");
    }

    @Test
    void aRevokedKeyEndsItsBadgesAndTheNextBadgeHasANewOne() {
        var issuer = new Issuer();
        JsonNode badge = issuer.issue();
        JsonNode second = issuer.issue();
        Answer revoked = issuer.admin.post("/v1/badge-issuer-keys/" + kid(badge) + ":revoke");
        assertThat(revoked.status()).as(revoked.text()).isEqualTo(200);
        assertThat(revoked.json().path("badges").intValue()).isEqualTo(2);
        assertThat(issuer.verdict(badge)).isEqualTo("key_revoked");
        assertThat(issuer.verdict(second)).isEqualTo("key_revoked");
        assertThat(issuer.admin
                        .get("/v1/badges/" + badge.path("id").asString())
                        .json()
                        .path("status")
                        .asString())
                .isEqualTo("revoked");
        assertThat(issuer.admin
                        .post("/v1/badge-issuer-keys/" + kid(badge) + ":revoke")
                        .status())
                .isEqualTo(409);
        JsonNode after = issuer.issue();
        assertThat(kid(after)).isNotEqualTo(kid(badge));
        assertThat(issuer.verdict(after)).isEqualTo("valid");
    }

    @Test
    void noBadgeOfARevokedKeyIsLeftHoweverTheyMeet() {
        var issuer = new Issuer();
        for (int round = 0; round < 5; round++) {
            String kid = kid(issuer.issue());
            var issuing = CompletableFuture.supplyAsync(() -> issuer.admin.post(
                    "/v1/badges", "{\"user_id\":\"%s\",\"kind\":\"verified\"}".formatted(issuer.user)));
            var revoking =
                    CompletableFuture.supplyAsync(() -> issuer.admin.post("/v1/badge-issuer-keys/" + kid + ":revoke"));
            assertThat(revoking.join().status()).isEqualTo(200);
            assertThat(issuing.join().status()).isIn(201, 409);
            assertThat(server.count("select count(*) from identity.badges b join identity.badge_issuer_keys k"
                            + " on k.id = b.issuer_key_id where k.status = 'revoked' and b.revoked_at is null"))
                    .isZero();
        }
    }

    @Test
    void aKeyThatIsNotAsItWasMadeNeitherSignsNorIsPublished() {
        var issuer = new Issuer();
        JsonNode badge = issuer.issue();
        issuer.change("public_key = sha256('somebody else''s')");
        assertThat(issuer.published().keys()).isEmpty();
        assertThat(issuer.verdict(badge)).isEqualTo("unknown_key");
        Answer refused =
                issuer.admin.post("/v1/badges", "{\"user_id\":\"%s\",\"kind\":\"verified\"}".formatted(issuer.user));
        assertThat(refused.status()).isEqualTo(500);
        assertThat(issuer.admin
                        .post("/v1/badge-issuer-keys/" + kid(badge) + ":revoke")
                        .status())
                .as("it can be revoked, and then all is well again")
                .isEqualTo(200);
        assertThat(issuer.verdict(issuer.issue())).isEqualTo("valid");
    }

    @Test
    void aPrivateKeyOpensInItsOwnRowAlone() {
        var issuer = new Issuer();
        var other = new Issuer();
        issuer.issue();
        other.issue();
        server.execute("""
                update identity.badge_issuer_keys k set private_key = o.private_key, public_key = o.public_key
                from identity.badge_issuer_keys o
                where k.tenant_id = '%s' and o.tenant_id = '%s'""".formatted(
                issuer.place.workspace().value(), other.place.workspace().value()));
        assertThat(issuer.published().keys()).isEmpty();
    }

    @Test
    void theTimetableRotatesWhatIsOldAndRemovesWhatNobodyNeeds() {
        var issuer = new Issuer();
        JsonNode badge = issuer.issue();
        issuer.change("created_at = now() - interval '181 days'");
        assertThat(TestJobs.run(server, "badge-keys")).isPositive();
        assertThat(issuer.count("status = 'rotating'")).isOne();
        assertThat(issuer.count("status = 'active'")).isOne();
        assertThat(issuer.verdict(badge)).isEqualTo("valid");
        assertThat(TestJobs.run(server, "badge-keys"))
                .as("what is done is done")
                .isZero();

        server.execute("update identity.badge_issuer_keys set expires_at = now() - interval '1 second'"
                + " where status = 'rotating' and tenant_id = '"
                + issuer.place.workspace().value() + "'");
        assertThat(TestJobs.run(server, "badge-keys"))
                .as("a badge keeps its key")
                .isZero();
        server.execute("delete from identity.badges where tenant_id = '"
                + issuer.place.workspace().value() + "'");
        assertThat(TestJobs.run(server, "badge-keys")).isOne();
        assertThat(issuer.count("true")).isOne();
    }

    @Test
    void badgesGoNinetyDaysAfterTheirEndAndTombstonesStay() {
        var issuer = new Issuer();
        String id = issuer.issue().path("id").asString();
        issuer.issue();
        assertThat(issuer.admin
                        .post("/v1/badges/" + id + ":revoke", "{\"reason\":\"x\"}")
                        .status())
                .isEqualTo(200);
        String ours = " where tenant_id = '" + issuer.place.workspace().value() + "'";
        server.execute("update identity.badges set issued_at = now() - interval '181 days',"
                + " expires_at = now() - interval '89 days'" + ours + " and id = app.id_uuid('" + id + "')");
        TestJobs.run(server, "retention");
        assertThat(server.count("select count(*) from identity.badges" + ours)).isEqualTo(2);
        server.execute("update identity.badges set expires_at = now() - interval '91 days'" + ours
                + " and id = app.id_uuid('" + id + "')");
        TestJobs.run(server, "retention");
        assertThat(server.count("select count(*) from identity.badges" + ours)).isOne();
        assertThat(server.count("select count(*) from identity.badge_tombstones" + ours))
                .isOne();
    }
}
