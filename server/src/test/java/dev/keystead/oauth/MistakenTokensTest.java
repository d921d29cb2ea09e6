package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What was signed for one purpose does not do for another (RFC 8725 sections 2.8 and 3.12).
class MistakenTokensTest {
    private final Town town = Town.make();
    private final Person ada = town.person("ada");

    private Application signing(HolderKey key) {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("token_endpoint_auth_method", "private_key_jwt");
        settings.put("jwks", Map.of("keys", List.of(key.jwk())));
        return Application.register(town, settings);
    }

    private static Answer prove(Application shop, String assertion) {
        return shop.post(
                "/oauth/v2/token",
                Map.of(
                        "grant_type",
                        "client_credentials",
                        "client_assertion_type",
                        "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                        "client_assertion",
                        assertion),
                Map.of());
    }

    /// RFC 9101 section 10.8: a signed request goes through browsers, and whoever finds it there is not the client.
    @Test
    void aSignedRequestDoesNotProveItsClient() {
        HolderKey key = HolderKey.of("ES256");
        Application shop = signing(key);
        HolderKey.Draft plain = key.assertion(shop.id(), shop.issuer());
        assertThat(prove(shop, plain.signed()).status()).isEqualTo(200);

        HolderKey.Draft request = key.assertion(shop.id(), shop.issuer())
                .claim("response_type", "code")
                .claim("redirect_uri", Application.CALLBACK);
        assertThat(prove(shop, request.signed()).error()).isEqualTo("invalid_client");
    }

    @ParameterizedTest
    @ValueSource(strings = {"oauth-authz-req+jwt", "dpop+jwt", "at+jwt", "logout+jwt", "secevent+jwt"})
    void whatSaysThatItIsSomethingElseProvesNothing(String type) {
        HolderKey key = HolderKey.of("ES256");
        Application shop = signing(key);
        String other =
                key.assertion(shop.id(), shop.issuer()).header("typ", type).signed();
        assertThat(prove(shop, other).error()).isEqualTo("invalid_client");
    }

    @ParameterizedTest
    @ValueSource(strings = {"JWT", "jwt", "client-authentication+jwt"})
    void whatSaysThatItIsAnAssertionDoes(String type) {
        HolderKey key = HolderKey.of("ES256");
        Application shop = signing(key);
        String right =
                key.assertion(shop.id(), shop.issuer()).header("typ", type).signed();
        Answer proven = prove(shop, right);
        assertThat(proven.status()).as(proven.text()).isEqualTo(200);
    }

    /// Signed data of userinfo names the same person to the same client, and is no ID token.
    @Test
    void signedUserinfoIsNoHint() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("userinfo_signed_response_alg", "RS256");
        Application shop = Application.register(town, settings);
        Browser browser = town.browser();
        Answer tokens = shop.exchange(shop.code(browser, ada, shop.request()));
        String access = tokens.json().path("access_token").asString();
        String signed = shop.get("/oidc/v1/userinfo", Map.of("Authorization", "Bearer " + access))
                .text();
        assertThat(signed.split("\\.", -1)).hasSize(3);

