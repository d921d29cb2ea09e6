package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.platform.json.Json;
import dev.keystead.server.TestServer.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Who decides about the implicit flow: the workspace, and then the person.
class ImplicitPolicyTest {
    private static final String CLIENT = """
            {"redirect_uris":["https://app.example/callback"],"grant_types":["implicit"],
             "response_types":["id_token token"]}""";

    private final Town town = Town.make();
    private final Person ada = town.person("ada");

    private void allow(boolean allowed) {
        town.decide("registration", "{\"mode\":\"open\",\"implicit_flow\":" + allowed + "}");
    }

    private Application page(boolean firstParty) {
        Map<String, Object> settings = ImplicitFlowTest.settings();
        settings.put("first_party", firstParty);
        return Application.register(town, settings);
    }

    private static Map<String, String> request(Application page) {
        return page.request("response_type", "id_token token", "code_challenge", "", "code_challenge_method", "");
    }

    private JsonNode metadata() {
        return town.server()
                .as("")
                .get(town.path() + "/.well-known/openid-configuration")
                .json();
    }

    private Answer register(String body) {
        return town.server().as("").post(town.path() + "/oauth/v2/register", body);
    }

    /// RFC 9700 section 2.1.2.
    @Test
    void withoutADecisionThereIsNoSuchFlow() {
        town.decide("registration", "{\"mode\":\"open\"}");
        assertThat(metadata().path("response_types_supported").toString()).isEqualTo("[\"code\"]");
        assertThat(metadata().path("response_modes_supported").toString()).doesNotContain("fragment");
        assertThat(metadata().path("grant_types_supported").toString()).doesNotContain("implicit");

        Answer byAdministrator = town.administrator().post("/v1/clients", Json.text(ImplicitFlowTest.settings()));
        assertThat(byAdministrator.status()).isEqualTo(400);
        assertThat(byAdministrator.json().path("fields").has("grant_types"))
                .as(byAdministrator.text())
                .isTrue();
        Answer byItself = register(CLIENT);
        assertThat(byItself.error()).as(byItself.text()).isEqualTo("invalid_client_metadata");
        Answer changed = town.administrator()
                .patch("/v1/clients/" + Application.usual(town).id(), """
                        {"grant_types":["implicit"],"response_types":["id_token"]}""");
        assertThat(changed.status()).as(changed.text()).isEqualTo(400);
    }

    /// OpenID Connect Core section 15.2.
    @Test
    void discoveryTellsWhatTheWorkspaceDecided() {
        allow(true);
        assertThat(metadata().path("response_types_supported").toString())
                .isEqualTo("[\"code\",\"id_token\",\"id_token token\"]");
        assertThat(metadata().path("response_modes_supported").toString()).contains("fragment");
        assertThat(metadata().path("grant_types_supported").toString()).contains("\"implicit\"");
        allow(false);
        assertThat(metadata().path("response_types_supported").toString()).isEqualTo("[\"code\"]");
    }

    /// RFC 7591 section 3.2.1, RFC 7592 section 2.2.
    @Test
    void anApplicationRegistersItselfForIt() {
        allow(true);
        Answer made = register(CLIENT);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.json().path("grant_types").toString()).isEqualTo("[\"implicit\"]");
        assertThat(made.json().path("response_types").toString()).isEqualTo("[\"id_token token\"]");
        Answer loopback = register(CLIENT.replace("app.example", "localhost"));
        assertThat(loopback.error()).as(loopback.text()).isEqualTo("invalid_redirect_uri");

        allow(false);
        String id = made.json().path("client_id").asString();
        Answer replaced = town.server()
                .as(made.json().path("registration_access_token").asString())
                .send(
                        "PUT",
                        town.path() + "/oauth/v2/register/" + id,
                        CLIENT.replaceFirst("\\{", "{\"client_id\":\"" + id + "\","));
        assertThat(replaced.error()).as(replaced.text()).isEqualTo("invalid_client_metadata");
        // What administrators change about it otherwise has nothing to do with the flow.
        Answer renamed = town.administrator().patch("/v1/clients/" + id, "{\"name\":\"Another\"}");
        assertThat(renamed.status()).as(renamed.text()).isEqualTo(200);
    }

    @Test
    void onceItIsOffNothingIsAnsweredAnyMore() {
        allow(true);
        Application page = page(false);
        Browser browser = town.browser();
        Answer asked = page.signIn(browser, page.ask(browser, request(page)), ada);
        String form = browser.local(Application.consentForm(asked));

        allow(false);
        assertThat(Application.fragment(page.ask(town.browser(), request(page))))
                .containsEntry("error", "unsupported_response_type");
        Answer late = browser.submit(form, Map.of("answer", "allow"));
        assertThat(late.status()).as("a request that waited").isEqualTo(410);
        assertThat(town.count("session.grants", "")).isZero();

        allow(true);
        assertThat(page.ask(browser, request(page)).status()).isEqualTo(200);
    }

    /// OpenID Connect Core sections 3.2.2.4 and 3.2.2.6.
    @Test
    void thePersonIsAskedAsUsual() {
        allow(true);
        Application page = page(false);
        Browser browser = town.browser();
        Answer asked = page.signIn(browser, page.ask(browser, request(page)), ada);
        Answer denied = browser.submit(browser.local(Application.consentForm(asked)), Map.of("answer", "deny"));
        assertThat(Application.fragment(denied)).containsEntry("error", "access_denied");

        Answer again = page.ask(browser, request(page));
        String form = browser.local(Application.consentForm(again));
        Answer allowed = browser.submit(form, Map.of("answer", "allow", "remember", "yes"));
        assertThat(Application.fragment(allowed)).containsKeys("access_token", "id_token");
        assertThat(browser.submit(form, Map.of("answer", "allow")).status())
                .as("answered once")
                .isEqualTo(410);
        assertThat(town.count("audit.written", "and event_type = 'consent.give'"))
                .isEqualTo(1);

        Map<String, String> silent = page.request(
                "response_type", "id_token", "prompt", "none", "code_challenge", "", "code_challenge_method", "");
        assertThat(Application.fragment(page.ask(browser, silent))).containsKey("id_token");
    }

    /// The way back by a form of another site ends where a link does.
    @Test
    void aRequestMayComeByAForm() {
        allow(true);
        Application page = page(true);
        Browser browser = town.browser();
        Answer sent = page.post("/oauth/v2/authorize", request(page), Map.of());
        assertThat(sent.status()).as(sent.text()).isEqualTo(303);
        Answer back = page.signIn(browser, browser.open(browser.local(sent.header("Location"))), ada);
        assertThat(Application.fragment(back)).containsKeys("access_token", "id_token");
    }

    /// RFC 9101: a signed request is held to the same rules.
    @Test
    void aSignedRequestIsHeldToTheSameRules() {
        allow(true);
        HolderKey key = HolderKey.of("ES256");
        Map<String, Object> settings = ImplicitFlowTest.settings();
        settings.put("jwks", Map.of("keys", List.of(key.jwk())));
        Application page = Application.register(town, settings);
        Map<String, Object> claims = Map.of(
                "response_type", "id_token token",
                "response_mode", "query",
                "redirect_uri", Application.CALLBACK,
                "scope", "openid",
                "nonce", "n");
        Map<String, String> request =
                Map.of("client_id", page.id(), "request", key.sign(Map.of("alg", "ES256"), claims));
        assertThat(Application.fragment(page.ask(town.browser(), request))).containsEntry("error", "invalid_request");
    }
}
