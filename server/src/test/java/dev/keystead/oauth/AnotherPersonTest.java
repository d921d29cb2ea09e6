package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Requests for somebody else than the person who is signed in with the browser.
class AnotherPersonTest {
    private static final Town TOWN = Town.make();
    private static final Person ADA = TOWN.person("ada");
    private static final Person EVE = TOWN.person("eve");
    private static final Application SHOP = Application.usual(TOWN);
    private static final int PATIENCE = 20;

    /// Goes wherever the browser is sent, until a page is shown or another site is meant.
    private static Answer follow(Browser browser, Answer answer) {
        Answer last = answer;
        for (int i = 0; i < PATIENCE; i++) {
            String location = last.header("Location");
            if (location.isEmpty() || !location.startsWith("/")) {
                return last;
            }
            last = browser.open(browser.local(location));
        }
        throw new AssertionError("the browser is sent around without end, now to " + last.header("Location"));
    }

    private static Answer signIn(Browser browser, Person person) {
        Answer told = follow(
                browser, browser.submit("/sign-in", Map.of("flow", browser.flow(), "identifier", person.email())));
        assertThat(told.text()).contains("name=\"password\"");
        return follow(browser, browser.step("password", "password", Town.PASSWORD));
    }

    private static String idToken(Answer back) {
        Answer tokens = SHOP.exchange(Application.answer(back).get("code"));
        assertThat(tokens.status()).as(tokens.text()).isEqualTo(200);
        return tokens.json().path("id_token").asString();
    }

    private static String subject(String idToken) throws Exception {
        return SignedJWT.parse(idToken).getJWTClaimsSet().getSubject();
    }

    @Test
    void aHintForSomebodyElseLeadsToThemAndNotInCircles() throws Exception {
        String hint = idToken(signedIn(TOWN.browser(), ADA));
        Browser browser = TOWN.browser();
        signedIn(browser, EVE);

        Answer page = follow(browser, SHOP.ask(browser, SHOP.request("id_token_hint", hint)));
        assertThat(page.status()).as(page.text()).isEqualTo(200);
        assertThat(page.text()).contains("name=\"identifier\"");
        String token = idToken(signIn(browser, ADA));
        assertThat(subject(token)).isEqualTo(subject(hint));
    }

