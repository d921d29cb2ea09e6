package dev.keystead.oauth.register;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.client.Client;
import dev.keystead.client.GrantType;
import dev.keystead.server.Applications;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Elsewhere;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// What applications that registered themselves cannot give themselves (RFC 7591 section 5): nobody here has
/// looked at them.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StrangersTest {
    private static final String EXCHANGE = "\"urn:ietf:params:oauth:grant-type:token-exchange\"";
    private static final String REDIRECT = "\"redirect_uris\":[\"https://app.test/cb\"]";

    private final TestServer server = TestServer.shared();
    private final Elsewhere open = open();

    private Elsewhere open() {
        Elsewhere place = server.makeOrganisation("strangers");
        Answer decided = server.as(place.key())
                .send(
                        "PUT",
                        "/v1/workspaces/" + place.workspace().text() + "/policies/registration",
                        "{\"mode\":\"open\"}");
        assertThat(decided.status()).as(decided.text()).isEqualTo(200);
        return place;
    }

    private Answer register(String members) {
        return server.as("").post("/t/" + open.slug() + "/oauth/v2/register", "{" + members + "}");
    }

    private Answer replace(JsonNode made, String members) {
        String id = made.path("client_id").asString();
        return server.as(made.path("registration_access_token").asString())
                .send(
                        "PUT",
                        "/t/" + open.slug() + "/oauth/v2/register/" + id,
                        "{\"client_id\":\"" + id + "\"," + members + "}");
    }

    private Client client(JsonNode made) {
        return Applications.of(server)
                .find(open.workspace(), made.path("client_id").asString())
                .orElseThrow();
    }

    /// RFC 8693 section 5: with it, whoever is sent a token as a resource makes one for another resource of it.
    @Test
    void aStrangerDoesNotExchangeTokens() {
        Answer refused = register(REDIRECT + ",\"grant_types\":[\"authorization_code\"," + EXCHANGE + "]");
        assertThat(refused.error()).as(refused.text()).isEqualTo("invalid_client_metadata");
        assertThat(register("\"grant_types\":[" + EXCHANGE + "],\"response_types\":[]")
                        .error())
                .isEqualTo("invalid_client_metadata");
        JsonNode made = register(REDIRECT).json();
        Answer later = replace(made, REDIRECT + ",\"grant_types\":[\"authorization_code\"," + EXCHANGE + "]");
        assertThat(later.error()).as(later.text()).isEqualTo("invalid_client_metadata");
        assertThat(client(made).mayUse(GrantType.TOKEN_EXCHANGE)).isFalse();
    }

    @Test
    void aStrangerDoesNotMakeItselfOneWhoImpersonates() {
        JsonNode made = register(REDIRECT).json();
        assertThat(server.as(open.key())
                        .patch(
                                "/v1/clients/" + made.path("client_id").asString(),
                                "{\"grant_types\":[\"authorization_code\"," + EXCHANGE + "]}")
                        .status())
                .isEqualTo(200);
        Answer replaced = replace(
                made, REDIRECT + ",\"impersonation\":true,\"grant_types\":[\"authorization_code\"," + EXCHANGE + "]");
        assertThat(replaced.status()).as(replaced.text()).isEqualTo(200);
        assertThat(client(made).mayImpersonate()).isFalse();
    }

    /// Resource servers believe the scopes of a token: what somebody registers for themselves and nobody allowed is no
    /// scope.
    @Test
    void aStrangerHasNoScopesForItself() throws Exception {
        JsonNode made = register(
                        "\"grant_types\":[\"client_credentials\"],\"response_types\":[],"
                                + "\"scope\":\"admin:payments entitlements\",\"token_endpoint_auth_method\":\"client_secret_post\"")
                .json();
        Answer asked = token(made, "&scope=admin%3Apayments");
        assertThat(asked.error()).as(asked.text()).isEqualTo("invalid_scope");
        Answer silent = token(made, "&resource=https%3A%2F%2Fapi.example");
        assertThat(silent.status()).as(silent.text()).isEqualTo(200);
        JWTClaimsSet claims =
                SignedJWT.parse(silent.json().path("access_token").asString()).getJWTClaimsSet();
        assertThat(claims.getClaims()).doesNotContainKeys("scope", "ent", "ent_truncated");
        assertThat(claims.getSubject()).isEqualTo(made.path("client_id").asString());
    }

    private Answer token(JsonNode made, String more) {
        return server.as("")
                .with("Content-Type", "application/x-www-form-urlencoded")
                .send(
                        "POST",
                        "/t/" + open.slug() + "/oauth/v2/token",
                        "grant_type=client_credentials&client_id="
                                + made.path("client_id").asString() + "&client_secret="
                                + made.path("client_secret").asString() + more);
    }

    @Test
    void whatAnAdministratorGaveItMayKeep() {
        JsonNode made = register(REDIRECT).json();
        String both = "\"grant_types\":[\"authorization_code\"," + EXCHANGE + "]";
        Answer given = server.as(open.key())
                .patch("/v1/clients/" + made.path("client_id").asString(), "{" + both + ",\"impersonation\":true}");
        assertThat(given.status()).as(given.text()).isEqualTo(200);
        Answer replaced = replace(made, REDIRECT + ",\"client_name\":\"New\"," + both);
        assertThat(replaced.status()).as(replaced.text()).isEqualTo(200);
        assertThat(replaced.json().has("impersonation")).isFalse();
        assertThat(client(made).mayUse(GrantType.TOKEN_EXCHANGE)).isTrue();
        assertThat(client(made).mayImpersonate()).isTrue();
    }
}
