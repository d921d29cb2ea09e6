package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Claims that are asked for one by one (OpenID Connect Core section 5.5).
class ClaimsParameterTest {
    private static final String WORDS_FOR_EMAIL = "See your e-mail address";

    private static final String EMAIL = """
            {"id_token":{"email":{"essential":true}},"userinfo":{"email":null,"name":null}}""";

    private final Town town = Town.make();
    private final Person ada = town.person("ada");

    private Application registered(boolean firstParty, List<String> scopes) {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("first_party", firstParty);
        settings.put("scopes", scopes);
        return Application.register(town, settings);
    }

    private static Map<String, String> asking(Application shop, String claims) {
        return shop.request("scope", "openid", "claims", claims);
    }

    private static Answer allow(Browser browser, Answer page) {
        return browser.submit(
                browser.local(Application.consentForm(page)), Map.of("answer", "allow", "remember", "yes"));
    }

    @Test
    void thePersonIsAskedAboutThem() {
        Application shop = registered(false, List.of("openid", "profile", "email"));
        Browser browser = town.browser();
        Answer page = shop.signIn(browser, shop.ask(browser, asking(shop, EMAIL)), ada);
        assertThat(page.text()).contains(WORDS_FOR_EMAIL);
    }

    @Test
    void anEarlierConsentToLessDoesNotCoverThem() {
        Application shop = registered(false, List.of("openid", "profile", "email"));
        Browser browser = town.browser();
        Answer first = shop.signIn(browser, shop.ask(browser, asking(shop, "{}")), ada);
        assertThat(first.text()).doesNotContain(WORDS_FOR_EMAIL);
        allow(browser, first);
        assertThat(Application.answer(shop.ask(browser, asking(shop, "{}")))).containsKey("code");

        Answer second = shop.ask(browser, asking(shop, EMAIL));
        assertThat(second.text()).contains(WORDS_FOR_EMAIL);
        allow(browser, second);
        assertThat(Application.answer(shop.ask(browser, asking(shop, EMAIL)))).containsKey("code");
    }

    @Test
    void anApplicationLearnsInNoWayWhatItIsNotRegisteredFor() throws Exception {
        Application shop = registered(true, List.of("openid", "profile"));
        Answer tokens = shop.exchange(shop.code(town.browser(), ada, asking(shop, EMAIL)));
        SignedJWT id = SignedJWT.parse(tokens.json().path("id_token").asString());
        assertThat(id.getJWTClaimsSet().getClaims()).doesNotContainKey("email");
        String access = tokens.json().path("access_token").asString();
        Answer info = shop.get("/oidc/v1/userinfo", Map.of("Authorization", "Bearer " + access));
        assertThat(info.json().has("email")).isFalse();
        assertThat(info.json().path("name").asString()).isNotEmpty();
    }
}
