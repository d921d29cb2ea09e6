package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// RFC 9700, Best Current Practice for OAuth 2.0 Security: the rules about what browsers are shown, sent
/// and told.
class SecurityPracticePagesTest {
    private static final Town TOWN = Town.make();
    private static final Person ADA = TOWN.person("ada");
    private static final Application SHOP = Application.usual(TOWN);

    private static Application thirdParty() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("first_party", false);
        return Application.register(TOWN, settings);
    }

    // Section 4.11: open redirectors.

    @Test
    void section4112ThePageAfterSignInIsOneOfOurs() {
        Browser browser = TOWN.browser();
        browser.open("/sign-in?return_to=https%3A%2F%2Fevil.example%2F");
        Answer told = browser.submit("/sign-in", Map.of("flow", browser.flow(), "identifier", ADA.email()));
        browser.open(browser.local(told.header("Location")));
        Answer inside = browser.step("password", "password", Town.PASSWORD);
        assertThat(inside.header("Location")).doesNotContain("evil.example");
    }

    // Section 2.6: scripts of other sites have no business at the authorization endpoint.

    @Test
    void section26TheAuthorizationEndpointIsClosedToScripts() {
        Browser browser = TOWN.browser();
        Answer asked = SHOP.ask(browser, SHOP.request());
        assertThat(asked.header("Access-Control-Allow-Origin")).isEmpty();
        Answer preflight = TOWN.server()
                .as("")
                .with("Access-Control-Request-Method", "GET")
                .with("Origin", "https://evil.example")
                .send("OPTIONS", TOWN.path() + "/oauth/v2/authorize", null);
        assertThat(preflight.header("Access-Control-Allow-Origin")).isEmpty();
    }

    // Section 4.2 and 4.3: what browsers tell others and remember.

    @Test
    void section424PagesTellOthersNoAddresses() {
        Browser browser = TOWN.browser();
        Answer asked = SHOP.ask(browser, SHOP.request());
        Answer page = browser.open(browser.local(asked.header("Location")));
        assertThat(page.header("Referrer-Policy")).isIn("same-origin", "no-referrer");
        // Nothing of others is loaded that could be told.
        assertThat(page.header("Content-Security-Policy")).startsWith("default-src 'none'");
        Answer back = SHOP.signIn(browser, asked, ADA);
        assertThat(back.header("Referrer-Policy")).isIn("same-origin", "no-referrer");
        Answer form = SHOP.ask(browser, SHOP.request("response_mode", "form_post"));
        assertThat(form.header("Referrer-Policy")).isEqualTo("no-referrer");
    }

    @Test
    void section43NothingWithACodeOrATokenIsKept() {
        Browser browser = TOWN.browser();
        Answer back = SHOP.signIn(browser, SHOP.ask(browser, SHOP.request()), ADA);
        assertThat(back.header("Cache-Control")).isEqualTo("no-store");
        Answer tokens = SHOP.exchange(Application.answer(back).get("code"));
        assertThat(tokens.header("Cache-Control")).isEqualTo("no-store");
    }

    // Section 4.7: forged requests.

    @Test
    void section47TheStateComesBackAsItWas() {
        Map<String, String> request = SHOP.request("state", "a & b = ü \" #", "prompt", "none");
        assertThat(Application.answer(SHOP.ask(TOWN.browser(), request))).containsEntry("state", "a & b = ü \" #");
    }

    @Test
    void section47ConsentCannotBeGivenByAnotherSite() {
        Application foreign = thirdParty();
        Browser browser = TOWN.browser();
        Answer page = foreign.signIn(browser, foreign.ask(browser, foreign.request()), ADA);
        String action = Application.consentForm(page);
        Answer forged = browser.raw(
                browser.local(action),
                "application/x-www-form-urlencoded",
                "answer=allow".getBytes(StandardCharsets.US_ASCII));
        assertThat(forged.status()).isEqualTo(403);
        assertThat(forged.header("Location")).isEmpty();
    }

    // Section 4.12: redirects.

    @Test
    void section412NoRedirectMakesABrowserSendAFormAgain() {
        Application foreign = thirdParty();
        Browser browser = TOWN.browser();
        Answer asked = foreign.ask(browser, foreign.request());
        browser.open(browser.local(asked.header("Location")));
        Answer told = browser.submit("/sign-in", Map.of("flow", browser.flow(), "identifier", ADA.email()));
        browser.open(browser.local(told.header("Location")));
        Answer inside = browser.step("password", "password", Town.PASSWORD);
        Answer page = browser.open(browser.local(inside.header("Location")));
        String action = Application.consentForm(page);
        Answer allowed = browser.submit(browser.local(action), Map.of("answer", "allow"));
        assertThat(List.of(asked, told, inside, allowed))
                .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(303));
        Answer posted = foreign.post("/oauth/v2/authorize", foreign.request(), Map.of());
        assertThat(posted.status()).isEqualTo(303);
    }

    // Section 4.16: frames of other sites.

    @Test
    void section416NoPageCanBeFramed() {
        Application foreign = thirdParty();
        Browser browser = TOWN.browser();
        Answer asked = foreign.ask(browser, foreign.request());
        Answer signIn = browser.open(browser.local(asked.header("Location")));
        Answer consent = foreign.signIn(browser, asked, ADA);
        Answer refused = SHOP.ask(TOWN.browser(), SHOP.request("client_id", "unknown"));
        Answer form = SHOP.ask(browser, SHOP.request("response_mode", "form_post"));
        assertThat(List.of(signIn, consent, refused, form)).allSatisfy(page -> {
            assertThat(page.header("Content-Type")).startsWith("text/html");
            assertThat(page.header("X-Frame-Options")).isEqualTo("DENY");
            assertThat(page.header("Content-Security-Policy")).contains("frame-ancestors 'none'");
        });
    }
}