        for (String wrong : List.of(signed, access)) {
            Map<String, String> request = shop.request("prompt", "none", "id_token_hint", wrong);
            assertThat(Application.answer(shop.ask(browser, request))).containsEntry("error", "invalid_request");
            assertThat(browser.open("/oidc/v1/end_session?" + Application.encoded(Map.of("id_token_hint", wrong)))
                            .status())
                    .isEqualTo(400);
        }
        Map<String, String> right = shop.request(
                "prompt",
                "none",
                "id_token_hint",
                tokens.json().path("id_token").asString());
        assertThat(Application.answer(shop.ask(browser, right))).containsKey("code");
    }

    /// RFC 9700 section 2.3, RFC 9068 section 4: a resource that was sent a token cannot ask with it who somebody
    /// is.
    @Test
    void aTokenForAnotherResourceDoesNotOpenUserinfo() {
        Application shop = Application.usual(town);
        Browser browser = town.browser();
        String elsewhere = shop.exchange(shop.code(browser, ada, shop.request("resource", "https://api.example/")))
                .json()
                .path("access_token")
                .asString();
        Answer refused = shop.get("/oidc/v1/userinfo", Map.of("Authorization", "Bearer " + elsewhere));
        assertThat(refused.status()).as(refused.text()).isEqualTo(401);
        assertThat(refused.error()).isEqualTo("invalid_token");

        for (String ours : List.of(shop.issuer(), "")) {
            Map<String, String> request = shop.request("resource", ours);
            String here = Application.answer(shop.ask(browser, request)).get("code");
            String access = shop.exchange(here).json().path("access_token").asString();
            assertThat(shop.get("/oidc/v1/userinfo", Map.of("Authorization", "Bearer " + access))
                            .status())
                    .isEqualTo(200);
        }
    }

    /// RFC 7662 section 2.1.
    @Test
    void whoProvesNothingIsNotOfferedToAskAboutTokens() {
        Answer metadata = town.server().as("").get(town.path() + "/.well-known/openid-configuration");
        assertThat(metadata.json()
                        .path("introspection_endpoint_auth_methods_supported")
                        .toString())
                .contains("private_key_jwt")
                .doesNotContain("\"none\"");
        assertThat(metadata.json().path("token_endpoint_auth_methods_supported").toString())
                .contains("\"none\"");
    }

    /// An answer has to fit into its header, and so has one that refuses.
    @ParameterizedTest
    @ValueSource(ints = {1_300, 6_000})
    void aStateThatFitsInNoAddressIsToldToThePerson(int length) {
        Application shop = Application.usual(town);
        Map<String, String> request = new LinkedHashMap<>(shop.request("state", "€".repeat(length)));
        Answer answer = shop.post("/oauth/v2/authorize", request, Map.of());
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.text()).contains("id=\"error\"");
    }

    @Test
    void aStateThatFitsInNoAddressIsToldWhoeverLeaves() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("post_logout_redirect_uris", List.of("https://app.example/bye"));
        Application shop = Application.register(town, settings);
        Map<String, String> leaving = new LinkedHashMap<>();
        leaving.put("client_id", shop.id());
        leaving.put("post_logout_redirect_uri", "https://app.example/bye");
        leaving.put("state", "x".repeat(7_500));
        Answer page = town.browser().open("/oidc/v1/end_session?" + Application.encoded(leaving));
        assertThat(page.status()).isEqualTo(400);
        assertThat(page.text()).contains("id=\"error\"");
    }

    @Test
    void aLongStateComesBack() {
        Application shop = Application.usual(town);
        String state = "x".repeat(3_900);
        assertThat(Application.answer(shop.ask(town.browser(), shop.request("state", state, "prompt", "none"))))
                .containsEntry("state", state);
    }

    private Application named(String clientId) {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("client_id", clientId);
        return Application.register(town, settings);
    }

    private boolean isActive(Application asking, String token) {
        return asking.post("/oauth/v2/introspect", Map.of("token", token))
                .json()
                .path("active")
                .asBoolean();
    }

    private Answer exchange(Application behind, String token) {
        return behind.token(Map.of(
                "grant_type", "urn:ietf:params:oauth:grant-type:token-exchange",
                "subject_token", token,
                "subject_token_type", "urn:ietf:params:oauth:token-type:access_token"));
    }

    /// Whoever deletes an application and makes another by its name has not given the other what the first one had.
    @Test
    void tokensOfADeletedApplicationAreNotThoseOfTheNextOneOfItsName() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("grant_types", List.of("authorization_code", "urn:ietf:params:oauth:grant-type:token-exchange"));
        Application behind = Application.register(town, settings);
        Application first = named("phoenix");
        String token =
                first.exchange(first.code(ada)).json().path("access_token").asString();
        assertThat(isActive(behind, token)).isTrue();
        assertThat(exchange(behind, token).status()).isEqualTo(200);
        String id = town.administrator().get("/v1/clients").json().findValues("id").stream()
                .map(JsonNode::asString)
                .filter(found -> found.startsWith("cli_"))
                .reduce((_, last) -> last)
                .orElseThrow();
        assertThat(town.administrator().delete("/v1/clients/" + id).status()).isEqualTo(204);
        assertThat(isActive(behind, token)).isFalse();
        assertThat(exchange(behind, token).error()).isEqualTo("invalid_request");

        Application second = named("phoenix");
        town.change(
                "oauth.clients",
                "created_at = now() + interval '1 minute'",
                "and client_id = 'phoenix' and deleted_at is null");
        assertThat(isActive(behind, token)).isFalse();
        assertThat(exchange(behind, token).error()).isEqualTo("invalid_request");
        Answer info = second.get("/oidc/v1/userinfo", Map.of("Authorization", "Bearer " + token));
        assertThat(info.status()).isEqualTo(401);
    }
}
