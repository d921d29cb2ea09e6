package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.App;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import org.junit.jupiter.api.Test;

/// Applications that insist on two factors, and people who show the second one later than the first.
class StepUpClassTest {
    private static final String TWO_FACTORS = "urn:keystead:acr:multi-factor";
    private static final String INSISTING =
            "{\"id_token\":{\"acr\":{\"essential\":true,\"values\":[\"" + TWO_FACTORS + "\"]}}}";

    private final Town town = Town.make();
    private final Application shop = Application.usual(town);

    private Answer stepUp(Browser browser) {
        Answer asked = shop.ask(browser, shop.request("claims", INSISTING));
        assertThat(asked.header("Location")).contains("/step-up");
        Answer page = browser.open(browser.local(asked.header("Location")));
        return browser.open(browser.local(page.header("Location")));
    }

    @Test
    void aSecondFactorThatIsShownLaterMakesTwo() throws Exception {
        Person ada = town.person("ada");
        Browser browser = town.browser();
        shop.code(browser, ada, shop.request());
        App app = town.app(ada);
        stepUp(browser);
        Answer proven = browser.step("totp", "code", app.code(0));
        Answer back = browser.open(browser.local(proven.header("Location")));
        String code = Application.answer(back).get("code");
        assertThat(code).isNotNull();
        var claims = SignedJWT.parse(shop.exchange(code).json().path("id_token").asString())
                .getJWTClaimsSet();
        assertThat(claims.getStringClaim("acr")).isEqualTo(TWO_FACTORS);
        assertThat(claims.getStringListClaim("amr")).containsExactlyInAnyOrder("pwd", "otp", "mfa");
    }

    @Test
    void theSameFactorTwiceIsStillOne() {
        Person eve = town.person("eve");
        Browser browser = town.browser();
        shop.code(browser, eve, shop.request());
        stepUp(browser);
        Answer proven = browser.step("password", "password", Town.PASSWORD);
        Answer back = browser.open(browser.local(proven.header("Location")));
        assertThat(Application.answer(back)).containsEntry("error", "unmet_authentication_requirements");
    }
}
