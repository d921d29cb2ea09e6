package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What a workspace decides about its people's way in: who may sign up, and who needs a second step.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SignUpJourneysTest {
    private static final String PASSWORD = "seven quiet otters";

    private final Installation installation = new Installation();

    @AfterAll
    void end() {
        installation.close();
    }

    @Test
    void whereSignUpIsOpenAProvenAddressLeadsIn() {
        Installation.Workspace club = installation.makeWorkspace("club", "Rowing Club");
        try (Person stranger = installation.person()) {
            assertThat(stranger.open("/t/club/sign-up").status()).isEqualTo(404);
        }
        club.decide("policies/sign-up", "{\"mode\":\"open\",\"allowed_domains\":[]}");
        try (Person nora = installation.person()) {
            nora.open("/t/club/sign-in");
            nora.press("Make an account");
            nora.examine("signup");
            nora.type("display_name", "Nora");
            nora.type("email", "nora@example.test");
            nora.type("password", "nora@example");
            nora.go();
            assertThat(nora.page().inputValue("#email")).isEqualTo("nora@example.test");
            assertThat(nora.page().inputValue("#password")).isEmpty();
            nora.examine("signup-wrong");
            nora.type("password", PASSWORD);
            nora.go();
            nora.examine("signup-told");

            nora.signIn("/t/club", "nora@example.test", PASSWORD);
            assertThat(nora.isInside("club")).isFalse();
            installation.inbox().followLink(nora, "nora@example.test", "verify_email");
            nora.examine("verify");
            nora.go();
            nora.examine("verified");
            nora.signIn("/t/club", "nora@example.test", PASSWORD);
            assertThat(nora.isInside("club")).isTrue();
        }
    }

    @Test
    void whereASecondStepIsAskedOfAllItIsSetUpAndThenUsed() {
        Installation.Workspace bank = installation.makeWorkspace("bank", "Bank");
        bank.decide("policies/mfa", """
                {"required":"all","allowed_factors":["totp","passkey","recovery"],"attestation":"none",
                 "attestation_formats":["none"],"user_verification":"preferred"}""");
        String email = installation.makeUser(bank, "vera", PASSWORD);
        AuthenticatorApp app;
        try (Person vera = installation.person()) {
            vera.signIn("/t/bank", email, PASSWORD);
            assertThat(vera.isInside("bank")).isFalse();
            vera.examine("signin-enrol");
            vera.type("code", "000000");
            vera.go();
            vera.examine("signin-enrol-wrong");
            app = AuthenticatorApp.with(vera.page().locator("#totp-key").innerText());
            vera.type("code", app.firstCode());
            vera.go();

            assertThat(vera.isInside("bank")).isTrue();
        }
        try (Person vera = installation.person()) {
            vera.signIn("/t/bank", email, PASSWORD);
            assertThat(vera.isInside("bank")).isFalse();
            vera.examine("signin-second");
            // A code works once.
            vera.type("code", app.firstCode());
            vera.go();
            vera.examine("signin-second-wrong");
            vera.type("code", app.nextCode());
            vera.go();

            assertThat(vera.isInside("bank")).isTrue();
        }
    }
}
