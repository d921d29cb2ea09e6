package dev.keystead.signup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Door;
import dev.keystead.login.Inbox;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.login.Visit;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.Until;
import dev.keystead.workspace.Reserved;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The first time, and after forgetting: for those who should get in, and for those who should not.
class SignUpTest {
    private static final String CHOSEN = "granite owl 7 west";
    private static final String KEY = "k".repeat(43);
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Town town = Town.make();
    private final TestServer.Client anybody = town.server().as("");

    private void open() {
        town.decide("sign-up", "{\"mode\":\"open\",\"allowed_domains\":[]}");
    }

    private Answer register(String email, String password) {
        return anybody.post(
                town.path() + "/v1/registrations",
                "{\"email\":\"%s\",\"display_name\":\"Zoe\",\"password\":\"%s\"}".formatted(email, password));
    }

    private Answer confirmEmail(String token) {
        return anybody.post(town.path() + "/v1/email-verifications:confirm", "{\"token\":\"" + token + "\"}");
    }

    private Answer confirmEmail(String token, String password) {
        return anybody.post(
                town.path() + "/v1/email-verifications:confirm",
                "{\"token\":\"%s\",\"password\":\"%s\"}".formatted(token, password));
    }

    private Answer askReset(String name) {
        return anybody.post(town.path() + "/v1/password-resets", "{\"identifier\":\"" + name + "\"}");
    }

    private Answer reset(String token, String password) {
        return anybody.post(
                town.path() + "/v1/password-resets:confirm",
                "{\"token\":\"%s\",\"password\":\"%s\"}".formatted(token, password));
    }

    private boolean getsIn(String email, String password) {
        return Visit.isInside(town.visit().signIn(email, password));
    }

    private String address(String name) {
        return name + "@" + town.place().slug() + ".test";
    }

    @Test
    void nobodySignsUpWhereItIsNotOpen() {
        assertThat(register(address("zoe"), CHOSEN).status()).isEqualTo(404);
        assertThat(town.browser().open("/sign-up").status()).isEqualTo(404);
        town.decide("sign-up", "{\"mode\":\"closed\",\"allowed_domains\":[]}");
        assertThat(register(address("zoe"), CHOSEN).status()).isEqualTo(404);
        assertThat(town.count("identity.users", "")).isZero();
    }

    @Test
    void anAccountComesAliveWhenItsAddressIsProven() {
        open();
        Browser browser = town.browser();
        browser.open("/sign-up");
        Answer told =
                browser.submit("/sign-up", Map.of("email", address("zoe"), "display_name", "Zoe", "password", CHOSEN));
        assertThat(told.status()).isEqualTo(200);
        String token = town.inbox().await(address("zoe"), 1).token();
        assertThat(getsIn(address("zoe"), CHOSEN)).isFalse();
        assertThat(browser.open("/verify-email?token=" + token).status()).isEqualTo(200);
        assertThat(getsIn(address("zoe"), CHOSEN)).isFalse();
        assertThat(browser.submit("/verify-email", Map.of("token", token)).status())
                .isEqualTo(200);
        assertThat(getsIn(address("zoe"), CHOSEN)).isTrue();
        assertThat(confirmEmail(token).status()).isEqualTo(401);
    }

    @Test
    void onlyAddressesOfTheAllowedDomainsSignUp() {
        town.decide("sign-up", "{\"mode\":\"open\",\"allowed_domains\":[\"example.org\"]}");
        assertThat(register("zoe@example.com", CHOSEN).status()).isEqualTo(400);
        assertThat(register("zoe@sub.example.org", CHOSEN).status()).isEqualTo(400);
        assertThat(register("zoe@EXAMPLE.org", CHOSEN).status()).isEqualTo(202);
    }

    @Test
    void whoeverHasAnAccountIsToldByMailAndKeepsTheirPassword() {
        open();
        Person ada = town.person("ada");
        assertThat(register(ada.email(), CHOSEN).status()).isEqualTo(202);
        assertThat(town.inbox().await(ada.email(), 1).text()).contains("/sign-in\"");
        assertThat(getsIn(ada.email(), CHOSEN)).isFalse();
        assertThat(getsIn(ada.email(), Town.PASSWORD)).isTrue();
    }

