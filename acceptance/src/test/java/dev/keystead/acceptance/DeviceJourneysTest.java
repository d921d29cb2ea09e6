package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// The devices of somebody on the pages of their account.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeviceJourneysTest {
    private static final String PASSWORD = "seven quiet otters";

    private final Installation installation = new Installation();

    @AfterAll
    void end() {
        installation.close();
    }

    @Test
    void devicesAreSeenRenamedAndRevoked(@TempDir Path folder) {
        Installation.Workspace forge = installation.makeWorkspace("forge", "Forge");
        String email = installation.makeUser(forge, "frida", PASSWORD);
        Client program = HeldDevice.session(installation.anyone(), forge.base(), email, PASSWORD);
        try (Person frida = installation.person()) {
            frida.signIn(forge.base(), email, PASSWORD);
            frida.open(forge.base() + "/account/devices");
            frida.examine("devices-none");

            HeldDevice laptop = HeldDevice.register(program, forge.base(), folder.resolve("laptop"), "Laptop");
            HeldDevice.register(
                    program, forge.base(), folder.resolve("phone"), "A phone with a rather long name, bought in 2026");
            laptop.verify().certify();
            frida.open(forge.base() + "/account/devices");
            frida.examine("devices");
            assertThat(frida.text()).contains("Laptop", "A phone with a rather long name");

            var forms = frida.page().locator("form[action$='" + laptop.id() + "/rename']");
            if (!forms.locator("input[name=name]").isVisible()) {
                frida.page()
                        .locator("details:has(form[action$='" + laptop.id() + "/rename']) summary")
                        .click();
                frida.examine("devices-renaming");
            }
            forms.locator("input[name=name]").fill("Desk");
            frida.follow(forms.locator("button"));
            frida.examine("devices-renamed");
            assertThat(frida.text()).contains("Desk");

            frida.follow(frida.page().locator("form[action$='" + laptop.id() + "/revoke'] button"));
            frida.examine("devices-revoked");
            assertThat(frida.page()
                            .locator("form[action$='" + laptop.id() + "/revoke']")
                            .count())
                    .isZero();
            // The program's session was tied to it.
            assertThat(program.get(forge.base() + "/v1/me/devices").status()).isEqualTo(401);
            assertThat(frida.isInside("forge")).isTrue();
        }
    }
}
