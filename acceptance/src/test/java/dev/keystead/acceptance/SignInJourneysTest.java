package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// How people of a workspace come in: by invitation, by password, by mail.
///
/// Each story has a workspace of its own: all visitors come from one address, whose wrong guesses count
/// together.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SignInJourneysTest {
    private static final String PASSWORD = "seven quiet otters";

    private final Installation installation = new Installation();

    @AfterAll
    void end() {
        installation.close();
    }

    @Test
    void anInvitationLeadsIn() {
        Installation.Workspace garden = installation.makeWorkspace("garden", "Garden");
        String id = garden.makeUser("ines");
        assertThat(garden.owner().post("/v1/users/" + id + ":invite", "").status())
                .isEqualTo(202);
        try (Person ines = installation.person()) {
            installation.inbox().followLink(ines, "ines@example.test", "invitation");
            assertThat(ines.heading()).contains("Garden");
            ines.examine("welcome");
            ines.type("password", "short");
            ines.go();
            ines.examine("welcome-wrong");
            ines.type("password", PASSWORD);
            ines.go();
            ines.examine("password-set");
            ines.press("Sign in");
            ines.signIn("/t/garden", "ines@example.test", PASSWORD);

            assertThat(ines.isInside("garden")).isTrue();
            assertThat(ines.place()).isEqualTo("/t/garden/account");
        }
        try (Person late = installation.person()) {
            installation.inbox().followLink(late, "ines@example.test", "invitation");
            assertThat(late.text()).contains("works once");
            late.examine("dead-link");
        }
    }

    @Test
    void aForgottenPasswordIsReplacedByMail() {
        Installation.Workspace forge = installation.makeWorkspace("forge", "Forge");
        String email = installation.makeUser(forge, "rosa", "four green lamps");
        try (Person rosa = installation.person()) {
            rosa.open("/t/forge/sign-in");
            rosa.type("identifier", email);
            rosa.go();
            rosa.press("Forgot your password?");
            rosa.examine("forgot");
            rosa.type("identifier", email);
            rosa.go();
            rosa.examine("forgot-told");
            // The first was for the password that she forgot.
            installation.inbox().await(email, "reset_password", 2);
            installation.inbox().followLink(rosa, email, "reset_password");
            rosa.examine("new-password");
            rosa.type("password", PASSWORD);
            rosa.go();

            rosa.signIn("/t/forge", email, "four green lamps");
            assertThat(rosa.isInside("forge")).isFalse();
            rosa.signIn("/t/forge", email, PASSWORD);
            assertThat(rosa.isInside("forge")).isTrue();
        }
    }

    @Test
    void aLinkInAMailLeadsInWhereItWasAskedFor() {
        Installation.Workspace harbour = installation.makeWorkspace("harbour", "Harbour");
        String email = "lena@example.test";
        harbour.makeUser("lena");
        try (Person lena = installation.person()) {
            askForLink(lena, "/t/harbour", email);
            lena.examine("signin-mail");
            installation.inbox().followLink(lena, email, "magic_link");
            lena.examine("signin-link");
            assertThat(lena.isInside("harbour")).isFalse();
            lena.go();

            assertThat(lena.isInside("harbour")).isTrue();
        }
    }

    @Test
    void elsewhereTheCodeOfTheMailIsTyped() {
        Installation.Workspace island = installation.makeWorkspace("island", "Island");
        String email = "mila@example.test";
        island.makeUser("mila");
        try (Person mila = installation.person();
                Person phone = installation.person()) {
            askForLink(mila, "/t/island", email);
            installation.inbox().followLink(phone, email, "magic_link");
            phone.examine("signin-link-elsewhere");
            assertThat(phone.page().locator("main button").count()).isZero();

            mila.type("code", "0000 0000");
            mila.go();
            mila.examine("signin-mail-wrong");
            mila.type("code", installation.inbox().code(email, "magic_link"));
            mila.go();

            assertThat(mila.isInside("island")).isTrue();
            assertThat(phone.isInside("island")).isFalse();
        }
    }

    private static void askForLink(Person person, String base, String email) {
        person.open(base + "/sign-in");
        person.type("identifier", email);
        person.go();
        person.press("Mail me a link");
    }

    @Test
    void whoeverGuessesIsToldHowLongToWait() {
        Installation.Workspace vault = installation.makeWorkspace("vault", "Vault");
        String email = installation.makeUser(vault, "olga", PASSWORD);
        try (Person guesser = installation.person()) {
            guesser.open("/t/vault/sign-in");
            guesser.type("identifier", email);
            guesser.go();
            for (int i = 1; i <= 5; i++) {
                guesser.type("password", "guess number " + i);
                guesser.go();
            }
            assertThat(guesser.heading()).isEqualTo("This sign-in is over");
            assertThat(guesser.text()).contains("Try again in 1 minute.");
            guesser.examine("signin-over");
            // The right password does not help now either.
            guesser.signIn("/t/vault", email, PASSWORD);
            assertThat(guesser.text()).contains("Try again in 1 minute.");
            guesser.examine("signin-locked");
            assertThat(guesser.isInside("vault")).isFalse();
        }
    }

    @Test
    void theLanguageStaysAsChosen() {
        Installation.Workspace school = installation.makeWorkspace("school", "School");
        String email = installation.makeUser(school, "paula", PASSWORD);
        for (String language : List.of("Português", "Español")) {
            try (Person paula = installation.person()) {
                paula.open("/t/school/sign-in");
                paula.follow(paula.page().locator(".languages a:text-is('" + language + "')"));
                String tag = paula.page().locator("html").getAttribute("lang");
                assertThat(tag).isIn("pt-BR", "es");
                paula.examine("signin-identify-" + tag);
                paula.type("identifier", email);
                paula.go();
                paula.examine("signin-password-" + tag);
                assertThat(paula.page().locator("html").getAttribute("lang")).isEqualTo(tag);
                paula.type("password", "not " + PASSWORD);
                paula.go();
                assertThat(paula.page().locator("html").getAttribute("lang")).isEqualTo(tag);
                paula.examine("signin-password-wrong-" + tag);
                paula.open("/t/school/password-reset");
                paula.examine("forgot-" + tag);
                assertThat(paula.page().locator("html").getAttribute("lang")).isEqualTo(tag);
            }
        }
    }

    @Test
    void thePagesShowWhoseTheyAre() throws IOException {
        Installation.Workspace brand = installation.makeWorkspace("brand", "Brand GmbH");
        brand.decide("branding", """
                {"display_name":"Blue Harbour","colour":"#0050c8","default_language":"en",
                 "support_url":"mailto:help@example.org"}""");
        brand.decide("branding/logo", "{\"image\":\"" + logo() + "\"}");
        try (Person visitor = installation.person()) {
            visitor.open("/t/brand/sign-in");
            visitor.examine("signin-brand");

            assertThat(visitor.page().locator(".owner-name").innerText()).isEqualTo("Blue Harbour");
            assertThat(visitor.page().evaluate("document.querySelector('.logo').naturalWidth"))
                    .isEqualTo(96);
            assertThat(visitor.page()
                            .evaluate("getComputedStyle(document.querySelector('main .primary')).backgroundColor"))
                    .isEqualTo("rgb(0, 80, 200)");
            assertThat(visitor.page()
                            .locator("footer a[href='mailto:help@example.org']")
                            .count())
                    .isEqualTo(1);
        }
    }

    private static String logo() throws IOException {
        var picture = new BufferedImage(96, 48, BufferedImage.TYPE_INT_ARGB);
        var pen = picture.createGraphics();
        pen.setColor(new Color(0x0050c8));
        pen.fillOval(2, 2, 44, 44);
        pen.fillRect(52, 8, 42, 32);
        pen.dispose();
        var bytes = new ByteArrayOutputStream();
        ImageIO.write(picture, "png", bytes);
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }
}