    /// Otherwise whoever registers somebody's address first gets in once its owner has proven it.
    @Test
    void anAddressThatTwoPeopleRegisteredKeepsNeitherPassword() {
        open();
        String victim = address("victim");
        register(victim, "thiefs own words 1");
        town.inbox().await(victim, 1);
        anybody.with(Door.HEADER, KEY)
                .post(
                        town.path() + "/v1/registrations",
                        "{\"email\":\"%s\",\"display_name\":\"Zoe\",\"password\":\"%s\"}".formatted(victim, CHOSEN));
        String token = town.inbox().await(victim, 2).token();
        assertThat(anybody.with(Door.HEADER, KEY)
                        .post(town.path() + "/v1/email-verifications:confirm", "{\"token\":\"" + token + "\"}")
                        .status())
                .as("also in the browser of the second")
                .isEqualTo(400);
        assertThat(confirmEmail(token, "amber kite 3 south").status()).isEqualTo(204);
        assertThat(getsIn(victim, "thiefs own words 1")).isFalse();
        assertThat(getsIn(victim, CHOSEN)).isFalse();
        assertThat(getsIn(victim, "amber kite 3 south")).isTrue();
    }

    @Test
    void whoeverRegistersTwiceWithOnePasswordKeepsIt() {
        open();
        Browser browser = town.browser();
        for (int time = 1; time <= 2; time++) {
            browser.open("/sign-up");
            browser.submit("/sign-up", Map.of("email", address("zoe"), "display_name", "Zoe", "password", CHOSEN));
            town.inbox().await(address("zoe"), time);
        }
        String token = town.inbox().await(address("zoe"), 2).token();
        browser.open("/verify-email?token=" + token);
        assertThat(browser.submit("/verify-email", Map.of("token", token)).status())
                .isEqualTo(200);
        assertThat(getsIn(address("zoe"), CHOSEN)).isTrue();
    }

    @Test
    void anInvitationLetsInOnceAndSetsTheFirstPassword() {
        Person ada = town.stranger("ada");
        String invite = "/v1/users/" + ada.id().text() + ":invite";
        assertThat(town.administrator().post(invite).status()).isEqualTo(202);
        String old = town.inbox().await(ada.email(), 1).token();
        town.administrator().post(invite);
        String token = town.inbox().await(ada.email(), 2).token();
        Browser browser = town.browser();
        assertThat(browser.open("/welcome?token=" + old).status()).isEqualTo(404);
        assertThat(browser.open("/welcome?token=" + token).status()).isEqualTo(200);
        assertThat(browser.submit("/welcome", Map.of("token", token, "password", "password"))
                        .status())
                .isEqualTo(422);
        assertThat(browser.submit("/welcome", Map.of("token", token, "password", CHOSEN))
                        .status())
                .isEqualTo(200);
        assertThat(browser.submit("/welcome", Map.of("token", token, "password", CHOSEN))
                        .status())
                .isEqualTo(404);
        assertThat(getsIn(ada.email(), CHOSEN)).isTrue();
    }

    /// A form that is refused is answered at its own address, and people press Enter there.
    private void goesOnAfterARefusal(String page, String token) {
        Browser browser = town.browser();
        Answer shown = browser.open(page + "?token=" + token);
        String form = browser.local(Browser.formAddress(shown));
        Answer refused = browser.submit(form, Map.of("token", token, "password", "short"));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(browser.local(Browser.formAddress(refused))).isEqualTo(form);
        Answer again = browser.open(form);
        assertThat(again.status()).as(again.text()).isEqualTo(200);
        assertThat(again.text()).contains("name=\"password\"", token);
        assertThat(again.header("Referrer-Policy")).isEqualTo("same-origin");
        assertThat(browser.submit(form, Map.of("token", token, "password", CHOSEN))
                        .status())
                .isEqualTo(200);
        assertThat(browser.open(form).status()).isEqualTo(404);
    }

    @Test
    void whoChoseABadFirstPasswordCanOpenThePageAgain() {
        Person ada = town.stranger("ada");
        town.administrator().post("/v1/users/" + ada.id().text() + ":invite");
        goesOnAfterARefusal("/welcome", town.inbox().await(ada.email(), 1).token());
        assertThat(getsIn(ada.email(), CHOSEN)).isTrue();
    }

    @Test
    void whoChoseABadNewPasswordCanOpenThePageAgain() {
        Person ada = town.person("ada");
        askReset(ada.email());
        goesOnAfterARefusal(
                "/password-reset", town.inbox().await(ada.email(), 1).token());
        assertThat(getsIn(ada.email(), CHOSEN)).isTrue();
        Answer bare = town.browser().open("/password-reset/confirm");
        assertThat(bare.status()).isEqualTo(303);
        assertThat(bare.header("Location")).isEqualTo(town.path() + "/password-reset");
    }

