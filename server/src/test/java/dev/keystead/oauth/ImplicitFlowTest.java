package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The implicit flow (OpenID Connect Core section 3.2) in a workspace that allows it.
class ImplicitFlowTest {
    private static final Town TOWN = town();
    private static final Person ADA = TOWN.person("ada");
    private static final Application PAGE = Application.register(TOWN, settings());
    private static final Application SHOP = Application.usual(TOWN);
    private static final String USERINFO = "/oidc/v1/userinfo";

    private static Town town() {
        Town town = Town.make();
        town.decide("registration", "{\"mode\":\"closed\",\"implicit_flow\":true}");
        return town;
    }

    static Map<String, Object> settings() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("token_endpoint_auth_method", "none");
        settings.put("grant_types", List.of("implicit"));
        settings.put("response_types", List.of("id_token", "id_token token"));
        return settings;
    }

    private static Map<String, String> request(String type, String... changes) {
        Map<String, String> request = new LinkedHashMap<>(
                PAGE.request("response_type", type, "code_challenge", "", "code_challenge_method", ""));
        for (int i = 0; i < changes.length; i += 2) {
            request.put(changes[i], changes[i + 1]);
        }
        return request;
    }

    private static Map<String, String> tokens(Browser browser, Map<String, String> request) {
        return Application.fragment(PAGE.signIn(browser, PAGE.ask(browser, request), ADA));
    }

    private static Map<String, String> tokens(String type) {
        return tokens(TOWN.browser(), request(type));
    }

    private static JWTClaimsSet claims(String token) throws ParseException {
        return SignedJWT.parse(token).getJWTClaimsSet();
    }

    private static int userinfo(String access) {
        return PAGE.get(USERINFO, Map.of("Authorization", "Bearer " + access)).status();
    }

    /// Section 3.2.2.5.
    @Test
    void bothTokensComeInTheFragment() throws Exception {
        Map<String, String> told = tokens("id_token token");
        assertThat(told)
                .containsOnlyKeys("access_token", "token_type", "expires_in", "scope", "id_token", "state", "iss")
                .containsEntry("token_type", "Bearer")
                .containsEntry("scope", "openid profile email")
                .containsEntry("state", "a state")
                .containsEntry("iss", PAGE.issuer());
        JWTClaimsSet claims = claims(told.get("id_token"));
        assertThat(claims.getIssuer()).isEqualTo(PAGE.issuer());
        assertThat(claims.getAudience()).containsExactly(PAGE.id());
        assertThat(claims.getSubject()).isEqualTo(ADA.id().text());
        assertThat(claims.getStringClaim("nonce")).isEqualTo("a nonce");
        assertThat(claims.getClaims())
                .containsKeys("exp", "iat", "auth_time", "sid")
                .doesNotContainKey("email");
        assertThat(userinfo(told.get("access_token"))).isEqualTo(200);
    }

    /// Section 3.2.2.9.
    @Test
    void theIdTokenHasTheHashOfTheAccessToken() throws Exception {
        Map<String, String> told = tokens("token id_token");
        byte[] hash = MessageDigest.getInstance("SHA-256")
                .digest(told.get("access_token").getBytes(StandardCharsets.US_ASCII));
        assertThat(claims(told.get("id_token")).getStringClaim("at_hash"))
                .isEqualTo(Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, 16)));
    }

    /// Section 5.4: without an access token nothing else can tell what the scopes ask for.
    @Test
    void anIdTokenAloneHasTheClaimsOfItsScopes() throws Exception {
        Map<String, String> told = tokens("id_token");
        assertThat(told).containsOnlyKeys("id_token", "state", "iss");
        JWTClaimsSet claims = claims(told.get("id_token"));
        assertThat(claims.getStringClaim("email")).isEqualTo(ADA.email());
        assertThat(claims.getStringClaim("name")).isEqualTo("ada");
        assertThat(claims.getClaims()).doesNotContainKeys("at_hash", "c_hash");
        Map<String, String> less = tokens(TOWN.browser(), request("id_token", "scope", "openid"));
        assertThat(claims(less.get("id_token")).getClaims()).doesNotContainKeys("email", "name");
    }

    /// OAuth 2.0 Form Post Response Mode section 2.
    @Test
    void aFormMayCarryThem() {
        Browser browser = TOWN.browser();
        Map<String, String> request = request("id_token token", "response_mode", "form_post");
        Answer page = PAGE.signIn(browser, PAGE.ask(browser, request), ADA);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text())
                .contains("action=\"" + Application.CALLBACK + "\"", "name=\"access_token\"", "name=\"id_token\"")
                .contains("name=\"state\" value=\"a state\"");
        assertThat(page.header("Cache-Control")).contains("no-store");
        assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
    }

    /// What a request must keep to, each rule with where it stands; the refusal is where the answer would be.
    @ParameterizedTest(name = "{0}={1} is refused with {2}: {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "response_mode|query|invalid_request|OAuth 2.0 Multiple Response Types section 5",
                "nonce||invalid_request|OpenID Connect Core section 3.2.2.1",
                "scope|email|invalid_scope|OpenID Connect Core section 3.2.2.1",
                "scope||invalid_scope|OpenID Connect Core section 3.2.2.1",
                "response_type|token|unsupported_response_type|OpenID Connect Core section 3.2.2.1",
                "response_type|code token|unsupported_response_type|OpenID Connect Core section 3.3 is not offered",
                "response_type|code id_token|unsupported_response_type|OpenID Connect Core section 3.3 is not offered",
                "response_type|code id_token token|unsupported_response_type|Core section 3.3 is not offered",
                "prompt|none|login_required|OpenID Connect Core section 3.2.2.6",
                "dpop_jkt|aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa|invalid_request|RFC 9449 section 10",
                "max_age|soon|invalid_request|OpenID Connect Core section 3.1.2.1",
            })
    void aRequestThatBreaksARuleIsRefusedInTheFragment(String name, String value, String code, String rule) {
        Map<String, String> request = request("id_token token");
        if (value == null) {
            request.remove(name);
        } else {
            request.put(name, value);
        }
        assertThat(Application.fragment(PAGE.ask(TOWN.browser(), request)))
                .as(rule)
                .containsEntry("error", code)
                .containsEntry("state", "a state")
                .containsEntry("iss", PAGE.issuer())
                .doesNotContainKeys("access_token", "id_token");
    }

    /// Who acts here in somebody's name has a token that no browser saw.
    @Test
    void ourOwnInterfaceIsNotReachedInThisWay() {
        Map<String, String> request = request("id_token token", "resource", PAGE.issuer() + "/v1");
        assertThat(Application.fragment(PAGE.ask(TOWN.browser(), request))).containsEntry("error", "invalid_target");
    }

    /// RFC 7591 section 2: what a client did not register it does not get.
    @Test
    void aClientGetsOnlyWhatItIsRegisteredFor() {
        for (String type : List.of("id_token", "id_token token")) {
            Map<String, String> request = request(type, "client_id", SHOP.id());
            assertThat(Application.fragment(PAGE.ask(TOWN.browser(), request)))
                    .containsEntry("error", "unauthorized_client");
        }
        assertThat(Application.answer(PAGE.ask(TOWN.browser(), PAGE.request())))
                .containsEntry("error", "unauthorized_client");
        Map<String, Object> settings = settings();
        settings.put("response_types", List.of("id_token"));
        Application less = Application.register(TOWN, settings);
        assertThat(Application.fragment(PAGE.ask(TOWN.browser(), request("id_token token", "client_id", less.id()))))
                .containsEntry("error", "unauthorized_client");
    }

    /// RFC 6749 section 4.2: the token endpoint has no part in it.
    @Test
    void theTokenEndpointDoesNotKnowIt() {
        Answer answer =
                PAGE.post("/oauth/v2/token", Map.of("grant_type", "implicit", "client_id", PAGE.id()), Map.of());
        assertThat(answer.error()).isEqualTo("unsupported_grant_type");
        assertThat(SHOP.token(Map.of("grant_type", "implicit")).error()).isEqualTo("unauthorized_client");
    }

    /// Section 11: offline access is passed over where no code is given, so that tokens end with the session.
    @Test
    void nothingOutlivesTheSession() throws Exception {
        Browser browser = TOWN.browser();
        Map<String, String> told = tokens(browser, request("id_token token", "scope", "openid offline_access"));
        assertThat(told).containsEntry("scope", "openid").doesNotContainKey("refresh_token");
        assertThat(claims(told.get("access_token")).getStringClaim("scope")).isEqualTo("openid");
        assertThat(userinfo(told.get("access_token"))).isEqualTo(200);
        browser.open("/account");
        browser.submit("/sign-out", Map.of());
        assertThat(userinfo(told.get("access_token"))).isEqualTo(401);
    }

    /// RFC 9700 section 2.1.2: what stands in a browser's history is not worth much for long.
    @Test
    void anAccessTokenLivesTenMinutesAtMost() throws Exception {
        Map<String, Object> settings = settings();
        settings.put("access_token_seconds", 86_400);
        Application lasting = Application.register(TOWN, settings);
        Map<String, String> told = tokens(TOWN.browser(), request("id_token token", "client_id", lasting.id()));
        assertThat(told).containsEntry("expires_in", "600");
        assertThat(claims(told.get("access_token")).getExpirationTime().toInstant())
                .isBefore(Instant.now().plus(Duration.ofMinutes(11)));
    }

    /// RFC 7009, RFC 7662.
    @Test
    void anAccessTokenCanBeAskedAboutAndGivenBack() {
        String access = tokens("id_token token").get("access_token");
        Answer told = SHOP.post("/oauth/v2/introspect", Map.of("token", access));
        assertThat(told.json().path("active").asBoolean()).as(told.text()).isTrue();
        assertThat(told.json().path("client_id").asString()).isEqualTo(PAGE.id());
        PAGE.post("/oauth/v2/revoke", Map.of("token", access, "client_id", PAGE.id()), Map.of());
        assertThat(SHOP.post("/oauth/v2/introspect", Map.of("token", access))
                        .json()
                        .path("active")
                        .asBoolean())
                .isFalse();
        assertThat(userinfo(access)).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"id_token", "id_token token"})
    void thereIsAGrantBehindThem(String type) throws Exception {
        String id = claims(tokens(type).get("id_token")).getStringClaim("sid");
        assertThat(TOWN.count(
                        "session.grants",
                        "and app.id_text('ses', session_id) = '" + id + "' and user_id = '"
                                + ADA.id().value() + "'"))
                .isEqualTo(1);
    }

    /// RFC 9126: pushed requests are answered once here too.
    @Test
    void aPushedRequestIsAnsweredOnce() {
        Map<String, String> pushed = new LinkedHashMap<>(request("id_token token"));
        Answer kept = PAGE.post("/oauth/v2/par", pushed, Map.of());
        assertThat(kept.status()).as(kept.text()).isEqualTo(201);
        Map<String, String> reference = Map.of(
                "client_id",
                PAGE.id(),
                "request_uri",
                kept.json().path("request_uri").asString());
        Browser browser = TOWN.browser();
        assertThat(tokens(browser, reference)).containsKey("access_token");
        assertThat(PAGE.ask(browser, reference).status()).isEqualTo(400);
    }
}