    @Test
    void whoeverSignsInAgainAsTheWrongOneIsAskedAgain() {
        String hint = idToken(signedIn(TOWN.browser(), ADA));
        Browser browser = TOWN.browser();
        signedIn(browser, EVE);
        follow(browser, SHOP.ask(browser, SHOP.request("id_token_hint", hint)));
        Answer again = signIn(browser, EVE);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.text()).contains("name=\"identifier\"");
        assertThat(Application.answer(signIn(browser, ADA))).containsKey("code");
    }

    private static String claiming(String... subjects) {
        return "{\"id_token\":{\"sub\":{\"values\":[\"" + String.join("\",\"", subjects) + "\"]}}}";
    }

    /// OpenID Connect Core section 3.1.2.2: an ID token for somebody else must not be the answer.
    @Test
    void aValueOfTheClaimSubMeansOnePerson() throws Exception {
        String ada = subject(idToken(signedIn(TOWN.browser(), ADA)));
        Browser browser = TOWN.browser();
        String eve = subject(idToken(signedIn(browser, EVE)));

        String asked = "{\"id_token\":{\"sub\":{\"value\":\"" + ada + "\"}}}";
        Answer silent = SHOP.ask(browser, SHOP.request("claims", asked, "prompt", "none"));
        assertThat(Application.answer(silent)).containsEntry("error", "login_required");
        Answer page = follow(browser, SHOP.ask(browser, SHOP.request("claims", asked)));
        assertThat(page.text()).contains("name=\"identifier\"");
        assertThat(subject(idToken(signIn(browser, ADA)))).isEqualTo(ada);

        Answer either = SHOP.ask(browser, SHOP.request("claims", claiming(eve, ada), "prompt", "none"));
        assertThat(subject(idToken(either))).isEqualTo(ada);
        Answer neither = SHOP.ask(browser, SHOP.request("claims", claiming(eve, "somebody"), "prompt", "none"));
        assertThat(Application.answer(neither)).containsEntry("error", "login_required");
    }

    @Test
    void whoeverIsMeantInTwoWaysIsOnePerson() throws Exception {
        Browser browser = TOWN.browser();
        String hint = idToken(signedIn(browser, ADA));
        Map<String, String> both = SHOP.request("id_token_hint", hint, "claims", claiming(subject(hint)));
        assertThat(Application.answer(SHOP.ask(browser, both))).containsKey("code");
        Map<String, String> different = SHOP.request("id_token_hint", hint, "claims", claiming("somebody"));
        assertThat(Application.answer(SHOP.ask(browser, different))).containsEntry("error", "invalid_request");
    }

    @Test
    void whoeverMaySelectAnAccountCanBeAnother() throws Exception {
        Browser browser = TOWN.browser();
        String before = idToken(signedIn(browser, EVE));
        Answer page = follow(browser, SHOP.ask(browser, SHOP.request("prompt", "select_account")));
        assertThat(page.text()).contains("name=\"identifier\"");
        String token = idToken(signIn(browser, ADA));
        assertThat(subject(token)).isNotEqualTo(subject(before));
        // Chosen for that request; the next one is served without a word.
        assertThat(Application.answer(SHOP.ask(browser, SHOP.request()))).containsKey("code");
    }

    @Test
    void whoeverSelectsTheSameAccountIsServedToo() throws Exception {
        Browser browser = TOWN.browser();
        String before = idToken(signedIn(browser, EVE));
        follow(browser, SHOP.ask(browser, SHOP.request("prompt", "select_account")));
        assertThat(subject(idToken(signIn(browser, EVE)))).isEqualTo(subject(before));
    }

    @Test
    void whoIsInsideIsStillSentOnAndNobodyIsLedAway() {
        Browser browser = TOWN.browser();
        signedIn(browser, EVE);
        assertThat(browser.open("/sign-in?return_to=%2Faccount").header("Location"))
                .isEqualTo("/account");
        Answer page = browser.open("/sign-in?instead=true&return_to=https%3A%2F%2Felsewhere.example%2F");
        assertThat(page.status()).isEqualTo(200);
        Answer inside = browser.submit("/sign-in", Map.of("flow", browser.flow(), "identifier", EVE.email()));
        follow(browser, inside);
        assertThat(browser.step("password", "password", Town.PASSWORD).header("Location"))
                .isEqualTo(TOWN.path() + "/account");
    }

    private static Answer signedIn(Browser browser, Person person) {
        return SHOP.signIn(browser, SHOP.ask(browser, SHOP.request()), person);
    }

    /// Applications open the way in a window of its own and hear from it afterwards, unless an answer cuts them off.
    @Test
    void aWindowThatAnApplicationOpenedKeepsItsOpener() {
        Browser browser = TOWN.browser();
        Answer asked = SHOP.ask(browser, SHOP.request("response_mode", "form_post"));
        Answer page = browser.open(browser.local(asked.header("Location")));
        Answer told = browser.submit("/sign-in", Map.of("flow", browser.flow(), "identifier", ADA.email()));
        Answer second = browser.open(browser.local(told.header("Location")));
        Answer inside = browser.step("password", "password", Town.PASSWORD);
        Answer form = browser.open(browser.local(inside.header("Location")));
        assertThat(form.text()).contains("name=\"code\"");
        for (Answer one : new Answer[] {asked, page, told, second, inside, form}) {
            assertThat(one.header("Cross-Origin-Opener-Policy")).isEqualTo("unsafe-none");
        }
        assertThat(browser.open("/account").header("Cross-Origin-Opener-Policy"))
                .isEqualTo("same-origin");
    }
}