    @Test
    void whoProvesAnAddressInAnotherBrowserWithABadPasswordCanOpenThePageAgain() {
        open();
        register(address("zoe"), CHOSEN);
        goesOnAfterARefusal(
                "/verify-email", town.inbox().await(address("zoe"), 1).token());
        assertThat(getsIn(address("zoe"), CHOSEN)).isTrue();
    }

    @Test
    void aNewPasswordEndsEverySession() {
        Person ada = town.person("ada");
        Answer inside = town.visit().signIn(ada.email(), Town.PASSWORD);
        askReset(ada.email());
        String token = town.inbox().await(ada.email(), 1).token();
        assertThat(reset(token, "short").status()).isEqualTo(400);
        assertThat(reset(token, CHOSEN).status()).isEqualTo(204);
        assertThat(reset(token, CHOSEN).status()).isEqualTo(401);
        String own = town.path() + "/v1/me/sessions";
        assertThat(town.server().as(Visit.accessToken(inside)).get(own).status())
                .isEqualTo(401);
        assertThat(getsIn(ada.email(), Town.PASSWORD)).isFalse();
        assertThat(getsIn(ada.email(), CHOSEN)).isTrue();
    }

    @Test
    void aTokenIsForOnePurposeInOneWorkspace() {
        open();
        Person ada = town.person("ada");
        askReset(ada.email());
        String token = town.inbox().await(ada.email(), 1).token();
        Town elsewhere = Town.make();
        String wish = "{\"token\":\"%s\",\"password\":\"%s\"}".formatted(token, CHOSEN);
        assertThat(anybody.post(elsewhere.path() + "/v1/password-resets:confirm", wish)
                        .status())
                .isEqualTo(401);
        assertThat(confirmEmail(token).status()).isEqualTo(401);
        Browser browser = town.browser();
        browser.open("/password-reset");
        assertThat(browser.submit("/welcome", Map.of("token", token, "password", CHOSEN))
                        .status())
                .isEqualTo(404);
        assertThat(browser.submit("/sign-in/link", Map.of("token", token)).status())
                .isEqualTo(410);
        assertThat(reset(token, CHOSEN).status()).isEqualTo(204);
    }

    @Test
    void aLinkThatIsTooOldDoesNothing() {
        Person ada = town.person("ada");
        askReset(ada.email());
        String token = town.inbox().await(ada.email(), 1).token();
        town.change("auth.one_time_tokens", "expires_at = now() - interval '1 second'", "");
        assertThat(reset(token, CHOSEN).status()).isEqualTo(401);
        assertThat(town.browser().open("/password-reset?token=" + token).status())
                .isEqualTo(404);
        assertThat(getsIn(ada.email(), Town.PASSWORD)).isTrue();
    }

    @Test
    void nobodyWhoMayNotComeInIsWrittenTo() {
        Person ada = town.person("ada");
        Person bea = town.person("bea");
        town.administrator().post("/v1/users/" + ada.id().text() + ":suspend");
        askReset(ada.email());
        askReset("nobody@nowhere.test");
        Visit visit = town.visit();
        visit.identify(ada.email());
        visit.askForMail();
        askReset(bea.email());
        town.inbox().await(bea.email(), 1);
        assertThat(town.count("auth.one_time_tokens", "")).isEqualTo(1);
    }

    @Test
    void aMailboxGetsFiveMailsHoweverTheyAreAskedFor() {
        Person ada = town.person("ada");
        for (int i = 0; i < 4; i++) {
            askReset(ada.email());
            Visit visit = town.visit();
            visit.identify(ada.email());
            visit.askForMail();
        }
        Until.holds(
                "all wishes were counted",
                LIMIT,
                () -> town.count("auth.one_time_tokens", "") == 5
                        && town.count("auth.lockouts", "and kind = 'mail' and unlocks_at is not null") == 1);
        town.inbox().await(ada.email(), 5);
        assertThat(town.inbox().to(ada.email())).hasSize(5);
    }

