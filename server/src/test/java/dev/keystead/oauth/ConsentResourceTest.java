package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Whoever allows something knows at which resource it will be used (RFC 8707).
class ConsentResourceTest {
    private static final String ORDERS = "https://api.example/orders";
    private static final String PAYMENTS = "https://api.example/payments";

    private final Town town = Town.make();
    private final Person ada = town.person("ada");
    private final Browser browser = town.browser();
    private final Application guest = guest(town);

    private static Application guest(Town town) {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("first_party", false);
        return Application.register(town, settings);
    }

    private Answer asked(String... parameters) {
        return guest.signIn(browser, guest.ask(browser, guest.request(parameters)), ada);
    }

    private Answer allow(Answer page) {
        return browser.submit(
                browser.local(Application.consentForm(page)), Map.of("answer", "allow", "remember", "yes"));
    }

    @Test
    void thePageNamesTheResourceInEveryLanguage() {
        Answer page = asked("resource", ORDERS);
        assertThat(page.text()).contains("Use " + ORDERS + " in your name");
        String here = browser.local(Application.consentForm(page));
        assertThat(browser.open(here + "?ui_locales=pt").text()).contains("Usar " + ORDERS + " em seu nome");
        assertThat(browser.open(here + "?ui_locales=es").text()).contains("Usar " + ORDERS + " en tu nombre");
    }

    @Test
    void theIssuerItselfIsNoPlaceToPeople() {
        assertThat(asked("resource", guest.issuer()).text())
                .contains("id=\"allow\"")
                .doesNotContain("in your name");
    }

    @Test
    void whatWasAllowedAtOneResourceIsAskedForAtAnother() {
        assertThat(Application.answer(allow(asked("resource", ORDERS)))).containsKey("code");
        assertThat(Application.answer(guest.ask(browser, guest.request("resource", ORDERS))))
                .containsKey("code");
        assertThat(Application.answer(guest.ask(browser, guest.request()))).containsKey("code");
        Answer silent = guest.ask(browser, guest.request("resource", PAYMENTS, "prompt", "none"));
        assertThat(Application.answer(silent)).containsEntry("error", "consent_required");
        Answer other = guest.ask(browser, guest.request("resource", PAYMENTS));
        assertThat(other.text()).contains("Use " + PAYMENTS + " in your name");
        assertThat(Application.answer(allow(other))).containsKey("code");
        assertThat(Application.answer(guest.ask(browser, guest.request("resource", ORDERS))))
                .containsKey("code");
    }

    @Test
    void theAccountNamesItToo() {
        Answer allowed = allow(asked("resource", ORDERS));
        assertThat(guest.exchange(Application.answer(allowed).get("code")).status())
                .isEqualTo(200);
        assertThat(browser.open("/account/applications").text()).contains("Use " + ORDERS + " in your name");
    }

    /// A sign that turns the direction of reading would show another address than the one that is meant.
    @Test
    void anAddressThatReadsLikeAnotherIsShownEncoded() {
        Answer page = asked("resource", "https://api.example/\u202Eredro");
        assertThat(page.text()).doesNotContain("\u202E").contains("%E2%80%AE");
    }

    @Test
    void veryManyResourcesAreForgottenAndNotRefused() {
        Answer page = asked("resource", ORDERS);
        for (int i = 0; i < 6; i++) {
            var here = new StringBuilder("/oauth/v2/authorize?" + Application.encoded(guest.request()));
            allow(page);
            for (int j = 0; j < 20; j++) {
                here.append("&resource=https%3A%2F%2Fapi.example%2F")
                        .append(i)
                        .append('-')
                        .append(j);
            }
            page = browser.open(here.toString());
        }
        assertThat(Application.answer(allow(page))).containsKey("code");
        assertThat(town.count("oauth.consents", "and cardinality(resources) <= 100"))
                .isOne();
    }
}
