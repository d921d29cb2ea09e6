package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the authorization endpoint takes and refuses.
class AuthorizeTest {
    private static final Town TOWN = Town.make();
    private static final Person ADA = TOWN.person("ada");
    private static final Application SHOP = Application.usual(TOWN);

    @ParameterizedTest(name = "{0}={1} is refused with {2}: {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "response_type||invalid_request|RFC 6749 section 4.1.1",
                "response_mode|fragment|invalid_request|OAuth 2.0 Multiple Response Types section 2.1",
                "code_challenge_method|plain|invalid_request|RFC 9700 section 2.1.1",
                "code_challenge_method||invalid_request|RFC 7636 section 4.3: absent means plain",
                "code_challenge|short|invalid_request|RFC 7636 section 4.2",
                "code_challenge||invalid_request|RFC 7636 section 4.4.1",
                "scope|nothing-that-exists|invalid_scope|RFC 6749 section 3.3",
                "prompt|none login|invalid_request|OpenID Connect Core section 3.1.2.1",
                "prompt|later|invalid_request|OpenID Connect Core section 3.1.2.1",
                "max_age|-1|invalid_request|OpenID Connect Core section 3.1.2.1",
                "max_age|soon|invalid_request|OpenID Connect Core section 3.1.2.1",
                "claims|{not json|invalid_request|OpenID Connect Core section 5.5",
                "id_token_hint|not.a.token|invalid_request|OpenID Connect Core section 3.1.2.1",
                "resource|not absolute|invalid_target|RFC 8707 section 2",
                "resource|https://api.example/#part|invalid_target|RFC 8707 section 2",
                "authorization_details|[{}]|invalid_authorization_details|RFC 9396 section 5",
                "authorization_details|[{\"type\":\"unknown\"}]|invalid_authorization_details|RFC 9396 section 5",
                "dpop_jkt|short|invalid_request|RFC 9449 section 10",
                "request|a.b.c|invalid_request_object|RFC 9101 section 6.2",
                "request|eyJhbGciOiJub25lIn0.e30.|invalid_request_object|RFC 9101 section 10.1",
                "request_uri|https://elsewhere.example/object|invalid_request_uri|RFC 9101 section 10.4",
            })
    void aRequestThatBreaksARuleIsRefusedToItsClient(String name, String value, String code, String rule) {
        Answer answer = SHOP.ask(TOWN.browser(), SHOP.request(name, value == null ? "" : value));
        assertThat(Application.answer(answer))
                .as(rule)
                .containsEntry("error", code)
                .containsEntry("state", "a state")
                .containsEntry("iss", SHOP.issuer())
                .containsKey("error_description");
    }

    @ParameterizedTest(name = "{0}={1} is told to the person: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "client_id|cli_unknown|RFC 6749 section 4.1.2.1",
                "client_id||RFC 6749 section 4.1.1",
                "redirect_uri|https://app.example/callback/|RFC 9700 section 2.1: exact match",
                "redirect_uri|https://app.example/callback?x=1|RFC 9700 section 2.1: exact match",
                "redirect_uri|https://app.example.evil.example/callback|RFC 9700 section 4.1.1",
                "redirect_uri|javascript:alert(1)|RFC 9700 section 4.1.1",
                "redirect_uri|not a uri|RFC 6749 section 3.1.2",
                "redirect_uri||OpenID Connect Core section 3.1.2.1",
                "request_uri|urn:ietf:params:oauth:request_uri:guessed|RFC 9126 section 4",
            })
    void whereNoAnswerMayGoThePersonIsTold(String name, String value, String rule) {
        Answer page = SHOP.ask(TOWN.browser(), SHOP.request(name, value == null ? "" : value));
        assertThat(page.status()).as(rule).isEqualTo(400);
        assertThat(page.text()).as(rule).contains("id=\"error\"");
        assertThat(page.response().headers().firstValue("Location")).isEmpty();
    }

    @Test
    void aParameterThatRepeatsIsRefused() {
        // RFC 6749 section 3.1.
        Answer answer = TOWN.browser()
                .open("/oauth/v2/authorize?" + Application.encoded(SHOP.request()) + "&scope=openid&nonce=another");
        assertThat(Application.answer(answer)).containsEntry("error", "invalid_request");
    }

    @Test
    void unknownParametersArePassedOver() {
        Browser browser = TOWN.browser();
        assertThat(SHOP.code(browser, ADA, SHOP.request("acme_extra", "1"))).isNotEmpty();
    }

    @Test
    void aHintStandsInTheFieldUnlessItIsTooLong() {
        Browser browser = TOWN.browser();
        Answer asked = SHOP.ask(browser, SHOP.request("login_hint", ADA.email()));
        assertThat(browser.open(browser.local(asked.header("Location"))).text())
                .contains("value=\"" + ADA.email() + "\"");
        Answer tooLong = SHOP.ask(browser, SHOP.request("login_hint", "x".repeat(400), "ui_locales", "x".repeat(400)));
        assertThat(browser.open(browser.local(tooLong.header("Location"))).status())
                .isEqualTo(200);
    }

    @Test
    void promptLoginAsksAgainAndTellsTheNewTime() throws Exception {
        Browser browser = TOWN.browser();
        SHOP.code(browser, ADA, SHOP.request());
        Answer again = SHOP.ask(browser, SHOP.request("prompt", "login"));
        assertThat(again.header("Location")).contains("/step-up?return_to=");
        Answer page = browser.open(browser.local(again.header("Location")));
        browser.open(browser.local(page.header("Location")));
        Answer proven = browser.step("password", "password", Town.PASSWORD);
        Answer back = browser.open(browser.local(proven.header("Location")));
        assertThat(Application.answer(back)).containsKey("code");
    }

    @Test
    void anAgeThatIsTooOldAsksAgain() {
        Browser browser = TOWN.browser();
        SHOP.code(browser, ADA, SHOP.request());
        assertThat(Application.answer(SHOP.ask(browser, SHOP.request("max_age", "10000"))))
                .containsKey("code");
        assertThat(SHOP.ask(browser, SHOP.request("max_age", "0")).header("Location"))
                .contains("/step-up");
        assertThat(Application.answer(SHOP.ask(browser, SHOP.request("max_age", "0", "prompt", "none"))))
                .containsEntry("error", "login_required");
    }

    @Test
    void anEssentialClassThatIsNotReachedIsRefused() {
        Browser browser = TOWN.browser();
        SHOP.code(browser, ADA, SHOP.request());
        String claims = "{\"id_token\":{\"acr\":{\"essential\":true,\"values\":[\"urn:keystead:acr:multi-factor\"]}}}";
        assertThat(Application.answer(SHOP.ask(browser, SHOP.request("claims", claims, "prompt", "none"))))
                .containsEntry("error", "unmet_authentication_requirements");
        assertThat(Application.answer(SHOP.ask(
                        browser, SHOP.request("acr_values", "urn:keystead:acr:multi-factor", "prompt", "none"))))
                .containsKey("code");
    }

    @Test
    void aHintForSomebodyElseAsksForThem() {
        Browser browser = TOWN.browser();
        String hint = SHOP.exchange(SHOP.code(browser, ADA, SHOP.request()))
                .json()
                .path("id_token")
                .asString();
        assertThat(Application.answer(SHOP.ask(browser, SHOP.request("id_token_hint", hint, "prompt", "none"))))
                .containsKey("code");
        Person eve = TOWN.person("eve");
        Browser other = TOWN.browser();
        SHOP.code(other, eve, SHOP.request());
        assertThat(Application.answer(SHOP.ask(other, SHOP.request("id_token_hint", hint, "prompt", "none"))))
                .containsEntry("error", "login_required");
    }

    @Test
    void aRequestThatWaitsBelongsToItsBrowser() {
        Browser browser = TOWN.browser();
        Answer asked = SHOP.ask(browser, SHOP.request());
        String returnTo = Application.parameters(asked.header("Location").replaceFirst(".*\\?", ""))
                .get("return_to");
        assertThat(TOWN.browser().open(browser.local(returnTo)).status()).isEqualTo(410);
    }

    @Test
    void aPushedRequestWorksOnceForItsClient() {
        Answer pushed = SHOP.post("/oauth/v2/par", SHOP.request("client_id", ""));
        assertThat(pushed.status()).as(pushed.text()).isEqualTo(201);
        String reference = pushed.json().path("request_uri").asString();
        Application other = Application.usual(TOWN);
        assertThat(other.ask(TOWN.browser(), Map.of("client_id", other.id(), "request_uri", reference))
                        .status())
                .isEqualTo(400);
        Browser browser = TOWN.browser();
        assertThat(SHOP.code(browser, ADA, Map.of("client_id", SHOP.id(), "request_uri", reference)))
                .isNotEmpty();
        assertThat(SHOP.ask(TOWN.browser(), Map.of("client_id", SHOP.id(), "request_uri", reference))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void aPushedRequestThatBreaksARuleIsRefusedAtOnce() {
        Answer pushed = SHOP.post("/oauth/v2/par", SHOP.request("redirect_uri", "https://elsewhere.example/"));
        assertThat(pushed.status()).isEqualTo(400);
        assertThat(pushed.json().path("error").asString()).isEqualTo("invalid_request");
        assertThat(SHOP.post("/oauth/v2/par", SHOP.request("request_uri", "urn:ietf:params:oauth:request_uri:x"))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void consentIsAskedForRememberedAndDenied() {
        Map<String, Object> settings = new LinkedHashMap<>(Application.usualSettings());
        settings.put("first_party", false);
        settings.put("name", "Somebody else's <shop>");
        Application foreign = Application.register(TOWN, settings);
        Browser browser = TOWN.browser();
        Answer page = foreign.signIn(browser, foreign.ask(browser, foreign.request()), ADA);
        assertThat(page.status()).as(page.text()).isEqualTo(200);
        assertThat(page.text())
                .contains("Somebody else's &lt;shop&gt;")
                .contains("id=\"allow\"")
                .contains("id=\"deny\"");
        String action = page.text().replaceFirst("(?s).*action=\"([^\"]*/oauth/v2/authorize/[^\"]*)\".*", "$1");
        assertThat(Application.answer(browser.submit(browser.local(action), Map.of("answer", "deny"))))
                .containsEntry("error", "access_denied");

        Answer again = foreign.ask(browser, foreign.request());
        String second = again.text().replaceFirst("(?s).*action=\"([^\"]*/oauth/v2/authorize/[^\"]*)\".*", "$1");
        Answer allowed = browser.submit(browser.local(second), Map.of("answer", "allow", "remember", "yes"));
        assertThat(Application.answer(allowed)).containsKey("code");
        assertThat(browser.submit(browser.local(second), Map.of("answer", "allow"))
                        .status())
                .isEqualTo(410);

        assertThat(Application.answer(foreign.ask(browser, foreign.request("prompt", "none"))))
                .containsKey("code");
        assertThat(Application.answer(
                        foreign.ask(browser, foreign.request("prompt", "none", "scope", "openid offline_access"))))
                .containsEntry("error", "consent_required");
        assertThat(foreign.ask(browser, foreign.request("prompt", "consent")).status())
                .isEqualTo(200);
    }

    @Test
    void anApplicationThatCannotKeepASecretNeedsPkce() {
        Map<String, Object> settings = new LinkedHashMap<>(Application.usualSettings());
        settings.put("token_endpoint_auth_method", "none");
        settings.put("grant_types", List.of("authorization_code", "refresh_token"));
        Application phone = Application.register(TOWN, settings);
        assertThat(Application.answer(
                        phone.ask(TOWN.browser(), phone.request("code_challenge", "", "code_challenge_method", ""))))
                .containsEntry("error", "invalid_request");
        Browser browser = TOWN.browser();
        String code = phone.code(browser, ADA, phone.request());
        Answer tokens = phone.post(
                "/oauth/v2/token",
                Map.of(
                        "grant_type",
                        "authorization_code",
                        "client_id",
                        phone.id(),
                        "code",
                        code,
                        "redirect_uri",
                        Application.CALLBACK,
                        "code_verifier",
                        Application.VERIFIER),
                Map.of());
        assertThat(tokens.status()).as(tokens.text()).isEqualTo(200);
    }

    @Test
    void whoDoesNotSpeakOpenIdConnectNeedsPkceToo() {
        // OAuth 2.1 section 7.5.1: without a nonce in an ID token nothing else tells a code that was slipped in.
        Map<String, String> bare =
                SHOP.request("scope", "read:thing", "nonce", "", "code_challenge", "", "code_challenge_method", "");
        assertThat(Application.answer(SHOP.ask(TOWN.browser(), bare)))
                .containsEntry("error", "invalid_request")
                .extractingByKey("error_description")
                .asString()
                .contains("PKCE");
        Map<String, String> none = SHOP.request("scope", "", "code_challenge", "", "code_challenge_method", "");
        assertThat(Application.answer(SHOP.ask(TOWN.browser(), none))).containsEntry("error", "invalid_request");
        assertThat(SHOP.code(TOWN.browser(), ADA, SHOP.request("code_challenge", "", "code_challenge_method", "")))
                .isNotEmpty();
        assertThat(SHOP.code(TOWN.browser(), ADA, SHOP.request("scope", "read:thing")))
                .isNotEmpty();
        // Asking for an ID token is not getting one.
        Map<String, Object> settings = Application.usualSettings();
        settings.put("scopes", List.of("read:thing"));
        Application plain = Application.register(TOWN, settings);
        Map<String, String> pretending =
                plain.request("scope", "openid read:thing", "code_challenge", "", "code_challenge_method", "");
        assertThat(Application.answer(plain.ask(TOWN.browser(), pretending))).containsEntry("error", "invalid_request");
    }

    @Test
    void anIssuerTellsAboutItself() {
        Answer metadata = SHOP.get("/.well-known/openid-configuration", Map.of());
        assertThat(metadata.status()).isEqualTo(200);
        assertThat(metadata.json().path("issuer").asString()).isEqualTo(SHOP.issuer());
        assertThat(metadata.header("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(SHOP.get("/.well-known/oauth-authorization-server", Map.of()).text())
                .isEqualTo(metadata.text());
        assertThat(TOWN.server()
                        .as("")
                        .get("/.well-known/oauth-authorization-server" + TOWN.path())
                        .text())
                .isEqualTo(metadata.text());
    }
}
