package dev.keystead.oauth;

import static dev.keystead.oauth.Application.CALLBACK;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.tls.TestAuthority;
import dev.keystead.server.TestServer.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// RFC 9700, Best Current Practice for OAuth 2.0 Security: each rule of its sections 2 and 4 that concerns
/// the server, broken by a client or by an attacker. What concerns browsers is in
/// [SecurityPracticePagesTest].
class SecurityPracticeTest {
    private static final Town TOWN = Town.make();
    private static final Person ADA = TOWN.person("ada");
    private static final Application SHOP = Application.usual(TOWN);
    private static final Application PHONE = open();
    private static final String TOKEN = "/oauth/v2/token";
    private static final String USERINFO = "/oidc/v1/userinfo";

    private static Application open() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("token_endpoint_auth_method", "none");
        settings.put("grant_types", List.of("authorization_code", "refresh_token"));
        return Application.register(TOWN, settings);
    }

    private static Answer withVerifier(String code, String verifier) {
        Map<String, String> form = new LinkedHashMap<>(Application.exchanging(code));
        if (verifier.isEmpty()) {
            form.remove("code_verifier");
        } else {
            form.put("code_verifier", verifier);
        }
        return SHOP.token(form);
    }

    // Section 2.1 and 4.1: redirect URIs are compared as texts.

    @ParameterizedTest
    @ValueSource(
            strings = {
                CALLBACK + "/",
                CALLBACK + "/../other",
                CALLBACK + "?x=1",
                CALLBACK + "#part",
                "https://APP.example/callback",
                "https://app.example:443/callback",
                "https://app.example/Callback",
                "https://app.example/c%61llback",
                "http://app.example/callback",
                "https://app.example@evil.example/callback",
                "https://app.example.evil.example/callback",
                "https://evil.example/callback",
            })
    void section413ARedirectUriThatIsNotTheSameTextIsRefused(String address) {
        Answer page = SHOP.ask(TOWN.browser(), SHOP.request("redirect_uri", address));
        assertThat(page.status()).isEqualTo(400);
        assertThat(page.header("Location")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://*.app.example/callback", "https://app.example/callback#part", "http://app.example/"})
    void section411APatternCannotBeRegistered(String address) {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("redirect_uris", List.of(address));
        Answer answer = TOWN.administrator().post("/v1/clients", Json.text(settings));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("fields").has("redirect_uris"))
                .as(answer.text())
                .isTrue();
    }

    @Test
    void section411TheTokenRequestNamesTheSameRedirectUri() {
        Map<String, String> form = new LinkedHashMap<>(Application.exchanging(SHOP.code(ADA)));
        form.put("redirect_uri", "https://evil.example/callback");
        assertThat(SHOP.token(form).error()).isEqualTo("invalid_grant");
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({"client_id,unknown", "redirect_uri,https://evil.example/", "response_type,token"})
    void section4112NobodyIsSentToAnAddressThatNobodyVouchedFor(String name, String value) {
        Map<String, String> request = SHOP.request("redirect_uri", "https://evil.example/", name, value);
        Answer page = SHOP.ask(TOWN.browser(), request);
        assertThat(page.status()).isEqualTo(400);
        assertThat(page.header("Location")).isEmpty();
        assertThat(page.text()).doesNotContain("https://evil.example");
    }

    // Section 2.1.1, 4.5 and 4.8: PKCE.

    @Test
    void section211WhoCannotKeepASecretMustUsePkce() {
        Map<String, String> request = PHONE.request("code_challenge", "", "code_challenge_method", "");
        assertThat(Application.answer(PHONE.ask(TOWN.browser(), request))).containsEntry("error", "invalid_request");
    }

    @Test
    void section211APlainChallengeIsRefused() {
        Map<String, String> request = SHOP.request("code_challenge_method", "plain");
        assertThat(Application.answer(SHOP.ask(TOWN.browser(), request))).containsEntry("error", "invalid_request");
    }

    @Test
    void section211TheMethodsAreTold() {
        Answer metadata = SHOP.get("/.well-known/oauth-authorization-server", Map.of());
        assertThat(metadata.json().path("code_challenge_methods_supported").toString())
                .isEqualTo("[\"S256\"]");
    }

    @Test
    void section482TakingTheChallengeAwayDoesNotHelp() {
        Map<String, String> stripped = SHOP.request("code_challenge", "", "code_challenge_method", "", "nonce", "n");
        String code = SHOP.code(TOWN.browser(), ADA, stripped);
        assertThat(withVerifier(code, Application.VERIFIER).error()).isEqualTo("invalid_grant");
    }

    @Test
    void section452AnInjectedCodeDoesNotFitTheVerifier() {
        assertThat(withVerifier(SHOP.code(ADA), "y".repeat(43)).error()).isEqualTo("invalid_grant");
        assertThat(withVerifier(SHOP.code(ADA), "").error()).isEqualTo("invalid_grant");
    }

    @Test
    void section45ACodeIsForItsClientAlone() {
        Application other = Application.usual(TOWN);
        String code = SHOP.code(ADA);
        assertThat(other.exchange(code).error()).isEqualTo("invalid_grant");
        assertThat(SHOP.exchange(code).status()).isEqualTo(200);
    }

    @Test
    void section424ACodeThatIsUsedAgainEndsWhatItGave() {
        String code = SHOP.code(ADA);
        String access = SHOP.exchange(code).json().path("access_token").asString();
        assertThat(SHOP.exchange(code).error()).isEqualTo("invalid_grant");
        assertThat(SHOP.get(USERINFO, Map.of("Authorization", "Bearer " + access))
                        .status())
                .isEqualTo(401);
    }

    // Section 2.1 and 4.4: mix-up.

    @Test
    void section442EveryAnswerNamesItsIssuer() {
        Map<String, String> error = Application.answer(SHOP.ask(TOWN.browser(), SHOP.request("prompt", "none")));
        assertThat(error).containsEntry("error", "login_required").containsEntry("iss", SHOP.issuer());
        Browser browser = TOWN.browser();
        Map<String, String> success = Application.answer(SHOP.signIn(browser, SHOP.ask(browser, SHOP.request()), ADA));
        assertThat(success).containsKey("code").containsEntry("iss", SHOP.issuer());
        Answer form = SHOP.ask(browser, SHOP.request("response_mode", "form_post"));
        assertThat(form.text()).contains("name=\"iss\" value=\"" + SHOP.issuer() + "\"");
        Answer metadata = SHOP.get("/.well-known/oauth-authorization-server", Map.of());
        assertThat(metadata.json()
                        .path("authorization_response_iss_parameter_supported")
                        .asBoolean())
                .isTrue();
    }

    // Section 2.1.2 and 2.4: what is not offered.

    @ParameterizedTest
    @ValueSource(strings = {"token", "id_token", "id_token token", "code token", "code id_token"})
    void section212NoTokenComesByTheAddress(String type) {
        // Where the answer would have been, the client finds the refusal (RFC 6749 section 4.2.2.1).
        assertThat(Application.fragment(SHOP.ask(TOWN.browser(), SHOP.request("response_type", type))))
                .containsEntry("error", "unsupported_response_type")
                .containsEntry("state", "a state")
                .containsEntry("iss", SHOP.issuer());
    }

    @Test
    void section24APasswordBuysNoToken() {
        Map<String, String> form = Map.of("grant_type", "password", "username", ADA.email(), "password", Town.PASSWORD);
        assertThat(SHOP.token(form).error()).isEqualTo("unsupported_grant_type");
        Answer metadata = SHOP.get("/.well-known/oauth-authorization-server", Map.of());
        assertThat(metadata.json().path("grant_types_supported").toString()).doesNotContain("password", "implicit");
    }

    // Section 2.2.2 and 4.14: refresh tokens.

    @Test
    void section4142ARefreshTokenRotatesAndAnEarlierOneEndsTheGrant() {
        Answer first = PHONE.post(TOKEN, named(Application.exchanging(PHONE.code(ADA))), Map.of());
        String one = first.json().path("refresh_token").asString();
        String two = refresh(one).json().path("refresh_token").asString();
        String three = refresh(two).json().path("refresh_token").asString();
        assertThat(List.of(one, two, three)).doesNotHaveDuplicates().doesNotContain("");
        assertThat(refresh(one).error()).isEqualTo("invalid_grant");
        assertThat(refresh(three).error()).isEqualTo("invalid_grant");
        String access = first.json().path("access_token").asString();
        assertThat(PHONE.get(USERINFO, Map.of("Authorization", "Bearer " + access))
                        .status())
                .isEqualTo(401);
    }

    private static Map<String, String> named(Map<String, String> form) {
        Map<String, String> all = new LinkedHashMap<>(form);
        all.put("client_id", PHONE.id());
        return all;
    }

    private static Answer refresh(String token) {
        return PHONE.post(TOKEN, named(Map.of("grant_type", "refresh_token", "refresh_token", token)), Map.of());
    }

    @Test
    void section4142ARefreshTokenIsForItsClientAndWhatWasGiven() {
        String refresh =
                SHOP.exchange(SHOP.code(ADA)).json().path("refresh_token").asString();
        Map<String, String> form = Map.of("grant_type", "refresh_token", "refresh_token", refresh);
        assertThat(Application.usual(TOWN).token(form).error()).isEqualTo("invalid_grant");
        Map<String, String> wider = new LinkedHashMap<>(form);
        wider.put("scope", "openid read:thing");
        assertThat(SHOP.token(wider).error()).isEqualTo("invalid_scope");
        Map<String, String> elsewhere = new LinkedHashMap<>(form);
        elsewhere.put("resource", "https://another.example/");
        assertThat(SHOP.token(elsewhere).error()).isEqualTo("invalid_target");
    }

    @Test
    void section4142ARefreshTokenGivesNoScopeThatWasTakenFromItsClient() throws Exception {
        Application shop = Application.usual(TOWN);
        Answer tokens = shop.exchange(shop.code(TOWN.browser(), ADA, shop.request("scope", "openid email read:thing")));
        Answer taken = TOWN.administrator().patch("/v1/clients/" + shop.id(), "{\"scopes\":[\"openid\",\"email\"]}");
        assertThat(taken.status()).as(taken.text()).isEqualTo(200);
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "refresh_token");
        form.put("refresh_token", tokens.json().path("refresh_token").asString());
        Answer less = shop.token(form);
        assertThat(less.json().path("scope").asString()).as(less.text()).isEqualTo("openid email");
        String access = less.json().path("access_token").asString();
        assertThat(SignedJWT.parse(access).getJWTClaimsSet().getStringClaim("scope"))
                .isEqualTo("openid email");
        form.put("refresh_token", less.json().path("refresh_token").asString());
        form.put("scope", "openid read:thing");
        assertThat(shop.token(form).error()).isEqualTo("invalid_scope");
    }

    // Section 2.3 and 4.10: access tokens are for somebody.

    @Test
    void section4102AnAccessTokenNamesItsAudience() throws Exception {
        Map<String, String> request = SHOP.request("resource", "https://api.example/");
        String code = SHOP.code(TOWN.browser(), ADA, request);
        String access = SHOP.exchange(code).json().path("access_token").asString();
        assertThat(SignedJWT.parse(access).getJWTClaimsSet().getAudience()).containsExactly("https://api.example/");
        Map<String, String> other = new LinkedHashMap<>(Application.exchanging(SHOP.code(ADA)));
        other.put("resource", "https://another.example/");
        assertThat(SHOP.token(other).error()).as("RFC 8707 section 2").isEqualTo("invalid_target");
    }

    @Test
    void section23ATokenCarriesNoMoreThanItsClientMayHave() {
        String code = SHOP.code(TOWN.browser(), ADA, SHOP.request("scope", "openid admin:everything"));
        assertThat(SHOP.exchange(code).json().path("scope").asString()).isEqualTo("openid");
    }

    // Section 2.5: client authentication.

    @Test
    void section25AClientThatDoesNotProveItselfGetsNothing() {
        Map<String, String> form = new LinkedHashMap<>(Application.exchanging(SHOP.code(ADA)));
        form.put("client_id", SHOP.id());
        assertThat(SHOP.post(TOKEN, form, Map.of()).error()).isEqualTo("invalid_client");
        form.put("client_secret", SHOP.secret());
        // The registered way is the only one.
        assertThat(SHOP.post(TOKEN, form, Map.of()).error()).isEqualTo("invalid_client");
    }

    // Section 4.3: what browsers remember.

    @Test
    void section432AnAccessTokenInTheAddressIsNotTaken() {
        String access =
                SHOP.exchange(SHOP.code(ADA)).json().path("access_token").asString();
        assertThat(SHOP.get(USERINFO + "?access_token=" + access, Map.of()).status())
                .isEqualTo(401);
    }

    // Section 4.13: headers that only proxies may set.

    @Test
    void section413ACertificateInAHeaderOfAStrangerIsNone() throws Exception {
        var own = TestAuthority.selfSigned("own").certificate();
        Map<String, Object> settings = Application.usualSettings();
        settings.put("token_endpoint_auth_method", "self_signed_tls_client_auth");
        settings.put("jwks", Map.of("keys", List.of(JWK.parse(own).toJSONObject())));
        Application client = Application.register(TOWN, settings);
        Answer answer = client.post(
                TOKEN,
                Map.of("grant_type", "client_credentials", "client_id", client.id()),
                Map.of("Client-Cert", TestAuthority.header(own)));
        assertThat(answer.error()).isEqualTo("invalid_client");
    }

    // Section 4.15: clients that would be people.

    @Test
    void section415AClientDoesNotPassForAPerson() throws Exception {
        String access = SHOP.token(Map.of("grant_type", "client_credentials"))
                .json()
                .path("access_token")
                .asString();
        assertThat(SignedJWT.parse(access).getJWTClaimsSet().getSubject()).isEqualTo(SHOP.id());
        assertThat(SHOP.get(USERINFO, Map.of("Authorization", "Bearer " + access))
                        .status())
                .isEqualTo(403);

        Map<String, Object> settings = Application.usualSettings();
        settings.put("client_id", ADA.id().text());
        Answer answer = TOWN.administrator().post("/v1/clients", Json.text(settings));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("fields").has("client_id"))
                .as(answer.text())
                .isTrue();
    }
}
