package dev.keystead.oauth.clientauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.keystead.oauth.clientauth.Counter.Registered;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// RFC 7523 section 3, OpenID Connect Core section 9, FAPI 2.0 Security Profile section 5.3.2.1.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClientAssertionTest {
    private static final String BY_KEY = ",\"token_endpoint_auth_method\":\"private_key_jwt\"";

    private final Counter counter = Counter.of("auth-assertions");
    private final ECKey ec = Assertions.ecKey("ec");
    private final RSAKey rsa = Assertions.rsaKey("rsa");
    private final Assertions.EdKey ed = Assertions.EdKey.make();
    private final String jwks = ",\"jwks\":{\"keys\":[%s,%s,%s]}"
            .formatted(ec.toPublicJWK().toJSONString(), rsa.toPublicJWK().toJSONString(), ed.jwk("ed"));
    private final Registered client = counter.register(BY_KEY + jwks);
    private final Registered fapi = counter.register(BY_KEY + jwks + ",\"profile\":\"fapi2\"");

    private JWTClaimsSet.Builder claims(Registered of) {
        return Assertions.claims(of.id(), Counter.ISSUER);
    }

    private void isTaken(Registered of, String assertion) {
        assertThat(counter.assertion(assertion).clientId()).isEqualTo(of.id());
    }

    private String refusal(String assertion) {
        var refused = counter.refused(() -> counter.assertion(assertion));
        assertThat(refused.code()).isEqualTo("invalid_client");
        assertThat(refused.reply().status()).isEqualTo(401);
        return refused.description();
    }

    private String edSigned(JWTClaimsSet claims) {
        return Assertions.raw("{\"alg\":\"EdDSA\",\"kid\":\"ed\"}", claims.toString(), ed::sign);
    }

    @Test
    void everyKindOfKeyProvesItsClient() {
        isTaken(client, Assertions.signed(ec, claims(client).build()));
        isTaken(
                client,
                Assertions.signed(rsa, JWSAlgorithm.RS256, claims(client).build()));
        isTaken(
                client,
                Assertions.signed(rsa, JWSAlgorithm.PS256, claims(client).build()));
        isTaken(client, edSigned(claims(client).build()));
    }

    @Test
    void theAudienceIsTheIssuerOrTheEndpoint() {
        for (String audience : List.of(Counter.ISSUER, Counter.ENDPOINT, Counter.ISSUER + "/oauth/v2/token")) {
            isTaken(
                    client,
                    Assertions.signed(ec, claims(client).audience(audience).build()));
        }
        isTaken(
                client,
                Assertions.signed(
                        ec,
                        claims(client)
                                .audience(List.of("https://other.test", Counter.ISSUER))
                                .build()));
        assertThat(refusal(Assertions.signed(
                        ec, claims(client).audience("https://other.test").build())))
                .contains("aud");
    }

    /// FAPI 2.0 Security Profile section 5.3.2.1: the issuer as a text, and nothing else.
    @Test
    void forFapiTheAudienceIsTheIssuerAlone() {
        isTaken(fapi, Assertions.signed(ec, claims(fapi).build()));
        for (Object audience : List.of(
                Counter.ENDPOINT, Counter.ISSUER + "/oauth/v2/token", List.of(Counter.ISSUER, "https://other.test"))) {
            JWTClaimsSet wrong = audience instanceof String text
                    ? claims(fapi).audience(text).build()
                    : claims(fapi)
                            .audience(List.of(Counter.ISSUER, "https://other.test"))
                            .build();
            assertThat(refusal(Assertions.signed(ec, wrong))).contains("aud");
        }
        String inAList = "{\"iss\":\"%1$s\",\"sub\":\"%1$s\",\"aud\":[\"%2$s\"],\"jti\":\"in-a-list\",\"exp\":%3$d}"
                .formatted(
                        fapi.id(), Counter.ISSUER, Instant.now().plusSeconds(60).getEpochSecond());
        assertThat(refusal(Assertions.raw("{\"alg\":\"EdDSA\",\"kid\":\"ed\"}", inAList, ed::sign)))
                .contains("aud");
    }

    /// FAPI 2.0 Security Profile section 5.4.1.
    @Test
    void forFapiOnlySomeAlgorithmsCount() {
        isTaken(fapi, Assertions.signed(rsa, JWSAlgorithm.PS256, claims(fapi).build()));
        isTaken(fapi, edSigned(claims(fapi).build()));
        assertThat(refusal(
                        Assertions.signed(rsa, JWSAlgorithm.RS256, claims(fapi).build())))
                .contains("signature");
    }

    @Test
    void forFapiAnAssertionLivesFiveMinutesAtMost() {
        Instant now = Instant.now();
        assertThat(refusal(Assertions.signed(
                        ec,
                        claims(fapi)
                                .expirationTime(Date.from(now.plusSeconds(900)))
                                .build())))
                .contains("5 minutes");
        isTaken(
                client,
                Assertions.signed(
                        ec,
                        claims(client)
                                .expirationTime(Date.from(now.plusSeconds(900)))
                                .build()));
    }

    @Test
    void onlyTheRegisteredAlgorithmCounts() {
        Registered only = counter.register(BY_KEY + jwks + ",\"token_endpoint_auth_signing_alg\":\"PS256\"");
        isTaken(only, Assertions.signed(rsa, JWSAlgorithm.PS256, claims(only).build()));
        assertThat(refusal(Assertions.signed(ec, claims(only).build()))).contains("signature");
    }

    /// RFC 7523 section 3, rule by rule.
    @Test
    void whatBreaksARuleIsRefused() {
        Instant now = Instant.now();
        Map<UnaryOperator<JWTClaimsSet.Builder>, String> broken = Map.of(
                claims -> claims.issuer("somebody"), "iss",
                claims -> claims.issuer(null), "iss",
                claims -> claims.audience((String) null), "aud",
                claims -> claims.expirationTime(null), "exp",
                claims -> claims.expirationTime(Date.from(now.minusSeconds(120))), "expired",
                claims -> claims.expirationTime(Date.from(now.plus(Duration.ofHours(2)))), "60 minutes",
                claims -> claims.notBeforeTime(Date.from(now.plusSeconds(180))), "nbf",
                claims -> claims.issueTime(Date.from(now.plusSeconds(180))), "iat",
                claims -> claims.jwtID(null), "jti",
                claims -> claims.jwtID("x".repeat(256)), "jti");
        broken.forEach((breaking, told) -> assertThat(refusal(
                        Assertions.signed(ec, breaking.apply(claims(client)).build())))
                .contains(told));
        assertThat(counter.refusals("wrong_assertion")).isGreaterThanOrEqualTo(broken.size());
    }

    @Test
    void anAssertionWorksOnce() {
        String assertion = Assertions.signed(ec, claims(client).build());
        isTaken(client, assertion);
        assertThat(refusal(assertion)).contains("used before");
        assertThat(counter.refusals("replayed_assertion")).isPositive();
        // The id is the client's own matter: another may use the same.
        String id = "the-same-id";
        isTaken(client, Assertions.signed(ec, claims(client).jwtID(id).build()));
        isTaken(fapi, Assertions.signed(ec, claims(fapi).jwtID(id).build()));
    }

    @Test
    void ofManyWhoUseOneAssertionAtOnceOneIsTaken() throws Exception {
        String assertion = Assertions.signed(ec, claims(client).build());
        var tries = new ArrayList<Callable<Boolean>>();
        for (int i = 0; i < 8; i++) {
            tries.add(() -> {
                try {
                    counter.assertion(assertion);
                    return true;
                } catch (dev.keystead.oauth.wire.OAuthError refused) {
                    return false;
                }
            });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var taken = new ArrayList<Boolean>();
            for (Future<Boolean> result : threads.invokeAll(tries)) {
                taken.add(result.get());
            }
            assertThat(taken).containsOnlyOnce(true);
        }
    }

    /// RFC 8725 section 3.1: neither no signature nor an HMAC made with a public key passes for one.
    @Test
    void aSignatureOfAnotherKindIsRefused() throws Exception {
        String payload = claims(client).build().toString();
        assertThat(refusal(Assertions.raw("{\"alg\":\"none\"}", payload, _ -> new byte[0])))
                .contains("not a signed JWT");
        byte[] publicKey = rsa.toRSAPublicKey().getEncoded();
        assertThat(refusal(Assertions.signed(publicKey, claims(client).build())))
                .contains("signature");
        assertThat(refusal(
                        Assertions.signed(Assertions.ecKey("ec"), claims(client).build())))
                .contains("signature");
        assertThat(refusal(Assertions.raw(
                        "{\"alg\":\"EdDSA\",\"kid\":\"ed\",\"crit\":[\"x\"],\"x\":1}", payload, ed::sign)))
                .isNotEmpty();
        assertThat(refusal(Assertions.raw("{\"alg\":\"EdDSA\",\"kid\":\"ed\"}", payload, _ -> new byte[64])))
                .contains("signature");
    }

    @Test
    void anAssertionOfAnotherTypeOrForAnotherClientIsRefused() {
        String assertion = Assertions.signed(ec, claims(client).build());
        assertThat(counter.refused(() ->
                                counter.present(Map.of("client_assertion_type", "saml", "client_assertion", assertion)))
                        .code())
                .isEqualTo("invalid_request");
        assertThat(counter.refused(() -> counter.present(Map.of(
                                "client_id",
                                fapi.id(),
                                "client_assertion_type",
                                Credential.JWT_BEARER,
                                "client_assertion",
                                assertion)))
                        .code())
                .isEqualTo("invalid_request");
        assertThat(refusal(Assertions.signed(
                        ec, Assertions.claims("nobody-here", Counter.ISSUER).build())))
                .isEqualTo(Verdict.FAILED);
    }

    @Test
    void aSecretMaySignToo() {
        Registered signing = counter.register(",\"token_endpoint_auth_method\":\"client_secret_jwt\"");
        byte[] secret = signing.secret().getBytes(StandardCharsets.UTF_8);
        isTaken(signing, Assertions.signed(secret, claims(signing).build()));
        assertThat(refusal(Assertions.signed(
                        "another secret of thirty-two bytes!".getBytes(StandardCharsets.UTF_8),
                        claims(signing).build())))
                .contains("signature");
        assertThat(counter.refused(() ->
                                counter.present(Map.of("client_id", signing.id(), "client_secret", signing.secret())))
                        .code())
                .isEqualTo("invalid_client");
        Registered plain = counter.register("");
        assertThat(refusal(Assertions.signed(
                        plain.secret().getBytes(StandardCharsets.UTF_8),
                        claims(plain).build())))
                .isEqualTo(Verdict.FAILED);
    }

    @Test
    void keysAtAnAddressAreFetchedKeptAndAskedForAgainWhenOneIsUnknown() {
        var clock = new MovedClock();
        var served = new ArrayList<JWK>(List.of(ec.toPublicJWK()));
        var fetches = new ArrayList<String>();
        var far = new Counter(
                "auth-far-keys",
                address -> {
                    fetches.add(address.toString());
                    return Optional.of("{\"keys\":["
                            + String.join(
                                    ",", served.stream().map(JWK::toJSONString).toList()) + "]}");
                },
                clock);
        Registered remote = far.register(BY_KEY + ",\"jwks_uri\":\"https://a.test/keys\"");
        far.assertion(Assertions.signed(ec, claims(remote).build()));
        far.assertion(Assertions.signed(ec, claims(remote).build()));
        assertThat(fetches).containsExactly("https://a.test/keys");

        // A key that nobody knows does not make us call again and again.
        ECKey next = Assertions.ecKey("next");
        served.add(next.toPublicJWK());
        far.refused(() -> far.assertion(Assertions.signed(next, claims(remote).build())));
        assertThat(fetches).hasSize(1);
        clock.move(Duration.ofSeconds(11));
        far.assertion(Assertions.signed(next, claims(remote).build()));
        assertThat(fetches).hasSize(2);
    }

    @Test
    void anAddressThatDoesNotAnswerForAWhileTakesNoKeysAway() {
        var clock = new MovedClock();
        var served = new AtomicReference<Optional<String>>(Optional.of(new JWKSet(ec.toPublicJWK()).toString()));
        var far = new Counter("auth-flaky-keys", _ -> served.get(), clock);
        Registered remote = far.register(BY_KEY + ",\"jwks_uri\":\"https://a.test/keys\"");
        far.assertion(Assertions.signed(ec, claims(remote).build()));

        ECKey stranger = Assertions.ecKey("stranger");
        for (Optional<String> nothing : List.of(Optional.<String>empty(), Optional.of("not a set of keys"))) {
            served.set(nothing);
            clock.move(Duration.ofSeconds(11));
            far.refused(() ->
                    far.assertion(Assertions.signed(stranger, claims(remote).build())));
            far.assertion(Assertions.signed(ec, claims(remote).build()));
        }
        // Nor when what is known has some age.
        clock.move(Duration.ofMinutes(6));
        far.assertion(Assertions.signed(
                ec,
                Assertions.claims(remote.id(), Counter.ISSUER)
                        .expirationTime(Date.from(clock.instant().plusSeconds(60)))
                        .build()));
        // But not forever: keys that were withdrawn must not count because nobody can be asked.
        clock.move(Duration.ofHours(1));
        far.refused(() -> far.assertion(Assertions.signed(
                ec,
                Assertions.claims(remote.id(), Counter.ISSUER)
                        .expirationTime(Date.from(clock.instant().plusSeconds(60)))
                        .build())));
    }

    @Test
    void keysThatCannotBeFetchedProveNothing() {
        var far = new Counter("auth-lost-keys", _ -> Optional.empty(), java.time.Clock.systemUTC());
        Registered remote = far.register(BY_KEY + ",\"jwks_uri\":\"https://a.test/keys\"");
        assertThat(far.refused(() -> far.assertion(
                                Assertions.signed(ec, claims(remote).build())))
                        .description())
                .contains("signature");
    }
}
