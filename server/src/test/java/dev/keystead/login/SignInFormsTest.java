package dev.keystead.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town.App;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.workspace.Reserved;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// People get in by pages, without any JavaScript.
class SignInFormsTest {
    private static final Pattern KEY = Pattern.compile(">\\s*([A-Z2-7]{4}(?: [A-Z2-7]{4})+)\\s*<");

    private final Town town = Town.make();

    private void isInside(Browser browser, Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(303);
        assertThat(answer.header("Location")).isEqualTo(town.path() + "/account");
        assertThat(browser.open("/step-up").header("Location")).contains("/sign-in/flo_");
    }

    @Test
    void theLastErrorSaysThatAndHowLongTheAccountIsLocked() {
        Person ada = town.person("ada");
        for (String name : List.of(ada.email(), "nobody@nowhere.test")) {
            Browser browser = town.browser();
            browser.identify(name);
            for (int i = 0; i < 4; i++) {
                assertThat(browser.step("password", "password", "not it").status())
                        .isEqualTo(422);
            }
            Answer last = browser.step("password", "password", "not it");
            assertThat(last.status()).isEqualTo(410);
            assertThat(last.text()).contains("This sign-in is over").contains("Try again in 1 minute.");
            assertThat(Integer.parseInt(last.header("Retry-After"))).isBetween(1, 61);
            town.server()
                    .execute("delete from auth.lockouts where kind = 'source' and tenant_id = '"
                            + town.place().workspace().value() + "'");
        }
    }

    @Test
    void programsAreToldTheSameAndOnlyWhenItIsSo() {
        Person ada = town.person("ada");
        Visit visit = town.visit();
        visit.identify(ada.email());
        for (int i = 0; i < 4; i++) {
            visit.password("not it");
        }
        Answer last = visit.password("not it");
        assertThat(last.status()).isEqualTo(410);
        assertThat(last.error()).contains("Try again in 1 minute.");
        assertThat(Integer.parseInt(last.header("Retry-After"))).isBetween(1, 61);

        Town patient = Town.make();
        patient.decide("lockout", "{\"threshold\":50,\"first_seconds\":60,\"max_seconds\":3600}");
        Visit calm = patient.visit();
        calm.identify(patient.person("bea").email());
        for (int i = 0; i < 4; i++) {
            calm.password("not it");
        }
        Answer over = calm.password("not it");
        assertThat(over.status()).isEqualTo(410);
        assertThat(over.error()).doesNotContain("Try again in");
        assertThat(over.header("Retry-After")).isEmpty();
    }

    @Test
    void aPasswordThenACodeOfTheApp() {
        Person ada = town.person("ada");
        App app = town.app(ada);
        Browser browser = town.browser();
        Answer first = browser.signIn(ada.email(), Town.PASSWORD);
        assertThat(browser.open(browser.local(first.header("Location"))).text()).contains("/totp\"");
        Answer wrong = browser.step("totp", "code", app.wrongCode());
        assertThat(wrong.status()).isEqualTo(422);
        assertThat(wrong.text()).contains("This code is not right");
        isInside(browser, browser.step("totp", "code", app.code(0)));
    }

    @Test
    void aPasswordThenARecoveryCode() {
        Person ada = town.person("ada");
        town.app(ada);
        List<String> codes = town.recoveryCodes(ada);
        Browser browser = town.browser();
        browser.signIn(ada.email(), Town.PASSWORD);
        assertThat(browser.open("/sign-in/" + browser.flow() + "?use=recovery-code")
                        .text())
                .contains("/recovery-code\"");
        isInside(browser, browser.step("recovery-code", "code", codes.get(2)));
    }

    @Test
    void theCodeOfAMail() {
        Person ada = town.stranger("ada");
        Browser browser = town.browser();
        browser.identify(ada.email());
        Answer sent = browser.submit("/sign-in/" + browser.flow() + "/magic-link", Map.of());
        assertThat(browser.open(browser.local(sent.header("Location"))).status())
                .isEqualTo(200);
        isInside(
                browser,
                browser.step("otp", "code", town.inbox().await(ada.email(), 1).code()));
    }

    @Test
    void whoeverMustHaveASecondFactorSetsOneUpOnTheWay() {
        Person ada = town.person("ada");
        town.decide("mfa", """
                {"required":"all","allowed_factors":["totp","passkey","recovery"],"attestation":"none",
                 "attestation_formats":["none","packed","tpm"],"user_verification":"preferred"}""");
        Browser browser = town.browser();
        Answer first = browser.signIn(ada.email(), Town.PASSWORD);
        Answer page = browser.open(browser.local(first.header("Location")));
        App app = App.typed(key(page));
        Answer wrong = browser.step("enrol-totp", "code", app.wrongCode());
        assertThat(wrong.status()).isEqualTo(422);
        assertThat(key(wrong)).as("what the app has already").isEqualTo(key(page));
        isInside(browser, browser.step("enrol-totp", "code", app.code(0)));
        assertThat(town.count("auth.auth_events", "and event_type = 'totp_added'"))
                .isEqualTo(1);
        Browser later = town.browser();
        Answer again = later.signIn(ada.email(), Town.PASSWORD);
        assertThat(later.open(later.local(again.header("Location"))).text()).contains("/totp\"");
        isInside(later, later.step("totp", "code", app.code(1)));
    }

