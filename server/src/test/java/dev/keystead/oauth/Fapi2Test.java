package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.platform.json.Json;
import dev.keystead.server.TestServer.Answer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// FAPI 2.0 Security Profile (final), section 5.3.2.1 on authorization servers and 5.4.1 on cryptography:
/// each rule broken by a client that is held to it. That TLS is 1.2 or later (section 5.2.2) is tried where
/// TLS is spoken.
class Fapi2Test {
    private static final Town TOWN = Town.make();
    private static final Person ADA = TOWN.person("ada");
    private static final ProvingApplication BANK = ProvingApplication.fapi2(TOWN, "ES256");
    private static final String TOKEN = "/oauth/v2/token";
    private static final String PAR = "/oauth/v2/par";
    private static final Map<String, String> FOR_ITSELF = Map.of("grant_type", "client_credentials");

    @ParameterizedTest
    @ValueSource(strings = {"ES256", "PS256", "EdDSA"})
    void whoKeepsTheRulesGetsTokens(String algorithm) throws Exception {
        ProvingApplication bank = ProvingApplication.fapi2(TOWN, algorithm);
        Answer answer = bank.exchange(bank.code(ADA));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        String access = answer.json().path("access_token").asString();
        Answer info = bank.userinfo(access);
        assertThat(info.status()).as(info.text()).isEqualTo(200);
        // 5.4.1: what we sign is signed by an algorithm of the profile.
        for (String token : List.of(access, answer.json().path("id_token").asString())) {
            assertThat(SignedJWT.parse(token).getHeader().getAlgorithm().getName())
                    .isIn("ES256", "PS256", "EdDSA");
        }
        Answer told = bank.registered()
                .post(
                        "/oauth/v2/introspect",
                        bank.identified(Map.of("token", access)),
                        Map.of("Accept", "application/token-introspection+jwt"));
        assertThat(SignedJWT.parse(told.text()).getHeader().getAlgorithm().getName())
                .isIn("ES256", "PS256", "EdDSA");
    }

    /// Sections 5.3.2.1, 5.3.2.2 and 5.4: what cannot be registered.
    @ParameterizedTest(name = "{0}={1}: section {2}")
    @MethodSource
    void aRegistrationThatBreaksTheProfileIsRefused(String member, Object value, String section) {
        Map<String, Object> settings = ProvingApplication.fapi2Settings(HolderKey.of("ES256"));
        settings.put(member, value);
        Answer answer = TOWN.administrator().post("/v1/clients", Json.text(settings));
        assertThat(answer.status()).as(section).isEqualTo(400);
        assertThat(answer.json().path("fields").has(member)).as(answer.text()).isTrue();
    }

    static Stream<Arguments> aRegistrationThatBreaksTheProfileIsRefused() {
        return Stream.of(
                Arguments.of("token_endpoint_auth_method", "none", "5.3.2.1: confidential clients only"),
                Arguments.of("token_endpoint_auth_method", "client_secret_basic", "5.3.2.1: mTLS or private_key_jwt"),
                Arguments.of("token_endpoint_auth_method", "client_secret_jwt", "5.3.2.1: mTLS or private_key_jwt"),
                Arguments.of("redirect_uris", List.of("http://app.example/callback"), "5.3.2.2: https"),
                Arguments.of("token_endpoint_auth_signing_alg", "RS256", "5.4.1"),
                Arguments.of("request_object_signing_alg", "none", "5.4.1"),
                Arguments.of("userinfo_signed_response_alg", "RS256", "5.4.1"),
                Arguments.of(
                        "jwks",
                        Map.of("keys", List.of(HolderKey.of("PS256", 1024).jwk())),
                        "5.4.1: RSA keys of 2048 bits"));
    }

    @Nested
    class Section5321General {
        @Test
        void metadataIsDistributed() {
            Answer metadata = BANK.registered().get("/.well-known/openid-configuration", Map.of());
            assertThat(metadata.json().path("issuer").asString()).isEqualTo(BANK.issuer());
            assertThat(metadata.json()
                            .path("pushed_authorization_request_endpoint")
                            .asString())
                    .isEqualTo(BANK.issuer() + PAR);
            assertThat(metadata.json().path("dpop_signing_alg_values_supported").toString())
                    .contains("ES256", "PS256", "EdDSA")
                    .doesNotContain("HS256", "none");
            assertThat(metadata.json()
                            .path("tls_client_certificate_bound_access_tokens")
                            .asBoolean())
                    .isTrue();
        }

        @Test
        void aPasswordBuysNoToken() {
            Answer answer = BANK.post(
                    TOKEN, Map.of("grant_type", "password", "username", ADA.email(), "password", Town.PASSWORD));
            assertThat(answer.error()).isEqualTo("unsupported_grant_type");
        }

