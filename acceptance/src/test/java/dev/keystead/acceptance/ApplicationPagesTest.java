package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.BoundingBox;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// The pages on which people answer applications and devices, as they are seen and read aloud. Those for
/// signing out are looked at by [LogoutJourneysTest].
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApplicationPagesTest {
    private static final String PASSWORD = "seven quiet otters";
    private static final String CALLBACK = "https://shop.example/callback";

    private final Installation installation = new Installation();

    @AfterAll
    void end() {
        installation.close();
    }

    private static String encoded(Map<String, String> members) {
        return members.entrySet().stream()
                .map(member -> member.getKey() + "=" + URLEncoder.encode(member.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private static String makeApplication(Installation.Workspace workspace) {
        Client.Answer made = workspace.owner().post("/v1/clients", """
                {"name":"The corner shop","redirect_uris":["%s"],"token_endpoint_auth_method":"none",
                 "grant_types":["authorization_code","urn:ietf:params:oauth:grant-type:device_code"],
                 "policy_uri":"https://shop.example/policy","tos_uri":"https://shop.example/terms",
                 "scopes":["openid","profile","email","offline_access","read:user"]}""".formatted(CALLBACK));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.json().get("client_id").asString();
    }

    private static String asking(Installation.Workspace workspace, String clientId, Map<String, String> more) {
        String usual = encoded(Map.of(
                "response_type", "code",
                "client_id", clientId,
                "redirect_uri", CALLBACK,
                "scope", "openid profile email offline_access read:user",
                "code_challenge", "tc4Pk3TDgrYrzibKhVIFTqXosORWMY6WY1b3Dejn9kM",
                "code_challenge_method", "S256"));
        return workspace.base() + "/oauth/v2/authorize?" + usual + (more.isEmpty() ? "" : "&" + encoded(more));
    }

    @Test
    void thePageThatAsksForConsent() {
        Installation.Workspace pier = installation.makeWorkspace("pier", "Pier");
        String email = installation.makeUser(pier, "ines", PASSWORD);
        String clientId = makeApplication(pier);
        try (Person ines = installation.person()) {
            ines.signIn(pier.base(), email, PASSWORD);
            ines.open(asking(pier, clientId, Map.of()));
            assertThat(ines.text()).contains("The corner shop", "shop.example");
            ines.examine("consent");

            String api = pier.owner().address() + pier.base() + "/v1";
            ines.open(asking(pier, clientId, Map.of("resource", api)));
            assertThat(ines.text()).contains("Act here in your name");
            ines.examine("consent-interface");

            ines.open(pier.base() + "/oauth/v2/authorize?client_id=nobody");
            ines.examine("consent-refused");
        }
    }

    @Test
    void thePagesOfADevice() throws Exception {
        Installation.Workspace tower = installation.makeWorkspace("tower", "Tower");
        String email = installation.makeUser(tower, "omar", PASSWORD);
        String clientId = makeApplication(tower);
        JsonNode begun = begin(tower, clientId);
        try (Person omar = installation.person()) {
            omar.signIn(tower.base(), email, PASSWORD);
            omar.open(tower.base() + "/oauth/v2/device");
            omar.examine("device-code");
            omar.type("user_code", "BBBB-BBBB");
            omar.go();
            omar.examine("device-wrong-code");
            omar.type("user_code", begun.get("user_code").asString());
            omar.go();
            assertThat(omar.text()).contains("The corner shop");
            omar.examine("device-ask");
            omar.press("Allow");
            omar.examine("device-done");
        }
    }

    private static JsonNode begin(Installation.Workspace workspace, String clientId) throws Exception {
        Client owner = workspace.owner();
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(owner.address() + workspace.base() + "/oauth/v2/device_authorization"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(
                        encoded(Map.of("client_id", clientId, "scope", "openid profile"))))
                .build();
        var answer = owner.http().send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new Client.Answer(200, answer.body(), Map.of()).json();
    }

    /// Seven places to go must stay one line of sight, also on a phone.
    @Test
    void theMenuOfTheAccountFitsAPhone() {
        Installation.Workspace ferry = installation.makeWorkspace("ferry", "Ferry");
        String email = installation.makeUser(ferry, "pia", PASSWORD);
        try (Person pia = installation.person()) {
            pia.signIn(ferry.base(), email, PASSWORD);
            for (String language : List.of("en", "pt", "es")) {
                for (String tab : List.of("", "/tokens", "/data")) {
                    pia.page().setViewportSize(390, 800);
                    pia.open(ferry.base() + "/account" + tab + "?ui_locales=" + language);
                    String where = "account-menu" + tab.replace('/', '-') + "-" + language;
                    assertThat(pia.page().locator(".menu ul").boundingBox().height)
                            .as(where + " is one line")
                            .isLessThan(60);
                    BoundingBox here =
                            pia.page().locator(".menu [aria-current]").boundingBox();
                    assertThat(here.x).as(where + " is seen").isNotNegative();
                    assertThat(here.x + here.width).as(where + " is seen").isLessThan(390);
                    pia.page().keyboard().press("Tab");
                    assertThat(pia.page().evaluate("() => document.activeElement.className"))
                            .as(where + " can be skipped")
                            .isEqualTo("skip");
                    pia.examine(where);
                    pia.page().setViewportSize(1280, 800);
                    assertThat((boolean) pia.page()
                                    .evaluate("() => { const row = document.querySelector('.menu ul');"
                                            + " return row.scrollWidth <= row.clientWidth; }"))
                            .as(where + " shows all places")
                            .isTrue();
                }
            }
        }
    }
}
