package dev.keystead.oauth.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import dev.keystead.server.KeyRings;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.UuidV7;
import org.junit.jupiter.api.Test;

class KeySetRoutesTest {
    private static final String PATH = "/.well-known/jwks.json";

    private final TestServer server = TestServer.shared();
    private final Client anybody = server.as("");

    private Elsewhere place() {
        return server.makeOrganisation("jwks-" + UuidV7.next().toString().substring(14));
    }

    @Test
    void everyWorkspaceShowsItsOwnKeysToAnybody() throws Exception {
        Elsewhere place = place();
        Answer theirs = anybody.get("/t/" + place.slug() + PATH);
        assertThat(theirs.status()).as(theirs.text()).isEqualTo(200);
        assertThat(theirs.header("Content-Type")).isEqualTo("application/jwk-set+json");
        assertThat(theirs.header("Cache-Control")).isEqualTo("public, max-age=300");
        assertThat(theirs.header("Access-Control-Allow-Origin")).isEqualTo("*");
        JWKSet keys = JWKSet.parse(theirs.text());
        assertThat(keys.getKeys())
                .noneMatch(JWK::isPrivate)
                .extracting(JWK::getAlgorithm)
                .contains(JWSAlgorithm.RS256, JWSAlgorithm.ES256);
        assertThat(keys.getKeys())
                .isEqualTo(KeyRings.of(server).publicKeys(place.workspace()).getKeys());

        Answer system = anybody.get(PATH);
        assertThat(system.status()).isEqualTo(200);
        assertThat(JWKSet.parse(system.text()).getKeys()).doesNotContainAnyElementsOf(keys.getKeys());
    }

    @Test
    void whoeverHasTheSetIsToldThatItIsTheSameUntilItChanges() {
        Elsewhere place = place();
        String path = "/t/" + place.slug() + PATH;
        String etag = anybody.get(path).header("ETag");
        assertThat(etag).matches("\"[0-9a-f]{16}\"");
        Answer same = anybody.with("If-None-Match", etag).get(path);
        assertThat(same.status()).isEqualTo(304);
        assertThat(same.text()).isEmpty();
        server.as(place.key()).post("/v1/signing-keys:rotate", "{\"algorithm\":\"ES256\"}");
        Answer changed = anybody.with("If-None-Match", etag).get(path);
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.header("ETag")).isNotEqualTo(etag);
    }

    @Test
    void aWorkspaceThatIsUnknownOrSuspendedHasNone() {
        Elsewhere place = place();
        Client owner = server.as(place.key());
        String slug = "w" + UuidV7.next().toString().replace("-", "");
        String id = owner.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"W\"}".formatted(slug))
                .id();
        assertThat(anybody.get("/t/" + slug + PATH).status()).isEqualTo(200);
        owner.post("/v1/workspaces/" + id + ":suspend");
        assertThat(anybody.get("/t/" + slug + PATH).status()).isEqualTo(404);
        assertThat(anybody.get("/t/nowhere-at-all" + PATH).status()).isEqualTo(404);
    }
}
