package dev.keystead.acceptance;

import static dev.keystead.acceptance.TlsInstallation.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The pages that applications send people to, in HtmlUnit, with scripts and without: they are plain forms with
/// fixed ids, and no script fails in a browser that knows less than today's.
@ExtendWith(TlsInstallation.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlainPagesTest {
    private static final String DEVICE = "urn:ietf:params:oauth:grant-type:device_code";

    private final TlsInstallation installation;
    private final Installation.Workspace hall;
    private final String email;

    PlainPagesTest(TlsInstallation installation) {
        this.installation = installation;
        this.hall = installation.makeWorkspace("hall");
        this.email = installation.makeUser(hall, "hugo");
    }

    private Visitor visitor(boolean scripts) {
        return scripts ? installation.visitor() : installation.visitorWithoutScripts();
    }

    /// The address to which an application sends people, by the code flow.
    private String request(Map<String, Object> application, String responseMode) {
        return hall.issuer() + "/oauth/v2/authorize?"
                + Client.encoded(Map.of(
                        "client_id", String.valueOf(application.get("client_id")),
                        "redirect_uri", String.valueOf(application.get("redirect_uri")),
                        "response_type", "code",
                        "response_mode", responseMode,
                        "scope", "openid email",
                        "state", "s",
                        "code_challenge", "tc4Pk3TDgrYrzibKhVIFTqXosORWMY6WY1b3Dejn9kM",
                        "code_challenge_method", "S256"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPasswordAndTheCodeOfAnAppLeadIn(boolean scripts) {
        Installation.Workspace strict = installation.makeWorkspace(scripts ? "strict" : "stricter");
        strict.decide("policies/mfa", """
                {"required":"all","allowed_factors":["totp","recovery"],"attestation":"none",
                 "attestation_formats":["none"],"user_verification":"preferred"}""");
        String name = installation.makeUser(strict, scripts ? "ida" : "ilse");
        AuthenticatorApp app;
        try (Visitor ida = visitor(scripts)) {
            ida.open(strict.issuer() + "/sign-in");
            ida.signIn(name, "not " + PASSWORD);
            assertThat(ida.has("password-error")).isTrue();
            ida.type("password", PASSWORD);
            ida.go();
            app = AuthenticatorApp.with(ida.said("totp-key"));
            ida.type("code", app.firstCode());
            ida.go();
            assertThat(ida.path()).isEqualTo("/t/" + strict.slug() + "/account");
        }
        try (Visitor ida = visitor(scripts)) {
            ida.open(strict.issuer() + "/sign-in");
            ida.signIn(name, PASSWORD);
            ida.type("code", "000000");
            ida.go();
            assertThat(ida.has("code-error")).isTrue();
            ida.type("code", app.nextCode());
            ida.go();
            assertThat(ida.path()).isEqualTo("/t/" + strict.slug() + "/account");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aYesAndANoComeBackByAForm(boolean scripts) {
        Application application = installation.application();
        Map<String, Object> shop = installation.register(hall, "");
        for (String answer : new String[] {"deny", "allow"}) {
            try (Visitor hugo = visitor(scripts)) {
                hugo.open(request(shop, "form_post"));
                hugo.signIn(email, PASSWORD);
                assertThat(hugo.heading()).contains("Shop");
                int before = application.postsTo("/callback").size();
                hugo.press(answer);
                if (!scripts) {
                    hugo.go();
                }
                assertThat(hugo.place()).isEqualTo(application.address() + "/callback");
                assertThat(application.postsTo("/callback")).hasSize(before + 1);
                assertThat(application.postsTo("/callback").getLast())
                        .contains(answer.equals("allow") ? "code=" : "error=access_denied", "state=s", "iss=");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCodeThatADeviceShowsIsTypedIn(boolean scripts) {
        Map<String, Object> box = installation.register(
                hall,
                ",\"token_endpoint_auth_method\":\"none\",\"response_types\":[],\"grant_types\":[\"" + DEVICE + "\"]");
        for (String answer : new String[] {"deny", "allow"}) {
            Map<String, String> asking = Map.of("client_id", String.valueOf(box.get("client_id")), "scope", "openid");
            Client.Answer begun =
                    installation.anyone().postForm(hall.base() + "/oauth/v2/device_authorization", asking, "");
            try (Visitor hugo = visitor(scripts)) {
                hugo.open(begun.json().get("verification_uri").asString());
                hugo.signIn(email, PASSWORD);
                hugo.type("user_code", "BBBB-BBBB");
                hugo.go();
                assertThat(hugo.has("user_code-error")).isTrue();
                hugo.type("user_code", begun.json().get("user_code").asString());
                hugo.go();
                assertThat(hugo.heading()).contains("Shop");
                hugo.press(answer);
            }
            Map<String, String> polling = Map.of(
                    "grant_type", DEVICE,
                    "client_id", String.valueOf(box.get("client_id")),
                    "device_code", begun.json().get("device_code").asString());
            Client.Answer polled = installation.anyone().postForm(hall.base() + "/oauth/v2/token", polling, "");
            assertThat(polled.body()).contains(answer.equals("allow") ? "access_token" : "access_denied");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoIsAskedStaysOrLeaves(boolean scripts) {
        try (Visitor hugo = visitor(scripts)) {
            hugo.open(hall.issuer() + "/sign-in");
            hugo.signIn(email, PASSWORD);
            hugo.open(hall.issuer() + "/oidc/v1/end_session");
            hugo.press("stay");
            hugo.open(hall.issuer() + "/account");
            assertThat(hugo.path()).isEqualTo("/t/hall/account");

            hugo.open(hall.issuer() + "/oidc/v1/end_session");
            hugo.press("sign-out");
            assertThat(hugo.heading()).isEqualTo("You are signed out");
            hugo.open(hall.issuer() + "/account");
            assertThat(hugo.has("identifier")).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRequestThatCannotBeAnsweredIsExplainedOnAPage(boolean scripts) {
        Map<String, Object> shop = installation.register(hall, "");
        shop.put("redirect_uri", "https://elsewhere.example/callback");
        try (Visitor hugo = visitor(scripts)) {
            hugo.open(request(shop, "query"));
            assertThat(hugo.status()).isEqualTo(400);
            assertThat(hugo.said("error")).contains("redirect_uri");

            shop.put("client_id", "nobody");
            hugo.open(request(shop, "query"));
            assertThat(hugo.status()).isEqualTo(400);
            assertThat(hugo.said("error")).contains("client");
        }
    }
}
