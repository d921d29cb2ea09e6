package dev.keystead.oauth;

import static dev.keystead.oauth.Application.CALLBACK;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.openid.connect.sdk.claims.AccessTokenHash;
import dev.keystead.login.AtOnce;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The authorization code flow from the request to the tokens (RFC 6749 section 4.1, OpenID Connect Core
/// section 3.1).
class CodeFlowTest {
    private final Town town = Town.make();
    private final Person ada = town.person("ada");
    private final Application shop = Application.usual(town);

    @Test
    void somebodyWhoSignsInGetsTheApplicationItsTokens() throws Exception {
        Browser browser = town.browser();
        Answer asked = shop.ask(browser, shop.request());
        assertThat(asked.status()).isEqualTo(303);
        assertThat(asked.header("Location")).contains("/sign-in?return_to=");

        Map<String, String> answer = Application.answer(shop.signIn(browser, asked, ada));
        assertThat(answer).containsEntry("state", "a state").containsEntry("iss", shop.issuer());

        Answer tokens = shop.exchange(answer.get("code"));
        assertThat(tokens.status()).as(tokens.text()).isEqualTo(200);
        assertThat(tokens.header("Cache-Control")).isEqualTo("no-store");
        assertThat(tokens.json().path("token_type").asString()).isEqualTo("Bearer");
        assertThat(tokens.json().path("scope").asString()).isEqualTo("openid profile email");
        assertThat(tokens.json().path("refresh_token").asString()).startsWith("krft_");

        JWKSet keys = JWKSet.parse(shop.get("/.well-known/jwks.json", Map.of()).text());
        SignedJWT id = SignedJWT.parse(tokens.json().path("id_token").asString());
        assertThat(id.verify(new RSASSAVerifier(
                        keys.getKeyByKeyId(id.getHeader().getKeyID()).toRSAKey())))
                .isTrue();
        assertThat(id.getJWTClaimsSet().getClaims())
                .containsEntry("iss", shop.issuer())
                .containsEntry("sub", ada.id().text())
                .containsEntry("aud", List.of(shop.id()))
                .containsEntry("nonce", "a nonce")
                .containsKeys("exp", "iat", "auth_time", "acr", "amr", "sid", "at_hash");

        SignedJWT access = SignedJWT.parse(tokens.json().path("access_token").asString());
        assertThat(access.getHeader().getType().getType()).isEqualTo("at+jwt");
        assertThat(access.verify(new ECDSAVerifier(
                        keys.getKeyByKeyId(access.getHeader().getKeyID()).toECKey())))
                .isTrue();
        assertThat(access.getJWTClaimsSet().getClaims())
                .containsEntry("client_id", shop.id())
                .containsEntry("scope", "openid profile email");
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "PS256", "ES256", "EdDSA"})
    void anIdTokenTellsWhichAccessTokenItCameWith(String algorithm) throws Exception {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("id_token_signed_response_alg", algorithm);
        Application signed = Application.register(town, settings);
        Answer tokens = signed.exchange(signed.code(ada));
        var access = new BearerAccessToken(tokens.json().path("access_token").asString());
        var id = SignedJWT.parse(tokens.json().path("id_token").asString());
        // OpenID Connect Core section 3.1.3.6, as a library of relying parties computes it.
        assertThat(id.getJWTClaimsSet().getStringClaim("at_hash"))
                .isEqualTo(AccessTokenHash.compute(access, id.getHeader().getAlgorithm(), Curve.Ed25519)
                        .getValue());
    }

    @Test
    void whoIsInsideIsNotAskedAgain() {
        Browser browser = town.browser();
        shop.code(browser, ada, shop.request());
        assertThat(Application.answer(shop.ask(browser, shop.request()))).containsKey("code");
        assertThat(Application.answer(shop.ask(browser, shop.request("prompt", "none"))))
                .containsKey("code");
    }

    @Test
    void promptNoneAnswersInsteadOfAsking() {
        Map<String, String> answer = Application.answer(shop.ask(town.browser(), shop.request("prompt", "none")));
        assertThat(answer)
                .containsEntry("error", "login_required")
                .containsEntry("state", "a state")
                .containsEntry("iss", shop.issuer());
    }

    @Test
    void aCodeIsConsumedOnceAndItsReplayRevokesWhatItGave() {
        String code = shop.code(ada);
        Answer first = shop.exchange(code);
        String access = first.json().path("access_token").asString();
        assertThat(isActive(access)).isTrue();

        Answer second = shop.exchange(code);
        assertThat(second.status()).isEqualTo(400);
        assertThat(second.json().path("error").asString()).isEqualTo("invalid_grant");
        assertThat(isActive(access)).isFalse();
        assertThat(refresh(first.json().path("refresh_token").asString()).status())
                .isEqualTo(400);
    }

    @Test
    void ofManyWhoExchangeOneCodeAtOnceOneGetsTokens() throws Exception {
        String code = shop.code(ada);
        List<Answer> answers = AtOnce.run(8, () -> shop.exchange(code));
        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    }

    @Test
    void aRefreshTokenRotatesAndAnOldOneEndsTheGrant() {
        Answer first = shop.exchange(shop.code(ada));
        String one = first.json().path("refresh_token").asString();
        Answer second = refresh(one);
        assertThat(second.status()).as(second.text()).isEqualTo(200);
        String two = second.json().path("refresh_token").asString();
        assertThat(two).isNotEqualTo(one);
        // A lost answer may be asked for again for some seconds, and is the same.
        assertThat(refresh(one).json().path("refresh_token").asString()).isEqualTo(two);
        String three = refresh(two).json().path("refresh_token").asString();
        assertThat(refresh(one).json().path("error").asString()).isEqualTo("invalid_grant");
        assertThat(refresh(three).status()).isEqualTo(400);
        assertThat(isActive(second.json().path("access_token").asString())).isFalse();
    }

    @Test
    void userinfoTellsWhatTheScopesAllow() {
        String access =
                shop.exchange(shop.code(ada)).json().path("access_token").asString();
        Answer info = shop.get("/oidc/v1/userinfo", Map.of("Authorization", "Bearer " + access));
        assertThat(info.status()).as(info.text()).isEqualTo(200);
        assertThat(info.json().path("sub").asString()).isEqualTo(ada.id().text());
        assertThat(info.json().path("email").asString()).isEqualTo(ada.email());
        assertThat(info.json().path("name").asString()).isEqualTo("ada");
    }

    @Test
    void tokensEndWithTheSession() {
        Browser browser = town.browser();
        Answer tokens = shop.exchange(shop.code(browser, ada, shop.request()));
        browser.open("/account");
        browser.submit("/sign-out", Map.of());
        assertThat(isActive(tokens.json().path("access_token").asString())).isFalse();
        assertThat(refresh(tokens.json().path("refresh_token").asString()).status())
                .isEqualTo(400);
    }

    @Test
    void offlineAccessOutlivesTheSession() {
        Browser browser = town.browser();
        Answer tokens = shop.exchange(shop.code(browser, ada, shop.request("scope", "openid offline_access")));
        browser.open("/account");
        browser.submit("/sign-out", Map.of());
        assertThat(refresh(tokens.json().path("refresh_token").asString()).status())
                .isEqualTo(200);
    }

    @Test
    void aRefreshTokenThatWasReplacedRevokesItsSuccessorsToo() {
        Answer first = shop.exchange(shop.code(ada));
        String one = first.json().path("refresh_token").asString();
        Answer second = refresh(one);
        // RFC 7009 section 2: somebody else's token is no affair of this client's.
        Application other = Application.usual(town);
        assertThat(other.post("/oauth/v2/revoke", Map.of("token", one)).status())
                .isEqualTo(200);
        assertThat(isActive(second.json().path("access_token").asString())).isTrue();

        assertThat(shop.post("/oauth/v2/revoke", Map.of("token", one)).status()).isEqualTo(200);
        assertThat(refresh(second.json().path("refresh_token").asString()).status())
                .isEqualTo(400);
        assertThat(isActive(second.json().path("access_token").asString())).isFalse();
    }

    @Test
    void aNewPasswordByMailEndsWhatApplicationsWereGiven() {
        Answer tokens = shop.exchange(shop.code(town.browser(), ada, shop.request("scope", "openid offline_access")));
        Person eve = town.person("eve");
        Answer hers = shop.exchange(shop.code(town.browser(), eve, shop.request("scope", "openid offline_access")));
        var anybody = town.server().as("");
        anybody.post(town.path() + "/v1/password-resets", "{\"identifier\":\"" + ada.email() + "\"}");
        String token = town.inbox().await(ada.email(), 1).token();
        Answer set = anybody.post(
                town.path() + "/v1/password-resets:confirm",
                "{\"token\":\"" + token + "\",\"password\":\"granite owl 7 west\"}");
        assertThat(set.status()).as(set.text()).isEqualTo(204);
        assertThat(refresh(tokens.json().path("refresh_token").asString()).status())
                .isEqualTo(400);
        assertThat(isActive(tokens.json().path("access_token").asString())).isFalse();
        assertThat(refresh(hers.json().path("refresh_token").asString()).status())
                .isEqualTo(200);
    }

    @Test
    void whoRegisteredItselfLearnsNothingAboutTokensOfOthers() {
        town.decide("registration", "{\"mode\":\"open\"}");
        String access =
                shop.exchange(shop.code(ada)).json().path("access_token").asString();
        Answer made = town.server().as("").post(town.path() + "/oauth/v2/register", """
                {"client_name":"Stranger","redirect_uris":["https://stranger.example/cb"],
                "grant_types":["authorization_code","client_credentials"],"scope":"openid read:thing"}""");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        String proof = "Basic "
                + Base64.getEncoder()
                        .encodeToString((made.json().path("client_id").asString() + ":"
                                        + made.json().path("client_secret").asString())
                                .getBytes(StandardCharsets.UTF_8));
        Map<String, String> stranger = Map.of("Authorization", proof);
        assertThat(introspected(access, stranger)).isFalse();
        assertThat(introspected(
                        access, Map.of("Authorization", Application.usual(town).basic())))
                .isTrue();
        Answer own = shop.post("/oauth/v2/token", Map.of("grant_type", "client_credentials"), stranger);
        assertThat(introspected(own.json().path("access_token").asString(), stranger))
                .as(own.text())
                .isTrue();
    }

    private boolean introspected(String token, Map<String, String> headers) {
        Answer told = shop.post("/oauth/v2/introspect", Map.of("token", token), headers);
        assertThat(told.status()).as(told.text()).isEqualTo(200);
        return told.json().path("active").asBoolean();
    }

    @Test
    void aRevokedTokenDoesNotWork() {
        Answer tokens = shop.exchange(shop.code(ada));
        String access = tokens.json().path("access_token").asString();
        assertThat(shop.post("/oauth/v2/revoke", Map.of("token", access)).status())
                .isEqualTo(200);
        assertThat(isActive(access)).isFalse();
        String token = tokens.json().path("refresh_token").asString();
        assertThat(shop.post("/oauth/v2/revoke", Map.of("token", token)).status())
                .isEqualTo(200);
        assertThat(refresh(token).status()).isEqualTo(400);
    }

    @Test
    void aClientGetsATokenForItself() {
        Answer answer = shop.token(Map.of("grant_type", "client_credentials", "scope", "read:thing"));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().has("refresh_token")).isFalse();
        assertThat(isActive(answer.json().path("access_token").asString())).isTrue();
    }

    @Test
    void formPostSendsTheAnswerByAForm() {
        Browser browser = town.browser();
        Answer page = shop.signIn(browser, shop.ask(browser, shop.request("response_mode", "form_post")), ada);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text())
                .contains("action=\"" + CALLBACK + "\"")
                .contains("name=\"code\"")
                .contains("name=\"state\" value=\"a state\"");
        assertThat(page.header("Content-Security-Policy")).contains("form-action 'self' https://app.example");
    }

    @Test
    void formPostSendsErrorsByAFormToo() {
        // OAuth 2.0 Form Post Response Mode section 2, whichever parameter is the wrong one.
        Answer noType = shop.ask(town.browser(), shop.request("response_mode", "form_post", "response_type", ""));
        Answer badPrompt = shop.ask(town.browser(), shop.request("response_mode", "form_post", "prompt", "soon"));
        Answer unsigned = shop.ask(town.browser(), shop.request("response_mode", "form_post", "request", "none"));
        assertThat(List.of(noType, badPrompt, unsigned)).allSatisfy(page -> {
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.text())
                    .contains("action=\"" + CALLBACK + "\"")
                    .contains("name=\"error\"")
                    .contains("name=\"state\" value=\"a state\"");
        });
        // A way of answering that nobody knows is told by the usual one.
        Answer badMode = shop.ask(town.browser(), shop.request("response_mode", "pigeon"));
        assertThat(Application.answer(badMode)).containsEntry("error", "invalid_request");
    }

    @Test
    void aRequestSentByAFormWorksToo() {
        Browser browser = town.browser();
        Answer kept = browser.raw(
                "/oauth/v2/authorize",
                "application/x-www-form-urlencoded",
                Application.encoded(shop.request()).getBytes(StandardCharsets.UTF_8));
        assertThat(kept.status()).as(kept.text()).isEqualTo(303);
        Answer asked = browser.open(browser.local(kept.header("Location")));
        assertThat(Application.answer(shop.signIn(browser, asked, ada))).containsKey("code");
    }

    private boolean isActive(String token) {
        Answer answer = shop.post("/oauth/v2/introspect", Map.of("token", token));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().path("active").asBoolean();
    }

    private Answer refresh(String token) {
        return shop.token(Map.of("grant_type", "refresh_token", "refresh_token", token));
    }
}
