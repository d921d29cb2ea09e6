package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Passkeys in a real browser: made on the account page, used to sign in.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PasskeyJourneysTest {
    private static final String PASSWORD = "seven quiet otters";

    /// As in a browser that cannot offer passkeys while somebody types.
    private static final String BY_BUTTON_ALONE =
            "PublicKeyCredential.isConditionalMediationAvailable = async () => false";

    private final Installation installation = new Installation();
    private final Installation.Workspace acme = installation.makeWorkspace("acme", "Acme");

    @AfterAll
    void end() {
        installation.close();
    }

    @Test
    void aPasskeySignsInWithoutAName() {
        String email = installation.makeUser(acme, "wanda", PASSWORD);
        try (Person wanda = installation.person()) {
            wanda.page().addInitScript(BY_BUTTON_ALONE);
            addPasskey(wanda, email);
            signOut(wanda);

            wanda.open("/t/acme/sign-in");
            wanda.press("Use a passkey");
            assertThat(wanda.isInside("acme")).isTrue();
            assertThat(wanda.place()).isEqualTo("/t/acme/account");
            wanda.assertNoTrouble();
        }
    }

    @Test
    void theBrowserOffersThePasskeyBeforeAnythingIsTyped() {
        String email = installation.makeUser(acme, "xenia", PASSWORD);
        try (Person xenia = installation.person()) {
            addPasskey(xenia, email);
            signOut(xenia);
            // The virtual device chooses what the browser offers.
            xenia.page().waitForURL("**/t/acme/account");

            assertThat(xenia.isInside("acme")).isTrue();
            xenia.assertNoTrouble();
        }
    }

    @Test
    void afterThePasswordAPasskeyIsTheSecondStep() {
        String email = installation.makeUser(acme, "yara", PASSWORD);
        try (Person yara = installation.person()) {
            yara.page().addInitScript(BY_BUTTON_ALONE);
            addPasskey(yara, email);
            signOut(yara);

            yara.signIn("/t/acme", email, PASSWORD);
            assertThat(yara.isInside("acme")).isFalse();
            yara.examine("signin-second-passkey");
            yara.press("Use a passkey");
            assertThat(yara.isInside("acme")).isTrue();
        }
    }

    @Test
    void whereNothingButPasskeysCountsOneIsMadeOnTheWayIn() {
        Installation.Workspace vault = installation.makeWorkspace("vault", "Vault");
        vault.decide("policies/mfa", """
                {"required":"all","allowed_factors":["passkey"],"attestation":"none",
                 "attestation_formats":["none"],"user_verification":"preferred"}""");
        String email = installation.makeUser(vault, "zita", PASSWORD);
        try (Person zita = installation.person()) {
            PasskeyDevice device = PasskeyDevice.of(zita);
            zita.signIn("/t/vault", email, PASSWORD);
            assertThat(zita.isInside("vault")).isFalse();
            zita.examine("signin-enrol-passkey");
            zita.go();
            assertThat(device.passkeys()).isEqualTo(1);
            assertThat(zita.isInside("vault")).isTrue();
            zita.assertNoTrouble();
        }
    }

    private static void addPasskey(Person person, String email) {
        PasskeyDevice device = PasskeyDevice.of(person);
        person.signIn("/t/acme", email, PASSWORD);
        person.open("/t/acme/account/security/passkeys/new");
        person.examine("account-new-passkey");
        person.go();
        assertThat(device.passkeys()).isEqualTo(1);
    }

    private static void signOut(Person person) {
        person.follow(person.page().locator("form[action$='/sign-out'] button"));
        assertThat(person.isInside("acme")).isFalse();
    }
}
