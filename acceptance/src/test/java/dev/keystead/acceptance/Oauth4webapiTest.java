package dev.keystead.acceptance;

import static dev.keystead.acceptance.TlsInstallation.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// An application that uses `oauth4webapi`, and an interface that checks access tokens with it, offline.
@ExtendWith(TlsInstallation.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class Oauth4webapiTest {
    private static final String RESOURCE = "https://orders.example";

    private final TlsInstallation installation;
    private final Installation.Workspace quay;
    private final String email;

    Oauth4webapiTest(TlsInstallation installation) {
        this.installation = installation;
        this.quay = installation.makeWorkspace("quay");
        this.email = installation.makeUser(quay, "quinn");
    }

    private JsonNode journey(String name, Map<String, Object> settings) {
        return installation.journey("oauth4webapi", name, settings, this::signIn);
    }

    private void signIn(Visitor visitor, String page) {
        visitor.open(page);
        if (visitor.has("identifier")) {
            visitor.signIn(email, PASSWORD);
        }
    }

    @Test
    void allThatIsSignedIsSignedByTheKeysOfTheWorkspace() {
        Map<String, Object> settings = installation.register(quay, """
                ,"first_party":true,"grant_types":["authorization_code","refresh_token"],
                "scopes":["openid","email","offline_access","orders"],
                "userinfo_signed_response_alg":"ES256","introspection_signed_response_alg":"ES256\"""");
        settings.put("scope", "openid email offline_access orders");
        settings.put("resource", RESOURCE);
        settings.put("other_issuer", installation.makeWorkspace("pier").issuer());
        JsonNode found = journey("web", settings);

        assertThat(found.at("/person/email").asString()).isEqualTo(email);
        assertThat(found.at("/known/active").asBoolean()).isTrue();
        assertThat(found.at("/taken/sub")).isEqualTo(found.at("/claims/sub"));
        assertThat(found.at("/taken/scope").asString()).contains("orders");
        assertThat(found.get("elsewhere").asString()).isEqualTo("OAUTH_JWT_CLAIM_COMPARISON_FAILED");
        assertThat(found.get("byOtherIssuer").asString()).startsWith("OAUTH_");
        assertThat(found.get("asIdToken").asString())
                .as("an ID token is no access token")
                .startsWith("OAUTH_");
    }

    @Test
    void anInterfaceWantsTheProofOfWhoHoldsTheToken() {
        Map<String, Object> settings = installation.register(quay, """
                ,"first_party":true,"token_endpoint_auth_method":"none","dpop_bound_access_tokens":true,
                "scopes":["openid","orders"]""");
        settings.put("scope", "openid orders");
        settings.put("resource", RESOURCE);
        JsonNode found = journey("dpop", settings);

        assertThat(found.get("retried").asBoolean()).as("RFC 9449 section 8").isTrue();
        assertThat(found.get("type").asString()).isEqualToIgnoringCase("DPoP");
        assertThat(found.get("bound").asString()).isEqualTo(found.get("key").asString());
        assertThat(found.at("/taken/sub")).isEqualTo(found.at("/claims/sub"));
        assertThat(found.get("withoutProof").asString()).startsWith("OAUTH_");
    }

    @Test
    void anApplicationIsToldThatSomebodyLeft() {
        Map<String, Object> settings = installation.register(
                quay, """
                ,"first_party":true,"backchannel_logout_uri":"%s/quay-left","backchannel_logout_session_required":true""".formatted(installation.application().address()));
        settings.put("scope", "openid");
        JsonNode left = journey("leave", settings);
        Application application = installation.application();
        Until.isTrue(
                "the notice has come", () -> !application.postsTo("/quay-left").isEmpty());
        settings.put(
                "logout_token", application.postsTo("/quay-left").getFirst().replaceFirst("^logout_token=", ""));
        JsonNode found = journey("loggedOut", settings);

        assertThat(found.at("/payload/sub")).isEqualTo(left.at("/claims/sub"));
        assertThat(found.at("/payload/sid")).isEqualTo(left.at("/claims/sid"));
        assertThat(found.get("event").isObject()).isTrue();
        assertThat(found.get("nonce").asBoolean()).isFalse();
    }
}
