package dev.keystead.key;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.server.KeyRings;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.workspace.WorkspaceId;
import java.text.ParseException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// Keys that follow each other, in time and on demand.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SigningKeyRoutesTest {
    private static final Map<String, Object> CLAIMS = Map.of("sub", "ana");

    private final TestServer server = TestServer.start("--roles", "web");
    private final KeyRing ring = KeyRings.of(server);
    private int places;

    @AfterAll
    void stop() {
        server.close();
    }

    private Elsewhere place() {
        places++;
        return server.makeOrganisation("keys-" + places);
    }

    private static List<String> kids(Client client, String status) {
        return client.get("/v1/signing-keys")
                .json()
                .path("items")
                .valueStream()
                .filter(key -> key.path("status").asString().equals(status))
                .map(key -> key.path("id").asString())
                .toList();
    }

    private List<String> published(WorkspaceId workspace) {
        return ring.publicKeys(workspace).getKeys().stream()
                .filter(key -> key.getAlgorithm().equals(Algorithm.ES256.jws()))
                .map(JWK::getKeyID)
                .toList();
    }

    private SignedJWT sign(WorkspaceId workspace) throws ParseException {
        return SignedJWT.parse(ring.sign(workspace, Algorithm.ES256, "at+jwt", CLAIMS));
    }

    /// Runs the job once that lets keys follow each other.
    private long rotate() {
        return server.timetable().stream()
                .filter(job -> job.name().equals("key-rotation"))
                .findFirst()
                .orElseThrow()
                .run()
                .run();
    }

    private void pass(String column, String interval, String kid) {
        server.execute("update oauth.signing_keys set %1$s = %1$s - interval '%2$s' where kid = '%3$s'"
                .formatted(column, interval, kid));
    }

    @Test
    void inTimeKeysFollowEachOtherAndWhatWasSignedStaysGood() throws Exception {
        Elsewhere place = place();
        WorkspaceId workspace = place.workspace();
        Client client = server.as(place.key());
        SignedJWT early = sign(workspace);
        String first = early.getHeader().getKeyID();
        assertThat(rotate()).as("nothing is due").isZero();

        // The next key is published two days ahead and does not sign yet.
        pass("activates_at", "88 days", first);
        assertThat(rotate()).isOne();
        assertThat(rotate()).as("once").isZero();
        assertThat(kids(client, "next")).hasSize(1);
        String second = kids(client, "next").getFirst();
        assertThat(published(workspace)).containsExactlyInAnyOrder(first, second);
        assertThat(sign(workspace).getHeader().getKeyID()).isEqualTo(first);

        // Its day has come.
        pass("activates_at", "3 days", second);
        assertThat(rotate()).isEqualTo(2);
        assertThat(sign(workspace).getHeader().getKeyID()).isEqualTo(second);
        assertThat(kids(client, "rotated")).containsExactly(first);
        assertThat(published(workspace)).containsExactlyInAnyOrder(first, second);
        assertThat(ring.verify(workspace, early)).isPresent();

        // No token of the first key can be alive any more.
        pass("expires_at", "8 days", first);
        assertThat(rotate()).isOne();
        assertThat(published(workspace)).containsExactly(second);
        assertThat(ring.verify(workspace, early)).isEmpty();
        assertThat(server.count("select count(*) from oauth.signing_keys where kid = '" + first + "'"))
                .isZero();
        assertThat(server.count("select count(*) from audit.written where tenant_id = '" + workspace.value()
                        + "' and actor_did = 'did:internal:key-rotation'"))
                .as("entries: prepared, turned for both, removed")
                .isEqualTo(4);
    }

    @Test
    void onDemandTheNextKeyIsPublishedFirst() throws Exception {
        Elsewhere place = place();
        Client client = server.as(place.key());
        String first = sign(place.workspace()).getHeader().getKeyID();
        Answer rotated = client.post("/v1/signing-keys:rotate", "{\"algorithm\":\"ES256\"}");
        assertThat(rotated.status()).as(rotated.text()).isEqualTo(200);
        JsonNode next = rotated.json().path("keys").path(0);
        assertThat(next.path("status").asString()).isEqualTo("next");
        assertThat(published(place.workspace()))
                .containsExactlyInAnyOrder(first, next.path("id").asString());
        assertThat(sign(place.workspace()).getHeader().getKeyID()).isEqualTo(first);

        Answer again = client.post("/v1/signing-keys:rotate", "{\"algorithm\":\"ES256\"}");
        assertThat(again.json().path("keys").path(0)).isEqualTo(next);
        Answer now = client.post("/v1/signing-keys:rotate", "{\"algorithm\":\"ES256\",\"immediate\":true}");
        assertThat(now.json().path("keys").size()).isEqualTo(2);
        assertThat(kids(client, "active")).contains(next.path("id").asString()).doesNotContain(first);
        assertThat(kids(client, "rotated")).containsExactly(first);
    }

    @Test
    void atOnceMeansForEveryAlgorithmThatTheWorkspaceHas() throws Exception {
        Elsewhere place = place();
        Client client = server.as(place.key());
        SignedJWT early = sign(place.workspace());
        ring.signingKey(place.workspace(), Algorithm.EDDSA);
        Answer rotated = client.post("/v1/signing-keys:rotate", "{\"immediate\":true}");
        assertThat(rotated.json().path("workspace_id").asString())
                .isEqualTo(place.workspace().text());
        assertThat(kids(client, "active")).hasSize(2);
        assertThat(kids(client, "rotated"))
                .hasSize(2)
                .contains(early.getHeader().getKeyID());
        assertThat(ring.verify(place.workspace(), early)).isPresent();
        assertThat(sign(place.workspace()).getHeader().getKeyID()).isIn(kids(client, "active"));
    }

    @Test
    void aRevokedKeyIsOutAtOnceAndAnotherOneSigns() throws Exception {
        Elsewhere place = place();
        Client client = server.as(place.key());
        SignedJWT token = sign(place.workspace());
        String kid = token.getHeader().getKeyID();
        Answer revoked = client.post("/v1/signing-keys/" + kid + ":revoke");
        assertThat(revoked.status()).as(revoked.text()).isEqualTo(200);
        assertThat(revoked.json().path("status").asString()).isEqualTo("revoked");
        assertThat(ring.verify(place.workspace(), token)).isEmpty();
        assertThat(published(place.workspace())).doesNotContain(kid).hasSize(1);
        assertThat(ring.verify(place.workspace(), sign(place.workspace()))).isPresent();
        Answer again = client.post("/v1/signing-keys/" + kid + ":revoke");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.error()).isEqualTo("the key is revoked already");
    }

    @Test
    void ofARevokedKeyTheNextOneTakesThePlace() throws Exception {
        Elsewhere place = place();
        Client client = server.as(place.key());
        String kid = sign(place.workspace()).getHeader().getKeyID();
        String next = client.post("/v1/signing-keys:rotate", "{}")
                .json()
                .path("keys")
                .path(0)
                .path("id")
                .asString();
        client.post("/v1/signing-keys/" + kid + ":revoke");
        assertThat(sign(place.workspace()).getHeader().getKeyID()).isEqualTo(next);
        assertThat(kids(client, "next")).isEmpty();
    }

    @Test
    void noAnswerTellsAPrivateKey() throws Exception {
        Elsewhere place = place();
        Client client = server.as(place.key());
        sign(place.workspace());
        JsonNode key = client.get("/v1/signing-keys").json().path("items").path(0);
        assertThat(key.propertyNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "algorithm",
                        "status",
                        "created_at",
                        "activates_at",
                        "rotated_at",
                        "revoked_at",
                        "expires_at");
    }

    @Test
    void anAlgorithmThatWeDoNotHaveIsRefused() {
        Client client = server.as(place().key());
        for (String word : List.of("none", "HS256", "es256", "")) {
            Answer refused = client.post("/v1/signing-keys:rotate", "{\"algorithm\":\"" + word + "\"}");
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.text()).contains("RS256, PS256, ES256, EdDSA");
        }
    }
}
