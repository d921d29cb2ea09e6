package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Applications on people's machines, which any other program there can pass for (RFC 8252 section 8.6).
class NativeConsentTest {
    private static final Town TOWN = Town.make();
    private static final Person ADA = TOWN.person("ada");

    private static Application application(String redirectUri) {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("token_endpoint_auth_method", "none");
        settings.put("grant_types", List.of("authorization_code", "refresh_token"));
        settings.put("first_party", false);
        settings.put("redirect_uris", List.of(redirectUri));
        return Application.register(TOWN, settings);
    }

    private static String allow(Browser browser, Answer page) {
        return browser.submit(
                        browser.local(Application.consentForm(page)), Map.of("answer", "allow", "remember", "yes"))
                .header("Location");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1/callback", "com.example.app:/callback", "com.example.app://callback"})
    void anEarlierAnswerDoesNotServeWhoeverAsksNext(String redirectUri) {
        Application phone = application(redirectUri);
        Browser browser = TOWN.browser();
        Map<String, String> request = phone.request("redirect_uri", redirectUri);
        Answer page = phone.signIn(browser, phone.ask(browser, request), ADA);
        assertThat(page.text()).doesNotContain("name=\"remember\"");
        assertThat(allow(browser, page)).startsWith(redirectUri).contains("code=");

        assertThat(phone.ask(browser, request).text()).contains("id=\"allow\"");
        Answer silent = phone.ask(browser, phone.request("redirect_uri", redirectUri, "prompt", "none"));
        assertThat(silent.header("Location")).contains("error=consent_required");
    }

    @Test
    void anAddressThatOnlyItsOwnerHasIsRemembered() {
        Application phone = application(Application.CALLBACK);
        Browser browser = TOWN.browser();
        Answer page = phone.signIn(browser, phone.ask(browser, phone.request()), ADA);
        assertThat(allow(browser, page)).contains("code=");
        assertThat(Application.answer(phone.ask(browser, phone.request("prompt", "none"))))
                .containsKey("code");
    }

    @Test
    void anAddressAddsNoRuleToThePolicyOfThePage() {
        String redirectUri = "com.example.app://x%3B%20script-src%20evil.example;frame-src/callback";
        Application phone = application(redirectUri);
        Browser browser = TOWN.browser();
        Answer page = phone.signIn(browser, phone.ask(browser, phone.request("redirect_uri", redirectUri)), ADA);
        assertThat(page.header("Content-Security-Policy"))
                .endsWith("form-action 'self' com.example.app://x%3B%20script-src%20evil.example%3Bframe-src");
    }
}
