package dev.keystead.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.AtOnce;
import dev.keystead.login.Town;
import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.KeyRings;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.Until;
import dev.keystead.workspace.WorkspaceId;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Signing and checking, with a real database under it.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyRingTest {
    private static final Map<String, Object> CLAIMS =
            Map.of("sub", "ana", "iat", 1_800_000_000L, "aud", List.of("a", "b"), "admin", false);

    /// The promise is one second. The limit of the wait is no part of it: a busy machine may pause longer.
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final TestPostgres.Database database = TestPostgres.shared().createDatabase();
    private final TestServer server = TestServer.start(database, "--master-key", Town.MASTER_KEY, "--roles", "web");
    private final TestServer there = TestServer.start(database, "--master-key", Town.MASTER_KEY, "--roles", "web");
    private final KeyRing ring = KeyRings.of(server);
    private final KeyRing elsewhere = KeyRings.of(there);
    private int places;

    @AfterAll
    void stop() {
        server.close();
        there.close();
    }

    private Elsewhere place() {
        places++;
        return server.makeOrganisation("ring-" + places);
    }

    private long count(WorkspaceId workspace, String which) {
        return server.count(
                "select count(*) from oauth.signing_keys where tenant_id = '" + workspace.value() + "' and " + which);
    }

    private static SignedJWT parsed(String token) throws ParseException {
        return SignedJWT.parse(token);
    }

    @Test
    void aKeyIsMadeOnceHoweverManyNeedItAtOnce() throws Exception {
        WorkspaceId workspace = place().workspace();
        List<String> tokens = AtOnce.run(32, () -> ring.sign(workspace, Algorithm.ES256, "at+jwt", CLAIMS));
        Set<String> kids = Set.copyOf(tokens.stream().map(KeyRingTest::kidOf).toList());
        assertThat(kids).hasSize(1);
        assertThat(count(workspace, "true")).isOne();
        assertThat(server.count("select count(*) from audit.written where event_type = 'signing_key.make'"
                        + " and tenant_id = '" + workspace.value() + "'"))
                .isOne();
    }

    private static String kidOf(String token) {
        try {
            return parsed(token).getHeader().getKeyID();
        } catch (ParseException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTokenSaysWhatItIsAndIsAcceptedByAnyoneWithThePublicKeys(Algorithm algorithm) throws Exception {
        WorkspaceId workspace = place().workspace();
        SignedJWT token = parsed(ring.sign(workspace, algorithm, "at+jwt", CLAIMS));
        assertThat(token.getHeader().getType()).isEqualTo(new JOSEObjectType("at+jwt"));
        assertThat(token.getHeader().getAlgorithm()).isEqualTo(algorithm.jws());
        JWTClaimsSet claims = ring.verify(workspace, token).orElseThrow();
        assertThat(claims.getSubject()).isEqualTo("ana");
        assertThat(claims.getAudience()).containsExactly("a", "b");
        assertThat(claims.getIssueTime()).hasTime(1_800_000_000_000L);
        assertThat(claims.getBooleanClaim("admin")).isFalse();

        JWK key = ring.publicKeys(workspace).getKeyByKeyId(token.getHeader().getKeyID());
        assertThat(key.isPrivate()).isFalse();
        assertThat(key.getKeyUse()).isEqualTo(KeyUse.SIGNATURE);
        assertThat(key.getAlgorithm()).isEqualTo(algorithm.jws());
        // Ed25519 needs a further library there; the engines check each other's in EngineTest.
        if (algorithm != Algorithm.EDDSA) {
            assertThat(token.verify(verifier(key))).isTrue();
        }
    }

    private static JWSVerifier verifier(JWK key) throws JOSEException {
        return key instanceof ECKey elliptic ? new ECDSAVerifier(elliptic) : new RSASSAVerifier(key.toRSAKey());
    }

    @Test
    void theKeySetHasKeysForIdentityTokensAndAccessTokensFromTheFirstTime() {
        WorkspaceId workspace = place().workspace();
        assertThat(ring.publicKeys(workspace).getKeys())
                .extracting(JWK::getAlgorithm)
                .containsExactlyInAnyOrder(JWSAlgorithm.RS256, JWSAlgorithm.ES256);
        assertThat(ring.keySet(workspace).json())
                .isSameAs(ring.keySet(workspace).json());
        assertThat(ring.publicKeys(workspace).toString(false))
                .doesNotContain("\"d\":")
                .doesNotContain("\"p\":");
    }

    @Test
    void aTokenOfAnotherWorkspaceIsNone() throws Exception {
        WorkspaceId ours = place().workspace();
        WorkspaceId theirs = place().workspace();
        ring.publicKeys(theirs);
        SignedJWT token = parsed(ring.sign(ours, Algorithm.ES256, "at+jwt", CLAIMS));
        assertThat(ring.verify(ours, token)).isPresent();
        assertThat(ring.verify(theirs, token)).isEmpty();
    }

    @Test
    void aTokenThatWasChangedIsNone() throws Exception {
        WorkspaceId workspace = place().workspace();
        String[] token = ring.sign(workspace, Algorithm.ES256, "at+jwt", CLAIMS).split("\\.", -1);
        String[] other = ring.sign(workspace, Algorithm.ES256, "at+jwt", Map.of("sub", "eva"))
                .split("\\.", -1);
        assertThat(ring.verify(workspace, parsed(String.join(".", token)))).isPresent();
        assertThat(ring.verify(workspace, parsed(token[0] + "." + other[1] + "." + token[2])))
                .isEmpty();
        assertThat(ring.verify(workspace, parsed(token[0] + "." + token[1] + "." + other[2])))
                .isEmpty();
        assertThat(ring.verify(workspace, parsed(token[0] + "." + token[1] + "." + token[2].substring(4))))
                .isEmpty();
    }

    /// RFC 8725 §3.1, §3.2; RFC 7515 §4.1.11.
    @Test
    void aTokenThatChoosesItsOwnRulesIsNone() throws Exception {
        WorkspaceId workspace = place().workspace();
        String kid = ring.signingKey(workspace, Algorithm.RS256).kid();
        ECKey own = new ECKeyGenerator(Curve.P_256).generate();
        for (JWSHeader header : List.of(
                new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(kid).build(),
                new JWSHeader.Builder(JWSAlgorithm.ES256).build(),
                new JWSHeader.Builder(JWSAlgorithm.ES256).jwk(own.toPublicJWK()).build(),
                new JWSHeader.Builder(JWSAlgorithm.ES256)
                        .keyID(new SigningKeyId(UUID.randomUUID()).text())
                        .build())) {
            var token = new SignedJWT(
                    header, new JWTClaimsSet.Builder().subject("ana").build());
            token.sign(new ECDSASigner(own));
            assertThat(ring.verify(workspace, parsed(token.serialize())))
                    .as("%s", header)
                    .isEmpty();
        }
    }

    @Test
    void aKeyIsMadeOnceHoweverManyNodesNeedItAtOnce() throws Exception {
        WorkspaceId workspace = place().workspace();
        List<String> kids = AtOnce.numbered(
                16,
                number -> (number % 2 == 0 ? ring : elsewhere)
                        .signingKey(workspace, Algorithm.RS256)
                        .kid());
        assertThat(Set.copyOf(kids)).hasSize(1);
        assertThat(count(workspace, "true")).isOne();
    }

    @Test
    void nodesAgreeOnWhichKeysThereAre() throws Exception {
        Elsewhere place = place();
        WorkspaceId workspace = place.workspace();
        ring.publicKeys(workspace);
        elsewhere.publicKeys(workspace);
        SignedJWT fresh = parsed(elsewhere.sign(workspace, Algorithm.EDDSA, "at+jwt", CLAIMS));
        Until.holds(
                "a key of the other node is known",
                LIMIT,
                () -> ring.verify(workspace, fresh).isPresent());

        SignedJWT before = parsed(ring.sign(workspace, Algorithm.ES256, "at+jwt", CLAIMS));
        String kid = before.getHeader().getKeyID();
        assertThat(elsewhere.verify(workspace, before)).isPresent();
        server.as(place.key()).post("/v1/signing-keys:rotate", "{\"algorithm\":\"ES256\",\"immediate\":true}");
        assertThat(ring.signingKey(workspace, Algorithm.ES256).kid()).isNotEqualTo(kid);
        // Until it has heard, the other node signs with a key that is still published.
        SignedJWT late = parsed(elsewhere.sign(workspace, Algorithm.ES256, "at+jwt", CLAIMS));
        assertThat(ring.verify(workspace, late)).isPresent();
        Until.holds(
                "the other node signs with the new key",
                LIMIT,
                () -> !elsewhere.signingKey(workspace, Algorithm.ES256).kid().equals(kid));
        assertThat(elsewhere.verify(workspace, before)).isPresent();

        server.as(place.key()).post("/v1/signing-keys/" + kid + ":revoke");
        assertThat(ring.verify(workspace, before)).isEmpty();
        Until.holds(
                "the other node refuses what the revoked key signed",
                LIMIT,
                () -> elsewhere.verify(workspace, before).isEmpty());
    }

    @Test
    void aKeyWhosePrivatePartWasTamperedWithNeitherSignsNorIsPublished() throws Exception {
        Elsewhere place = place();
        String kid = make(place.workspace(), Algorithm.ES256);
        server.execute("update oauth.signing_keys set private_key = set_byte(private_key, 90,"
                + " get_byte(private_key, 90) # 1) where kid = '" + kid + "'");
        expectUnusable(place, kid);
    }

    @Test
    void aPublicKeyThatWasPutIntoTheDatabaseChecksNothing() throws Exception {
        Elsewhere place = place();
        WorkspaceId workspace = place.workspace();
        String kid = make(workspace, Algorithm.ES256);
        ECKey own = new ECKeyGenerator(Curve.P_256)
                .keyID(kid)
                .algorithm(JWSAlgorithm.ES256)
                .keyUse(KeyUse.SIGNATURE)
                .generate();
        server.execute("update oauth.signing_keys set public_jwk = '"
                + own.toPublicJWK().toJSONString() + "' where kid = '" + kid + "'");
        var forged = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(kid).build(),
                new JWTClaimsSet.Builder().subject("eva").build());
        forged.sign(new ECDSASigner(own));
        assertThat(ring.verify(workspace, forged)).isEmpty();
        expectUnusable(place, kid);
    }

    @Test
    void aKeyOfAnotherWorkspaceThatWasCopiedHereIsNotUsed() throws Exception {
        Elsewhere place = place();
        Elsewhere other = place();
        String kid = make(other.workspace(), Algorithm.ES256);
        server.execute("update oauth.signing_keys set tenant_id = '"
                + place.workspace().value() + "' where kid = '" + kid + "'");
        expectUnusable(place, kid);
    }

    /// A key that this node does not remember.
    private String make(WorkspaceId workspace, Algorithm algorithm) {
        return elsewhere.signingKey(workspace, algorithm).kid();
    }

    /// It is out of use, and revoking it helps.
    private void expectUnusable(Elsewhere place, String kid) throws Exception {
        WorkspaceId workspace = place.workspace();
        assertThatIllegalStateException()
                .isThrownBy(() -> ring.sign(workspace, Algorithm.ES256, "at+jwt", CLAIMS))
                .withMessageContaining("revoke it");
        assertThat(ring.publicKeys(workspace).getKeys())
                .extracting(JWK::getAlgorithm)
                .containsExactly(JWSAlgorithm.RS256);
        assertThat(server.as(place.key())
                        .post("/v1/signing-keys/" + kid + ":revoke")
                        .status())
                .isEqualTo(200);
        SignedJWT token = parsed(ring.sign(workspace, Algorithm.ES256, "at+jwt", CLAIMS));
        assertThat(token.getHeader().getKeyID()).isNotEqualTo(kid);
        assertThat(ring.verify(workspace, token)).isPresent();
        assertThat(ring.publicKeys(workspace).getKeyByKeyId(kid)).isNull();
    }
}
