package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.server.TestServer.Answer;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Initiating User Registration via OpenID Connect 1.0: an application sends somebody who is to make an
/// account, and gets them back.
class PromptCreateTest {
    private final Town town = Town.make();
    private final Application shop = Application.usual(town);

    private void open() {
        town.decide("sign-up", "{\"mode\":\"open\",\"allowed_domains\":[]}");
    }

    private String prompts() {
        return shop.get("/.well-known/openid-configuration", Map.of())
                .json()
                .path("prompt_values_supported")
                .toString();
    }

    @Test
    void itIsOfferedWhereAnybodyMaySignUp() {
        assertThat(prompts()).doesNotContain("create");
        open();
        assertThat(prompts()).contains("\"create\"", "\"none\"");
    }

    @Test
    void whereNobodyMaySignUpTheApplicationIsTold() {
        Answer answer = shop.ask(town.browser(), shop.request("prompt", "create"));
        assertThat(Application.answer(answer))
                .containsEntry("error", "invalid_request")
                .containsEntry("state", "a state");
    }

    @Test
    void somebodyNewComesBackWithACode() {
        open();
        Browser browser = town.browser();
        String email = "zoe@" + town.place().slug() + ".test";
        Answer led = shop.ask(browser, shop.request("prompt", "create"));
        assertThat(led.header("Location")).startsWith(town.path() + "/sign-up?return_to=");
        assertThat(browser.open(browser.local(led.header("Location"))).status()).isEqualTo(200);
        Answer told = browser.submit(
                "/sign-up", Map.of("display_name", "Zoe", "email", email, "password", "seven amber kites 42"));
        assertThat(told.status()).as(told.text()).isEqualTo(200);
        String token = town.inbox().await(email, 1).token();
        browser.open("/verify-email?token=" + token);
        Answer verified = browser.submit("/verify-email", Map.of("token", token));
        assertThat(verified.status()).as(verified.text()).isEqualTo(200);
        String onward = verified.text().replaceFirst("(?s).*href=\"([^\"]*/sign-in\\?return_to=[^\"]*)\".*", "$1");
        assertThat(onward).startsWith(town.path() + "/sign-in?return_to=");

        browser.open(browser.local(onward));
        Answer known = browser.submit("/sign-in", Map.of("flow", browser.flow(), "identifier", email));
        browser.open(browser.local(known.header("Location")));
        Answer inside = browser.step("password", "password", "seven amber kites 42");
        Answer back = browser.open(browser.local(inside.header("Location")));

        Answer tokens = shop.exchange(Application.answer(back).get("code"));
        assertThat(tokens.status()).as(tokens.text()).isEqualTo(200);
    }

    @Test
    void whoeverIsSignedInIsNotTaken() {
        open();
        Browser browser = town.browser();
        shop.code(browser, town.person("ada"), shop.request());
        Answer led = shop.ask(browser, shop.request("prompt", "create"));
        assertThat(led.header("Location")).startsWith(town.path() + "/sign-up?return_to=");
    }

    @Test
    void itIsNotAskedForWithoutAPage() {
        open();
        assertThat(Application.answer(shop.ask(town.browser(), shop.request("prompt", "create none"))))
                .containsEntry("error", "invalid_request");
    }

    @Test
    void onlyAPageOfThisServerIsGoneBackTo() {
        open();
        Browser browser = town.browser();
        Answer page = browser.open("/sign-up?return_to=%2F%2Fevil.example%2F");
        assertThat(page.status()).isEqualTo(200);
        assertThat(browser.cookies()).doesNotContainKey("keystead-way-back");
        browser.cookies().put("keystead-way-back", "Ly9ldmlsLmV4YW1wbGUv");
        assertThat(browser.open("/sign-up").text()).doesNotContain("evil").doesNotContain("return_to");
    }
}