        @Test
        void noTokenIsGivenThatIsNotBoundToItsSender() {
            Answer answer = BANK.registered().post(TOKEN, BANK.identified(FOR_ITSELF), Map.of());
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.error()).isEqualTo("invalid_request");

            // A registration that says otherwise is completed.
            Map<String, Object> settings = ProvingApplication.fapi2Settings(HolderKey.of("ES256"));
            settings.put("dpop_bound_access_tokens", false);
            Answer made = TOWN.administrator().post("/v1/clients", Json.text(settings));
            assertThat(made.json()
                            .path("client")
                            .path("dpop_bound_access_tokens")
                            .asBoolean())
                    .as(made.text())
                    .isTrue();
        }

        @Test
        void aTokenDoesNotWorkForWhoeverFindsIt() {
            String access =
                    BANK.exchange(BANK.code(ADA)).json().path("access_token").asString();
            assertThat(BANK.registered()
                            .get("/oidc/v1/userinfo", Map.of("Authorization", "Bearer " + access))
                            .status())
                    .isEqualTo(401);
            assertThat(BANK.with(HolderKey.of("ES256")).userinfo(access).error())
                    .isEqualTo("invalid_token");
        }

        @Test
        void aClientThatProvesNothingGetsNothing() {
            Answer answer = BANK.registered()
                    .post(
                            TOKEN,
                            Map.of(
                                    "grant_type",
                                    "client_credentials",
                                    "client_id",
                                    BANK.registered().id()),
                            Map.of());
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.error()).isEqualTo("invalid_client");
        }

        @Test
        void nobodyIsSentWhereTheClientDidNotRegister() {
            Answer pushed = BANK.push(BANK.registered().request("redirect_uri", "https://evil.example/callback"));
            assertThat(pushed.status()).isEqualTo(400);
            Answer page = BANK.registered()
                    .ask(TOWN.browser(), BANK.registered().request("redirect_uri", "https://evil.example/callback"));
            assertThat(page.status()).isEqualTo(400);
            assertThat(page.header("Location")).isEmpty();
        }

        @Test
        void anAssertionIsForTheIssuerAsATextAndNothingElse() {
            String issuer = BANK.issuer();
            assertThat(withAudience(issuer).status()).isEqualTo(200);
            assertThat(withAudience(issuer + TOKEN).error()).isEqualTo("invalid_client");
            assertThat(withAudience(List.of(issuer)).error()).isEqualTo("invalid_client");
            assertThat(withAudience(List.of(issuer, issuer + TOKEN)).error()).isEqualTo("invalid_client");
            assertThat(withAudience(issuer + "/").error()).isEqualTo("invalid_client");
        }

        private Answer withAudience(Object audience) {
            return byAssertion(
                    BANK.clientKey().assertion(BANK.registered().id(), audience).signed());
        }

        @Test
        void anAssertionCountsOnceAndNotForLong() {
            String once = assertion().signed();
            assertThat(byAssertion(once).status()).isEqualTo(200);
            assertThat(byAssertion(once).error()).isEqualTo("invalid_client");
            assertThat(byAssertion(assertion().without("exp").signed()).error()).isEqualTo("invalid_client");
            assertThat(byAssertion(assertion().claim("exp", at(-120)).signed()).error())
                    .isEqualTo("invalid_client");
            assertThat(byAssertion(assertion().claim("exp", at(3600)).signed()).error())
                    .isEqualTo("invalid_client");
        }

        @Test
        void aNonceIsAskedForBeforeAnythingIsUsedUp() {
            // RFC 9449 section 8: the client sends the same again, but for the proof.
            HolderKey key = HolderKey.of("ES256");
            ProvingApplication bank = BANK.with(key);
            Map<String, String> form = bank.identified(Application.exchanging(BANK.code(ADA)));
            HolderKey.Draft proof = bank.proof("POST", TOKEN);
            Answer first = bank.registered().post(TOKEN, form, Map.of("DPoP", proof.signed()));
            assertThat(first.error()).isEqualTo("use_dpop_nonce");
            proof.claim("nonce", first.header("DPoP-Nonce"));
            Answer second = bank.registered().post(TOKEN, form, Map.of("DPoP", proof.signed()));
            assertThat(second.status()).as(second.text()).isEqualTo(200);
            assertThat(bank.registered()
                            .post(TOKEN, form, Map.of("DPoP", proof.signed()))
                            .error())
                    .isEqualTo("invalid_client");
        }

        @Test
        void refreshTokensAreNotRotated() {
            String refresh =
                    BANK.exchange(BANK.code(ADA)).json().path("refresh_token").asString();
            for (int i = 0; i < 3; i++) {
                Answer answer = BANK.refresh(refresh);
                assertThat(answer.status()).as(answer.text()).isEqualTo(200);
                assertThat(answer.json().path("refresh_token").asString()).isEqualTo(refresh);
            }
        }

        @Test
        void aCodeLivesAMinuteAtMost() {
            String code = BANK.code(ADA);
            assertThat(TOWN.count("oauth.authorization_codes", "and expires_at > created_at + interval '60 seconds'"))
                    .isZero();
            TOWN.change(
                    "oauth.authorization_codes",
                    "created_at = created_at - interval '61 seconds', expires_at = expires_at - interval '61 seconds'",
                    "and used_at is null");
            assertThat(BANK.exchange(code).error()).isEqualTo("invalid_grant");
        }

        @Test
        void aCodeIsBoundToTheKeyOfTheProof() {
            // RFC 9449 section 10.1, both ways.
            Answer pushed = BANK.post(PAR, BANK.registered().request());
            assertThat(pushed.status()).as(pushed.text()).isEqualTo(201);
            Map<String, String> brought = Map.of(
                    "client_id",
                    BANK.registered().id(),
                    "request_uri",
                    pushed.json().path("request_uri").asString());
            String byProof = BANK.registered().code(TOWN.browser(), ADA, brought);
            assertThat(BANK.with(HolderKey.of("ES256")).exchange(byProof).error())
                    .isEqualTo("invalid_grant");

            Map<String, String> named =
                    BANK.registered().request("dpop_jkt", BANK.key().thumbprint());
            String byName = BANK.code(TOWN.browser(), ADA, named);
            assertThat(BANK.with(HolderKey.of("ES256")).exchange(byName).error())
                    .isEqualTo("invalid_grant");
            assertThat(BANK.exchange(BANK.code(TOWN.browser(), ADA, named)).status())
                    .isEqualTo(200);
        }

        @ParameterizedTest(name = "{0} {1} seconds ahead: {2}")
        @CsvSource({"iat,10,200", "nbf,10,200", "iat,70,401", "nbf,70,401"})
        void clocksMayDifferByTenSecondsButNotByMoreThanAMinute(String claim, int seconds, int status) {
            assertThat(byAssertion(assertion().claim(claim, at(seconds)).signed())
                            .status())
                    .isEqualTo(status);
        }

        @ParameterizedTest(name = "{0} seconds ahead: {1}")
        @CsvSource({"10,200", "70,400"})
        void theClockOfAProofMayDifferAsMuch(int seconds, int status) {
            BANK.post(TOKEN, FOR_ITSELF);
            String proof = BANK.proof("POST", TOKEN).claim("iat", at(seconds)).signed();
            Answer answer = BANK.registered().post(TOKEN, BANK.identified(FOR_ITSELF), Map.of("DPoP", proof));
            assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        }
    }

    @Nested
    class Section541Cryptography {
        private static final HolderKey RSA = HolderKey.of("RS256");

        /// A client whose key could make any of these signatures.
        private static final ProvingApplication CLIENT = ProvingApplication.fapi2(TOWN, "PS256");

        @ParameterizedTest
        @ValueSource(strings = {"RS256", "none", "HS256"})
        void anAssertionByAnotherAlgorithmIsRefused(String algorithm) {
            HolderKey.Draft draft = CLIENT.clientKey()
                    .assertion(CLIENT.registered().id(), CLIENT.issuer())
                    .header("alg", algorithm);
            Answer answer = CLIENT.registered()
                    .post("/oauth/v2/introspect", CLIENT.identified(Map.of("token", "x"), draft.signed()), Map.of());
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.error()).isEqualTo("invalid_client");
        }

        @Test
        void aProofByAnotherAlgorithmIsRefused() {
            assertThat(CLIENT.with(RSA).post(TOKEN, FOR_ITSELF).error()).isEqualTo("invalid_dpop_proof");
            assertThat(CLIENT.with(HolderKey.of("PS256", 1024))
                            .post(TOKEN, FOR_ITSELF)
                            .error())
                    .isEqualTo("invalid_dpop_proof");
        }

        @Test
        void referencesAndCodesCannotBeGuessed() {
            // 5.4.1: at least 128 bits of entropy; ours have 256.
            String reference = BANK.push(BANK.registered().request())
                    .json()
                    .path("request_uri")
                    .asString();
            assertThat(reference.substring(reference.lastIndexOf(':') + 1).length())
                    .isGreaterThan(43);
            assertThat(BANK.code(ADA).length()).isGreaterThan(43);
        }
    }

    private static HolderKey.Draft assertion() {
        return BANK.clientKey()
                .assertion(BANK.registered().id(), BANK.issuer())
                .claim("jti", UUID.randomUUID().toString());
    }

    /// Where proofs of possession play no part.
    private static Answer byAssertion(String assertion) {
        return BANK.registered()
                .post("/oauth/v2/introspect", BANK.identified(Map.of("token", "unknown"), assertion), Map.of());
    }

    private static long at(int seconds) {
        return Instant.now().getEpochSecond() + seconds;
    }
}
