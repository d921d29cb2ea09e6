package dev.keystead.bot;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// Keys that machines show to be their own, and what they get for it.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AttestationTest {
    private static final String ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

    private final TestServer server = TestServer.shared();
    private final Machines machines = Machines.in(server, "attested");
    private final Client client = machines.administrator();
    private final ECKey key = ecKey(Curve.P_256);
    private final ECKey otherKey = ecKey(Curve.P_256);

    private static ECKey ecKey(Curve curve) {
        try {
            return new ECKeyGenerator(curve).generate();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    private JsonNode challenge(String identity) {
        Answer given = client.post(Machines.path(identity) + ":challenge");
        assertThat(given.status()).as(given.text()).isEqualTo(200);
        return given.json();
    }

    private static JWTClaimsSet claims(JsonNode challenge) {
        return new JWTClaimsSet.Builder()
                .subject(challenge.path("id").asString())
                .audience(challenge.path("audience").asString())
                .claim("nonce", challenge.path("nonce").asString())
                .build();
    }

    private static String signed(ECKey signer, String type, JWTClaimsSet claims) {
        try {
            var jwt = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.ES256)
                            .type(new JOSEObjectType(type))
                            .build(),
                    claims);
            jwt.sign(new ECDSASigner(signer));
            return jwt.serialize();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    private static String proof(ECKey signer, JsonNode challenge) {
        return signed(signer, "service-attestation+jwt", claims(challenge));
    }

    private Answer attest(Client by, String identity, JWK shown, String proof) {
        return by.post(
                Machines.path(identity) + ":attest",
                "{\"key\":%s,\"proof\":\"%s\"}".formatted(shown.toJSONString(), proof));
    }

    private Answer attest(String identity, JWK shown, String proof) {
        return attest(client, identity, shown, proof);
    }

    /// A machine whose key is attested.
    private String attested(ECKey its) {
        String identity = machines.identity();
        Answer done = attest(identity, its.toPublicJWK(), proof(its, challenge(identity)));
        assertThat(done.status()).as(done.text()).isEqualTo(200);
        return identity;
    }

    @Test
    void aKeyThatSignedTheNonceIsKeptAndShown() throws JOSEException {
        String identity = machines.identity();
        JsonNode challenge = challenge(identity);
        assertThat(challenge.path("audience").asString()).isEqualTo(machines.issuer());
        assertThat(server.count("select count(*) from identity.service_identities s where s::text like '%"
                        + challenge.path("nonce").asString() + "%'"))
                .isZero();
        Answer attested = attest(identity, key.toPublicJWK(), proof(key, challenge));
        assertThat(attested.status()).as(attested.text()).isEqualTo(200);
        JsonNode shown = client.get(Machines.path(identity)).json().path("attestation");
        assertThat(shown.path("thumbprint").asString())
                .isEqualTo(key.computeThumbprint().toString());
        assertThat(shown.path("key").path("x").asString()).isEqualTo(key.getX().toString());
        assertThat(shown.path("attested_at").isNull()).isFalse();
        assertThat(machines.written("service_identity.attest", identity)).isOne();
    }

    @Test
    void anEd25519KeyIsAsGood() throws GeneralSecurityException {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        byte[] encoded = pair.getPublic().getEncoded();
        var shown = new OctetKeyPair.Builder(
                        Curve.Ed25519,
                        Base64URL.encode(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length)))
                .build();
        String identity = machines.identity();
        String head = Base64URL.encode("{\"alg\":\"EdDSA\",\"typ\":\"service-attestation+jwt\"}")
                .toString();
        String body = Base64URL.encode(claims(challenge(identity)).toString()).toString();
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(pair.getPrivate());
        signature.update((head + "." + body).getBytes(StandardCharsets.US_ASCII));
        Answer attested = attest(identity, shown, head + "." + body + "." + Base64URL.encode(signature.sign()));
        assertThat(attested.status()).as(attested.text()).isEqualTo(200);
    }

    @Test
    void aNonceCountsOnce() {
        String identity = machines.identity();
        String proof = proof(key, challenge(identity));
        assertThat(attest(identity, key.toPublicJWK(), proof).status()).isEqualTo(200);
        Answer again = attest(identity, key.toPublicJWK(), proof);
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.error()).contains("ask for another challenge");
    }

    @Test
    void aNonceCountsForAWhileOnlyAndUntilTheNextOne() {
        String identity = machines.identity();
        String early = proof(key, challenge(identity));
        String late = proof(key, challenge(identity));
        assertThat(attest(identity, key.toPublicJWK(), early).status()).isEqualTo(409);
        server.execute("update identity.service_identities set challenge_expires_at = now() - interval '1 second'"
                + " where id = app.id_uuid('" + identity + "')");
        assertThat(attest(identity, key.toPublicJWK(), late).status()).isEqualTo(409);
        assertThat(client.get(Machines.path(identity))
                        .json()
                        .path("attestation")
                        .isNull())
                .isTrue();
    }

    @Test
    void theNonceOfAnotherMachineDoesNotCount() {
        String identity = machines.identity();
        JsonNode foreign = challenge(machines.identity());
        assertThat(attest(identity, key.toPublicJWK(), proof(key, foreign)).status())
                .isEqualTo(400);
        JWTClaimsSet mixed =
                new JWTClaimsSet.Builder(claims(foreign)).subject(identity).build();
        assertThat(attest(identity, key.toPublicJWK(), signed(key, "service-attestation+jwt", mixed))
                        .status())
                .isEqualTo(409);
    }

    @Test
    void whatTheKeyDidNotSignIsRefusedAndTheNonceStays() {
        String identity = machines.identity();
        JsonNode challenge = challenge(identity);
        Answer wrongKey = attest(identity, key.toPublicJWK(), proof(otherKey, challenge));
        assertThat(wrongKey.status()).isEqualTo(400);
        assertThat(wrongKey.text()).contains("must be signed by the key");
        String tampered = proof(key, challenge).replaceFirst("\\.[^.]+\\.", "." + Base64URL.encode("{}") + ".");
        assertThat(attest(identity, key.toPublicJWK(), tampered).status()).isEqualTo(400);
        assertThat(attest(identity, key.toPublicJWK(), signed(key, "JWT", claims(challenge)))
                        .status())
                .isEqualTo(400);
        JWTClaimsSet elsewhere = new JWTClaimsSet.Builder(claims(challenge))
                .audience("https://elsewhere.test")
                .build();
        assertThat(attest(identity, key.toPublicJWK(), signed(key, "service-attestation+jwt", elsewhere))
                        .status())
                .isEqualTo(400);
        String unsigned = Base64URL.encode("{\"alg\":\"none\",\"typ\":\"service-attestation+jwt\"}") + "."
                + Base64URL.encode(claims(challenge).toString()) + ".";
        assertThat(attest(identity, key.toPublicJWK(), unsigned).status()).isEqualTo(400);
        assertThat(attest(identity, key.toPublicJWK(), "nonsense").status()).isEqualTo(400);
        assertThat(attest(identity, key.toPublicJWK(), proof(key, challenge)).status())
                .isEqualTo(200);
    }

    @Test
    void onlyAPublicKeyOfAKnownKindIsTaken() {
        String identity = machines.identity();
        Answer secret = attest(identity, key, proof(key, challenge(identity)));
        assertThat(secret.status()).isEqualTo(400);
        assertThat(secret.text()).contains("without its private part");
        ECKey long521 = ecKey(Curve.P_521);
        assertThat(attest(identity, long521.toPublicJWK(), proof(key, challenge(identity)))
                        .status())
                .isEqualTo(400);
        assertThat(client.post(Machines.path(identity) + ":attest", "{\"key\":{},\"proof\":\"x\"}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void anUntrustedMachineIsTrustedOnceItIsAttested() {
        String identity = machines.identity();
        client.patch(Machines.path(identity), "{\"trust_class\":\"untrusted\"}");
        assertThat(client.patch(Machines.path(identity), "{\"trust_class\":\"third_party\"}")
                        .status())
                .isEqualTo(409);
        attest(identity, key.toPublicJWK(), proof(key, challenge(identity)));
        assertThat(client.patch(Machines.path(identity), "{\"trust_class\":\"third_party\"}")
                        .status())
                .isEqualTo(200);
    }

    private String keyAccount(String identity, String... scopes) {
        Answer made = machines.createAccount(client, identity, "key", scopes);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.json().path("client_secret").isNull()).isTrue();
        return made.json().path("client_id").asString();
    }

    private Answer tokenBy(ECKey signer, String account) {
        JWTClaimsSet claims = new JWTClaimsSet.Builder()
                .issuer(account)
                .subject(account)
                .audience(machines.issuer())
                .jwtID(UUID.randomUUID().toString())
                .expirationTime(Date.from(Instant.now().plusSeconds(60)))
                .build();
        return machines.post(
                "/oauth/v2/token",
                Map.of(
                        "grant_type",
                        "client_credentials",
                        "client_assertion_type",
                        ASSERTION,
                        "client_assertion",
                        signed(signer, "JWT", claims)),
                "");
    }

    @Test
    void anAccountProvesItselfByTheAttestedKeyAndByTheNextOneOnceItIsAttested() {
        Answer early = machines.createAccount(client, machines.identity(), "key", "read:user");
        assertThat(early.status()).as("no key is attested yet").isEqualTo(409);

        String identity = attested(key);
        String account = keyAccount(identity, "read:user");
        Answer given = tokenBy(key, account);
        assertThat(given.status()).as(given.text()).isEqualTo(200);
        assertThat(server.as(given.json().path("access_token").asString())
                        .get("/v1/users")
                        .status())
                .isEqualTo(200);
        assertThat(tokenBy(otherKey, account).status()).isEqualTo(401);
        assertThat(client.post(Machines.accountPath(account) + ":rotate-secret", "{}")
                        .status())
                .isEqualTo(409);

        Answer renewed = attest(identity, otherKey.toPublicJWK(), proof(otherKey, challenge(identity)));
        assertThat(renewed.status()).as(renewed.text()).isEqualTo(200);
        assertThat(tokenBy(otherKey, account).status()).isEqualTo(200);
        assertThat(tokenBy(key, account).status()).isEqualTo(401);
        assertThat(client.post(Machines.path(identity) + ":suspend").status()).isEqualTo(200);
        assertThat(tokenBy(otherKey, account).status()).isEqualTo(401);
    }

    /// Whoever registers a key can do what its accounts may.
    @Test
    void nobodyRegistersAKeyForMoreThanTheyHave() {
        String identity = attested(key);
        String account = keyAccount(identity, "write:user");
        Answer made = client.post(
                "/v1/api-keys", "{\"name\":\"lesser\",\"scopes\":[\"admin:service-identity\",\"read:user\"]}");
        Client lesser = server.as(made.json().path("api_key").asString());
        Answer refused = attest(lesser, identity, otherKey.toPublicJWK(), proof(otherKey, challenge(identity)));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("'write:user' is more than your own");
        assertThat(tokenBy(key, account).status()).isEqualTo(200);
        assertThat(tokenBy(otherKey, account).status()).isEqualTo(401);
    }
}