    @Test
    void linksLeadToTheConfiguredAddressWhateverHostARequestNames() throws Exception {
        Person ada = town.person("ada");
        String body = "{\"identifier\":\"" + ada.email() + "\"}";
        try (var socket = new Socket(
                town.server().address().getHost(), town.server().address().getPort())) {
            socket.setSoTimeout(10_000);
            String request = "POST " + town.path() + "/v1/password-resets HTTP/1.1\r\nHost: evil.test\r\n"
                    + "X-Forwarded-Host: evil.test\r\nForwarded: host=evil.test\r\nConnection: close\r\n"
                    + "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 202");
        }
        Inbox.Received mail = town.inbox().await(ada.email(), 1);
        assertThat(mail.link().toString()).startsWith(town.server().address() + town.path() + "/password-reset?");
        assertThat(mail.text()).doesNotContain("evil");
    }

    /// A mailbox can have many individual accounts, but strangers cannot fill it by making them.
    @Test
    void manyAccountsForOneMailboxGetNoMoreMailsThanOne() {
        String policy = "/v1/workspaces/" + Reserved.SYSTEM_WORKSPACE.text() + "/policies/sign-up";
        town.server().asAdministrator().send("PUT", policy, "{\"mode\":\"open\",\"allowed_domains\":[]}");
        String mailbox = "bombed@" + town.place().slug() + ".test";
        for (int i = 0; i < 8; i++) {
            Answer asked = anybody.post("/v1/registrations", """
                    {"email":"%s","handle":"bomb%d","display_name":"Zoe","password":"granite owl 7 west"}""".formatted(mailbox, i));
            assertThat(asked.status()).as(asked.text()).isEqualTo(202);
        }
        town.inbox().await(mailbox, 5);
        String made = "select count(*) from identity.users where contact_email = '" + mailbox + "'";
        assertThat(town.server().count(made)).isEqualTo(5);
        assertThat(town.inbox().to(mailbox)).hasSize(5);
    }

    /// Whoever forgets the password on the way to an application goes on to it afterwards.
    @Test
    void aNewPasswordLeadsBackToWhereSomebodyWantedToGo() {
        Person ada = town.person("ada");
        String wanted = "return_to=" + URLEncoder.encode(town.path() + "/account/data", StandardCharsets.UTF_8);
        Browser browser = town.browser();
        browser.open("/password-reset?" + wanted);
        browser.submit("/password-reset", Map.of("identifier", ada.email()));
        String token = town.inbox().await(ada.email(), 1).token();
        browser.open("/password-reset?token=" + token);
        Answer set = browser.submit("/password-reset/confirm", Map.of("token", token, "password", CHOSEN));
        assertThat(set.status()).isEqualTo(200);
        assertThat(set.text()).contains(town.path() + "/sign-in?" + wanted);
        Browser lured = town.browser();
        lured.open("/password-reset?return_to=https%3A%2F%2Fevil.test");
        assertThat(lured.cookies()).doesNotContainKey("keystead-way-back");
    }

    @Test
    void whoeverHasTheLongestNameGetsTheirMail() {
        open();
        Answer asked = anybody.post(
                town.path() + "/v1/registrations",
                "{\"email\":\"%s\",\"display_name\":\"%s\",\"password\":\"%s\"}"
                        .formatted(address("zoe"), "\ud83d\udc22".repeat(200), CHOSEN));
        assertThat(asked.status()).as(asked.text()).isEqualTo(202);
        String token = town.inbox().await(address("zoe"), 1).token();
        assertThat(confirmEmail(token, CHOSEN).status()).isEqualTo(204);
        askReset(address("zoe"));
        assertThat(town.inbox().await(address("zoe"), 2).text()).contains("\ud83d\udc22…");
    }

    /// Otherwise this server writes to anybody whatever anybody wants.
    @Test
    void aStrangerReadsNothingThatWasTypedWithTheirAddress() {
        open();
        String lure = "You won! Go to evil.example now";
        anybody.post(
                town.path() + "/v1/registrations",
                "{\"email\":\"%s\",\"display_name\":\"%s\",\"password\":\"%s\"}"
                        .formatted(address("victim"), lure, CHOSEN));
        assertThat(town.inbox().await(address("victim"), 1).text()).doesNotContain("evil.example");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u202eeoZ", "Zo\u200be", "Zo\u2028e", "Zo\ue000e"})
    void aNameThatIsNotWhatItLooksLikeIsRefused(String name) {
        open();
        Browser browser = town.browser();
        browser.open("/sign-up");
        Answer told =
                browser.submit("/sign-up", Map.of("email", address("zoe"), "display_name", name, "password", CHOSEN));
        assertThat(told.status()).isEqualTo(422);
        assertThat(told.text()).contains("display_name-error");
    }
}