    private static String key(Answer page) {
        Matcher key = KEY.matcher(page.text());
        assertThat(key.find()).as(page.text()).isTrue();
        return key.group(1);
    }

    @Test
    void whoeverHasSeveralWorkspacesChoosesOneOfTheirOwn() {
        TestServer server = town.server();
        TestServer.Person ada = server.makePerson("choosy-ada");
        town.giveSharedPassword(Reserved.SYSTEM_WORKSPACE, ada.user());
        Town other = Town.make();
        for (Town place : List.of(town, other)) {
            place.administrator()
                    .post(
                            "/v1/workspaces/" + place.place().workspace().text() + "/members",
                            "{\"user_id\":\"%s\",\"role\":\"viewer\"}"
                                    .formatted(ada.user().text()));
        }
        var visit = new Visit(server, "");
        Answer first = visit.signIn("choosy-ada", Town.PASSWORD);
        assertThat(first.json().path("next").toString()).isEqualTo("[\"select-workspace\"]");
        assertThat(first.json().path("workspaces").toString())
                .contains(
                        town.place().workspace().text(),
                        other.place().workspace().text());
        String step = "{\"workspace_id\":\"%s\"}";
        String foreign = Town.make().place().workspace().text();
        assertThat(visit.step("select-workspace", step.formatted(foreign)).status())
                .isEqualTo(400);
        Answer inside = visit.step(
                "select-workspace", step.formatted(other.place().workspace().text()));
        assertThat(Visit.isInside(inside)).as(inside.text()).isTrue();
    }

    /// Two windows: what one of them has set up, the other must not be asked for.
    @Test
    void whoeverHasSetAnAppUpInAnotherWindowBeginsAgain() {
        Person ada = town.person("ada");
        town.decide("mfa", """
                {"required":"all","allowed_factors":["totp","passkey","recovery"],"attestation":"none",
                 "attestation_formats":["none","packed","tpm"],"user_verification":"preferred"}""");
        Browser slow = town.browser();
        Answer waiting = slow.signIn(ada.email(), Town.PASSWORD);
        Browser quick = town.browser();
        Answer first = quick.signIn(ada.email(), Town.PASSWORD);
        App app = App.typed(key(quick.open(quick.local(first.header("Location")))));
        isInside(quick, quick.step("enrol-totp", "code", app.code(0)));
        assertThat(slow.open(slow.local(waiting.header("Location"))).status()).isEqualTo(410);
        Answer late = slow.step("enrol-totp", "code", app.code(1));
        assertThat(late.status()).isEqualTo(303);
        assertThat(slow.open(slow.local(late.header("Location"))).status()).isEqualTo(410);
        assertThat(town.count("session.sessions", "")).isEqualTo(1);
    }

    /// An application sent them: whichever way they take on these pages, it gets them back.
    @Test
    void whoeverIsSentHereFindsBackByEveryLink() {
        town.decide("sign-up", "{\"mode\":\"open\",\"allowed_domains\":[]}");
        String wanted = town.path() + "/account/data";
        String kept = "return_to=" + URLEncoder.encode(wanted, StandardCharsets.UTF_8);
        Browser browser = town.browser();
        Answer page = browser.open("/sign-in?" + kept + "&login_hint=ada");
        assertThat(links(page)).contains(town.path() + "/sign-up?" + kept);
        assertThat(links(page))
                .filteredOn(link -> link.contains("ui_locales="))
                .hasSize(2)
                .allMatch(link -> link.contains(kept), "keeps where to go")
                .allMatch(link -> link.contains("login_hint=ada"), "keeps the name");
        Answer named = browser.submit("/sign-in", Map.of("flow", browser.flow(), "identifier", "nobody"));
        Answer second = browser.open(browser.local(named.header("Location")));
        assertThat(links(second)).contains(town.path() + "/sign-in?" + kept, town.path() + "/password-reset?" + kept);
        town.change("auth.auth_flows", "expires_at = now() - interval '1 second'", "");
        Answer over = browser.step("password", "password", Town.PASSWORD);
        assertThat(over.status()).isEqualTo(410);
        assertThat(links(over)).contains(town.path() + "/sign-in?" + kept);
        Answer stranger = town.browser().open("/sign-in/" + browser.flow());
        assertThat(links(stranger)).as("of another browser").contains(town.path() + "/sign-in");
    }

    /// Browsers forget what guards a form when they are closed, and some open the address of a form again.
    @Test
    void aFormThatIsTooOldIsExplainedInTheLanguageOfThePage() {
        TestServer.Client reader =
                town.server().as("").with("Accept-Language", "pt-BR").with("Accept", "text/html");
        Answer old = reader.with("Content-Type", "application/x-www-form-urlencoded")
                .post(town.path() + "/sign-in", "flow=x&identifier=ada");
        assertThat(old.status()).isEqualTo(403);
        assertThat(old.text()).contains("Este formulário não foi aceito", "recarregue a página");
        assertThat(old.text()).doesNotContain("form has expired");
        Answer opened = reader.get(town.path() + "/oauth/v2/revoke");
        assertThat(opened.status()).isEqualTo(405);
        assertThat(opened.text()).contains("não pode ser aberto assim").doesNotContain("ethod not allowed");
    }

    private static List<String> links(Answer page) {
        return Pattern.compile("href=\"([^\"]*)\"")
                .matcher(page.text())
                .results()
                .map(link -> link.group(1).replace("&amp;", "&"))
                .toList();
    }
}
