package dev.keystead.federation.saml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.federation.saml.protocol.Binding;
import dev.keystead.federation.saml.protocol.LogoutResponse;
import dev.keystead.federation.saml.protocol.PostBinding;
import dev.keystead.federation.saml.protocol.RedirectBinding;
import dev.keystead.federation.saml.protocol.TestParty;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.server.TestServer.Answer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// People who sign out at a provider that speaks SAML, or here.
class SamlLogoutTest {
    private final Town town = Town.make();
    private final SamlHouse provider = SamlHouse.in(town);

    private Browser inside(String person) {
        Browser browser = town.browser();
        provider.enter(browser, person);
        return browser;
    }

    @Test
    void whatEndsThereEndsHere() {
        Browser ada = inside("ada");
        Browser adaElsewhere = inside("ada");
        Browser ben = inside("ben");
        Answer answer = town.browser().open(provider.logoutAddress("ada", List.of("ada-session")));
        assertThat(answer.status()).as(answer.text()).isEqualTo(303);
        assertThat(answer.header("Location")).startsWith(SamlHouse.EXIT + "?SAMLResponse=");
        assertThat(SamlHouse.query(answer.header("Location"))).containsEntry("RelayState", "back");
        assertThat(SamlHouse.inflated(SamlHouse.query(answer.header("Location")).getOrDefault("SAMLResponse", "")))
                .contains("status:Success", "InResponseTo=\"_l");
        assertThat(SamlHouse.isInside(ada)).isFalse();
        assertThat(SamlHouse.isInside(adaElsewhere)).isFalse();
        assertThat(SamlHouse.isInside(ben)).isTrue();
    }

    @Test
    void aLogoutWithoutSessionsMeansAllOfThatPerson() {
        Browser ada = inside("ada");
        Map<String, String> form = PostBinding.fields(
                Binding.Role.REQUEST,
                provider.logout("ada", List.of()),
                Optional.empty(),
                provider.party().credential());
        Answer answer = town.browser().submit("/saml/slo", form);
        assertThat(answer.status()).as(answer.text()).isEqualTo(303);
        assertThat(SamlHouse.isInside(ada)).isFalse();
    }

    @Test
    void aSessionOfSomebodyElseDoesNotEnd() {
        Browser ada = inside("ada");
        town.browser().open(provider.logoutAddress("ben", List.of("ada-session")));
        assertThat(SamlHouse.isInside(ada)).isTrue();
    }

    @Test
    void aLogoutThatIsForgedOrUsedBeforeEndsNothing() {
        Browser ada = inside("ada");
        String plain = Base64.getEncoder()
                .encodeToString(provider.logout("ada", List.of()).getBytes(StandardCharsets.UTF_8));
        assertThat(town.browser()
                        .submit("/saml/slo", Map.of("SAMLRequest", plain))
                        .status())
                .isEqualTo(400);
        Map<String, String> forged = PostBinding.fields(
                Binding.Role.REQUEST,
                provider.logout("ada", List.of()),
                Optional.empty(),
                TestParty.rsa(2048).credential());
        assertThat(town.browser().submit("/saml/slo", forged).status()).isEqualTo(400);
        assertThat(town.browser()
                        .open(provider.logoutAddress("ada", List.of()).replace("back", "away"))
                        .status())
                .isEqualTo(400);
        assertThat(SamlHouse.isInside(ada)).isTrue();
        assertThat(provider.refusals("unsigned")).isOne();
        assertThat(provider.refusals("signature")).isEqualTo(2);

        String address = provider.logoutAddress("ben", List.of());
        assertThat(town.browser().open(address).status()).isEqualTo(303);
        assertThat(town.browser().open(address).status()).isEqualTo(400);
        assertThat(provider.refusals("replayed")).isOne();
    }

    @Test
    void whatIsNoMessageIsRefused() {
        for (String query : List.of("", "?SAMLRequest=", "?SAMLRequest=x&SAMLResponse=y", "?SAMLRequest=AAAA")) {
            assertThat(town.browser().open("/saml/slo" + query).status())
                    .as(query)
                    .isEqualTo(400);
        }
        assertThat(town.browser().submit("/saml/slo", Map.of()).status()).isEqualTo(400);
    }

    @Test
    void whoSignsOutHereIsOfferedToSignOutThere() {
        Browser ada = inside("ada");
        ada.open("/account");
        Answer out = ada.submit("/sign-out", Map.of());
        String page = out.status() == 303
                ? ada.open(ada.local(out.header("Location"))).text()
                : out.text();
        String address = page.replaceFirst("(?s).*href=\"(" + SamlHouse.EXIT + "[^\"]*)\".*", "$1")
                .replace("&amp;", "&");
        assertThat(address).startsWith(SamlHouse.EXIT + "?SAMLRequest=");
        String xml = SamlHouse.asked(address).xml();
        assertThat(xml).contains(">ada</saml:NameID>", "<samlp:SessionIndex>ada-session<");

        for (boolean complete : List.of(true, false)) {
            String answer = new LogoutResponse(SamlHouse.asked(address).id(), complete)
                    .xml("_r", provider.issuer(), provider.door() + "/saml/slo", Instant.now());
            String back = RedirectBinding.address(
                    "/saml/slo",
                    Binding.Role.RESPONSE,
                    answer,
                    Optional.empty(),
                    provider.party().credential());
            Answer done = ada.open(back);
            assertThat(done.status()).as(done.text()).isEqualTo(200);
            assertThat(done.text())
                    .contains("You are signed out")
                    .contains(complete ? "here and at your organisation" : "could not sign you out everywhere");
        }
    }

    @Test
    void aProviderThatTakesFormsIsToldByForms() {
        SamlHouse formal =
                SamlHouse.in(town, ",\"slo_binding\":\"post\",\"slo_answer_url\":\"https://idp.example/answers\"");
        Browser ada = town.browser();
        formal.enter(ada, "ada");
        ada.open("/account");
        Answer out = ada.submit("/sign-out", Map.of());
        String page = out.status() == 303
                ? ada.open(ada.local(out.header("Location"))).text()
                : out.text();
        String here = page.replaceFirst("(?s).*href=\"(" + formal.door() + "/saml/ask/[^\"]*)\".*", "$1")
                .replace("&amp;", "&");
        Answer asking = ada.open(here.substring(formal.door().length()));
        assertThat(asking.text()).contains("action=\"" + SamlHouse.EXIT + "\"");
        String wish = new String(
                Base64.getDecoder().decode(SamlHouse.fields(asking).get("SAMLRequest")), StandardCharsets.UTF_8);
        assertThat(wish).contains("<ds:SignatureValue>", ">ada</saml:NameID>");

        Answer answering = town.browser().open(formal.logoutAddress("ada", List.of()));
        assertThat(answering.status()).as(answering.text()).isEqualTo(200);
        assertThat(answering.text()).contains("action=\"https://idp.example/answers\"");
        assertThat(SamlHouse.fields(answering)).containsEntry("RelayState", "back");
    }
}
