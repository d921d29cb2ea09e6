package dev.keystead.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town.Person;
import dev.keystead.platform.http.Method;
import dev.keystead.platform.http.Route;
import dev.keystead.server.TestServer.Answer;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Addresses at which pages are answered to a form, opened again: by reloading, from the history, or by the address
/// bar.
class OpenedAgainTest {
    private final Town town = Town.make();

    private static boolean isForm(Route route) {
        return route.method() == Method.POST && route.isPage();
    }

    @Test
    void everyAddressOfAFormLeadsToAPageWhenItIsOpened() {
        Set<String> pages = town.server().routes().stream()
                .filter(route -> route.method() == Method.GET)
                .map(route -> route.template().text())
                .collect(Collectors.toSet());
        List<String> forms = town.server().routes().stream()
                .filter(OpenedAgainTest::isForm)
                .map(route -> route.template().text())
                .filter(template -> !pages.contains(template))
                .toList();
        assertThat(forms)
                .contains(
                        "/sign-in/{id}/password",
                        "/account/sessions/{id}/end",
                        "/oauth/v2/device/answer",
                        "/account/invitations/{id}/revoke");
        for (String template : forms) {
            String path = town.path() + template.replaceAll("\\{[^}]*}", "flo_01m7h72r1re6gahwfdxr082m9m");
            Answer opened = town.server().as("").get(path);
            assertThat(opened.status()).as("%s: %s", path, opened.text()).isEqualTo(303);
            assertThat(path).startsWith(opened.header("Location"));
            assertThat(opened.header("Location")).startsWith(town.path());
            Answer page = town.server().as("").get(opened.header("Location"));
            assertThat(page.status()).as("%s: %s", path, page.text()).isNotEqualTo(405);
            assertThat(page.status()).as("%s: %s", path, page.text()).isLessThan(500);
        }
    }

    @Test
    void aStepThatWasRefusedLeadsBackToItsSignIn() {
        Person ada = town.person("ada");
        Browser browser = town.browser();
        browser.identify(ada.email());
        assertThat(browser.step("password", "password", "not it").status()).isEqualTo(422);
        Answer opened = browser.open("/sign-in/" + browser.flow() + "/password");
        assertThat(opened.status()).isEqualTo(303);
        Answer page = browser.open(browser.local(opened.header("Location")));
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text()).contains("name=\"password\"").contains(ada.email());
        assertThat(browser.step("password", "password", Town.PASSWORD).status()).isEqualTo(303);
    }

    @Test
    void aSignInThatIsOverLeadsToAnotherOne() {
        Browser browser = town.browser();
        Answer opened = browser.open("/sign-in/flo_01m7h72r1re6gahwfdxr082m9m/totp");
        Answer page = browser.open(browser.local(opened.header("Location")));
        assertThat(page.text()).contains("href=\"" + town.path() + "/sign-in\"");
    }

    @Test
    void whoeverOpensTheAddressToSignOutFindsTheButton() {
        Person ada = town.person("ada");
        Browser browser = town.browser();
        browser.signIn(ada.email(), Town.PASSWORD);
        Answer opened = browser.open("/sign-out");
        assertThat(opened.header("Location")).isEqualTo(town.path() + "/account");
        assertThat(browser.open("/account").text()).contains("/sign-out\"");
    }

    /// Below the field for a handle, the same address tells by GET whether one is free.
    @Test
    void theAddressOfTheFormForAHandleIsNoBlankPage() {
        Person ada = town.person("ada");
        Browser browser = town.browser();
        browser.signIn(ada.email(), Town.PASSWORD);
        assertThat(browser.open("/account/handle").header("Location")).isEqualTo(town.path() + "/account");
        assertThat(browser.open("/account/handle?handle=").status()).isEqualTo(200);
        assertThat(browser.open("/account/handle?handle=x-y-z").status()).isEqualTo(200);
    }

    @Test
    void otherMethodsAndProgramsAreToldAsBefore() {
        Answer deleted = town.server().as("").delete(town.path() + "/sign-in/flo_01m7h72r1re6gahwfdxr082m9m/totp");
        assertThat(deleted.status()).isEqualTo(405);
        assertThat(town.server().as("").get(town.path() + "/oauth/v2/token").status())
                .isEqualTo(405);
    }
}
