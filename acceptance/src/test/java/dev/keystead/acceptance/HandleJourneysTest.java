package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// People choose a handle when they sign up, and another one later.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HandleJourneysTest {
    private static final String PASSWORD = "seven quiet otters";

    private final Installation installation = new Installation();

    @AfterAll
    void end() {
        installation.close();
    }

    private static void awaitTold(Person person, String words) {
        person.page()
                .waitForCondition(
                        () -> person.page().locator("#handle-told").innerText().contains(words));
    }

    @Test
    void thePageSaysWhileOneTypesWhetherAHandleIsFree() {
        installation.makeIndividual("hanna", PASSWORD);
        try (Person nina = installation.person()) {
            nina.open("/sign-up");
            nina.type("handle", "hanna");
            awaitTold(nina, "not available");
            nina.type("handle", "han-na");
            awaitTold(nina, "looks too much like");
            nina.examine("signup-handle-alike");
            nina.type("handle", "nina");
            awaitTold(nina, "is free");
            nina.examine("signup-handle-free");
        }
    }

    @Test
    void withoutScriptsTheFormSaysTheSameWhenItIsSent() {
        installation.makeIndividual("harriet", PASSWORD);
        try (Person nora = installation.personWithoutScripts()) {
            nora.open("/sign-up");
            nora.type("display_name", "Nora");
            nora.type("handle", "harriet");
            nora.type("email", "nora@example.test");
            nora.type("password", PASSWORD);
            nora.go();
            assertThat(nora.page().locator("#handle-error").innerText()).contains("not available");
        }
    }

    @Test
    void aHandleIsChangedOnTheAccountPage() {
        installation.makeIndividual("helga", PASSWORD);
        try (Person helga = installation.person()) {
            helga.signIn("", "helga", PASSWORD);
            helga.open("/account");
            helga.type("handle", "helga-new");
            awaitTold(helga, "is free");
            helga.examine("account-handle");
            helga.press("Change the handle");
            assertThat(helga.text()).contains("Your handle is changed", "helga-new@");
            assertThat(helga.text()).contains("You can change your handle again on");
            helga.examine("account-handle-changed");
        }
        try (Person again = installation.person()) {
            again.signIn("", "helga-new", PASSWORD);
            assertThat(again.isInside("system")).isTrue();
        }
    }
}
