package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What people do once they are inside, and how they get back in on a bad day.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccountJourneysTest {
    private static final String PASSWORD = "seven quiet otters";

    private final Installation installation = new Installation();

    @AfterAll
    void end() {
        installation.close();
    }

    @Test
    void everyPageOfAnAccountIsWholeInTheLightAndInTheDark() {
        Installation.Workspace studio = installation.makeWorkspace("studio", "Studio");
        String email = installation.makeUser(studio, "gala", PASSWORD);
        try (Person gala = installation.person()) {
            gala.signIn("/t/studio", email, PASSWORD);
            for (String page : List.of(
                    "", "/security", "/security/passkeys/new", "/sessions", "/events", "/applications", "/data")) {
                assertThat(gala.open("/t/studio/account" + page).status())
                        .as(page)
                        .isEqualTo(200);
                gala.examine("account" + page.replace('/', '-'));
            }
            gala.open("/t/studio/account");
            gala.type("display_name", "");
            // The browser itself would stop an empty field.
            gala.page().evaluate("document.querySelectorAll('main form').forEach(form => form.noValidate = true)");
            gala.follow(gala.page().locator("form:has(#display_name) button.primary"));
            gala.examine("account-wrong");
        }
    }

    @Test
    void aSessionElsewhereEndsWithoutLeavingThePage() {
        Installation.Workspace cellar = installation.makeWorkspace("cellar", "Cellar");
        String email = installation.makeUser(cellar, "gerda", PASSWORD);
        try (Person gerda = installation.person();
                Person elsewhere = installation.person()) {
            elsewhere.signIn("/t/cellar", email, PASSWORD);
            gerda.signIn("/t/cellar", email, PASSWORD);
            gerda.open("/t/cellar/account/sessions");
            gerda.page().evaluate("document.body.dataset.same = 'page'");
            Locator endings = gerda.page().locator("form[action$='/end'] button");
            endings.click();
            gerda.page().waitForCondition(() -> endings.count() == 0);

            assertThat(gerda.page().locator("body").getAttribute("data-same")).isEqualTo("page");
            gerda.assertNoTrouble();
            elsewhere.open("/t/cellar/account");
            assertThat(elsewhere.place()).isEqualTo("/t/cellar/sign-in");
        }
    }

    @Test
    void onALostPhoneARecoveryCodeStandsInForTheApp() {
        Installation.Workspace depot = installation.makeWorkspace("depot", "Depot");
        String email = installation.makeUser(depot, "hanna", PASSWORD);
        String code;
        try (Person hanna = installation.person()) {
            hanna.signIn("/t/depot", email, PASSWORD);
            hanna.open("/t/depot/account/security");
            hanna.press("Set up an app");
            hanna.examine("account-app");
            AuthenticatorApp app =
                    AuthenticatorApp.with(hanna.page().locator("#totp-key").innerText());
            hanna.type("code", "000000");
            hanna.go();
            hanna.examine("account-app-wrong");
            hanna.type("code", app.firstCode());
            hanna.go();
            hanna.examine("account-security-app");
            hanna.follow(hanna.page()
                    .locator("form[action$='/recovery-codes'] button")
                    .first());
            hanna.examine("account-codes");
            code = hanna.page().locator("#recovery-codes").innerText().strip().split("\\s+", -1)[0];
        }
        try (Person hanna = installation.person()) {
            hanna.signIn("/t/depot", email, PASSWORD);
            hanna.press("recovery code");
            hanna.examine("signin-recovery");
            hanna.type("code", "aaaaa-bbbbb");
            hanna.go();
            assertThat(hanna.isInside("depot")).isFalse();
            hanna.examine("signin-recovery-wrong");
            hanna.type("code", code);
            hanna.go();
            assertThat(hanna.isInside("depot")).isTrue();
        }
        try (Person finder = installation.person()) {
            finder.signIn("/t/depot", email, PASSWORD);
            finder.press("recovery code");
            finder.type("code", code);
            finder.go();
            assertThat(finder.isInside("depot")).as("a code works once").isFalse();
        }
    }

    @Test
    void whoeverBelongsToSeveralWorkspacesChoosesOne() {
        Installation.Workspace north = installation.makeWorkspace("north", "North Office");
        Installation.Workspace south = installation.makeWorkspace("south", "South Office");
        String id = installation.makeIndividual("irene", PASSWORD);
        for (Installation.Workspace workspace : List.of(north, south)) {
            Client.Answer added = workspace
                    .owner()
                    .post(
                            "/v1/workspaces/" + workspace.id() + "/members",
                            "{\"user_id\":\"" + id + "\",\"role\":\"member\"}");
            assertThat(added.status()).as(added.body()).isEqualTo(201);
        }
        try (Person irene = installation.person()) {
            irene.signIn("", "irene", PASSWORD);
            assertThat(irene.isInside("system")).isFalse();
            assertThat(irene.text()).contains("North Office", "South Office");
            irene.examine("signin-workspace");
            irene.press("South Office");

            assertThat(irene.isInside("system")).isTrue();
            assertThat(irene.place()).isEqualTo("/account");
        }
    }

    @Test
    void somebodyInsideProvesAgainWhoTheyAreAndComesBack() {
        Installation.Workspace tower = installation.makeWorkspace("tower", "Tower");
        String email = installation.makeUser(tower, "jana", PASSWORD);
        try (Person jana = installation.person()) {
            jana.signIn("/t/tower", email, PASSWORD);
            jana.open("/t/tower/step-up?return_to=/t/tower/account/security");
            jana.examine("step-up");
            jana.type("password", "not " + PASSWORD);
            jana.go();
            jana.examine("step-up-wrong");
            jana.type("password", PASSWORD);
            jana.go();

            assertThat(jana.place()).isEqualTo("/t/tower/account/security");
        }
    }

    /// Somebody typed another one's address; that one opens the mail on a machine of their own.
    @Test
    void whoeverOpensAnUnaskedForLinkSetsTheirOwnPassword() {
        Installation.Workspace choir = installation.makeWorkspace("choir", "Choir");
        choir.decide("policies/sign-up", "{\"mode\":\"open\",\"allowed_domains\":[]}");
        try (Person thief = installation.person();
                Person karla = installation.person()) {
            thief.open("/t/choir/sign-up");
            thief.type("display_name", "Karla");
            thief.type("email", "karla@example.test");
            thief.type("password", "thiefs own words 1");
            thief.go();
            installation.inbox().followLink(karla, "karla@example.test", "verify_email");
            karla.examine("verify-elsewhere");
            karla.type("password", PASSWORD);
            karla.go();
            thief.signIn("/t/choir", "karla@example.test", "thiefs own words 1");
            assertThat(thief.isInside("choir")).isFalse();
            karla.signIn("/t/choir", "karla@example.test", PASSWORD);
            assertThat(karla.isInside("choir")).isTrue();
        }
    }
}
