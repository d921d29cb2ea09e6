package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// A newcomer's first minutes: the link, a password, and in.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FirstSignInTest {
    private static final String PASSWORD = "seven quiet otters";
    private static final int FIRST_PAINT_BYTES = 60 * 1024;

    private final Browser browser = Browser.start();
    private final Folder folder = Folder.make();
    private final Product product = Product.serve(folder.path());

    @AfterAll
    void end() {
        product.close();
        folder.close();
        browser.close();
    }

    @BeforeAll
    void theLinkLeadsToTheSignIn() {
        try (Person newcomer = Person.at(browser, product.address())) {
            newcomer.open("/");
            newcomer.examine("landing-new");
            newcomer.open("/setup?token=" + product.setupToken());
            newcomer.examine("setup");
            newcomer.type("password", "password");
            newcomer.type("contact_email", "ops@example.test");
            newcomer.go();
            assertThat(newcomer.text()).contains("known to everybody");
            newcomer.examine("setup-wrong");

            newcomer.type("password", PASSWORD);
            newcomer.go();
            newcomer.examine("setup-done");
            String key = newcomer.page().locator("#api-key").innerText().strip();
            assertThat(Client.of(product.address()).with(key).get("/v1/users").status())
                    .isEqualTo(200);

            newcomer.press("Sign in as admin");
            newcomer.examine("signin-identify");
            newcomer.type("identifier", "admin");
            newcomer.go();
            newcomer.examine("signin-password");
            newcomer.type("password", PASSWORD);
            newcomer.go();
            assertThat(newcomer.isInside("system")).isTrue();
            assertThat(newcomer.place()).isEqualTo("/account");
            newcomer.examine("account");

            newcomer.follow(newcomer.page().locator("form[action='/sign-out'] button"));
            assertThat(newcomer.isInside("system")).isFalse();
            assertThat(newcomer.place()).isEqualTo("/sign-in");

            newcomer.open("/");
            newcomer.examine("landing");
            assertThat(newcomer.page().locator("main a[href='/sign-in']").count())
                    .isPositive();
            assertThat(newcomer.page().locator("main a[href='/dev/inbox']").count())
                    .isPositive();
        }
    }

    @Test
    void aUsedLinkSaysWhatToDo() {
        try (Person late = Person.at(browser, product.address())) {
            assertThat(late.open("/setup?token=" + product.setupToken()).status())
                    .isEqualTo(404);
            assertThat(late.text()).contains("bin/keystead admin link");
            late.examine("setup-closed");
        }
    }

    @Test
    void thePasswordIsEnoughWithoutScripts() {
        try (Person plain = Person.withoutScripts(browser, product.address())) {
            plain.signIn("", "admin", PASSWORD);

            assertThat(plain.isInside("system")).isTrue();
            assertThat(plain.place()).isEqualTo("/account");
        }
    }

    @Test
    void theKeyboardIsEnough() {
        try (Person typist = Person.at(browser, product.address())) {
            typist.open("/sign-in");
            typist.page().keyboard().type("admin");
            typist.pressEnter();
            typist.page().keyboard().type("not " + PASSWORD);
            typist.pressEnter();
            assertThat(typist.text()).contains("do not go together");
            // The field that is wrong has the focus again.
            typist.page().keyboard().type(PASSWORD);
            typist.pressEnter();

            assertThat(typist.isInside("system")).isTrue();
        }
    }

    @Test
    void theFirstPaintIsLight() {
        try (Person newcomer = Person.at(browser, product.address())) {
            var bytes = new AtomicLong();
            CDPSession session = newcomer.page().context().newCDPSession(newcomer.page());
            session.send("Network.enable");
            session.on(
                    "Network.loadingFinished",
                    (JsonObject event) ->
                            bytes.addAndGet(event.get("encodedDataLength").getAsLong()));
            newcomer.open("/sign-in");
            newcomer.page().waitForLoadState();

            assertThat(bytes.get()).isPositive().isLessThanOrEqualTo(FIRST_PAINT_BYTES);
            newcomer.assertNoTrouble();
        }
    }

    @Test
    void nobodyIsToldWhetherThereIsAnAccount() {
        try (Person guesser = Person.at(browser, product.address())) {
            guesser.signIn("", "nobody-here", PASSWORD);
            String forNobody = guesser.text().replace("nobody-here", "");
            guesser.signIn("", "admin", "not " + PASSWORD);

            assertThat(guesser.text().replace("admin", "")).isEqualTo(forNobody);
            guesser.examine("signin-password-wrong");
            assertThat(guesser.isInside("system")).isFalse();
        }
    }
}
