package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Applications at our own interface: what an access token opens, and what closes it.
class ApiAccessTest {
    private final Town town = Town.make();
    private final Person ada = town.person("ada");
    private final Application shop = application("read:user", "write:project");

    private Application application(String... scopes) {
        Map<String, Object> settings = settings();
        settings.put(
                "scopes",
                List.of(String.join(" ", scopes)
                        .concat(" openid offline_access")
                        .split(" ", -1)));
        return Application.register(town, settings);
    }

    private static Map<String, Object> settings() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("scopes", List.of("openid", "offline_access", "read:user", "write:project"));
        return settings;
    }

    private String api() {
        return shop.issuer() + "/v1";
    }

    private void makeMember(Town place, Person person, String role) {
        Answer added = place.administrator()
                .post(
                        "/v1/workspaces/" + place.place().workspace().text() + "/members",
                        "{\"user_id\":\"%s\",\"role\":\"%s\"}"
                                .formatted(person.id().text(), role));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
    }

    /// Asks for a token, allows it on the page, and answers what the token endpoint says.
    private Answer tokens(Application application, Browser browser, String... changes) {
        Map<String, String> request =
                new LinkedHashMap<>(application.request("scope", "openid read:user write:project", "resource", api()));
        for (int i = 0; i < changes.length; i += 2) {
            request.put(changes[i], changes[i + 1]);
        }
        Answer asked = application.signIn(browser, application.ask(browser, request), ada);
        Answer allowed = asked.status() == 303
                ? asked
                : browser.submit(browser.local(Application.consentForm(asked)), Map.of("answer", "allow"));
        return application.exchange(Application.answer(allowed).get("code"));
    }

    private static String access(Answer tokens) {
        assertThat(tokens.status()).as(tokens.text()).isEqualTo(200);
        return tokens.json().path("access_token").asString();
    }

    private Client with(String token) {
        return town.server().as(token);
    }

    private void isRefused(String token) {
        Answer answer = with(token).get("/v1/users");
        assertThat(answer.status()).as(answer.text()).isEqualTo(401);
        assertThat(answer.error()).isEqualTo("invalid token");
    }

    @Test
    void aTokenActsForItsPersonWithinTheirRoleAndItsScopes() {
        makeMember(town, ada, "admin");
        Client application = with(access(tokens(shop, town.browser())));

        assertThat(application.get("/v1/users").status()).isEqualTo(200);
        assertThat(application.get(town.path() + "/v1/users").status()).isEqualTo(200);
        Answer beyondScopes = application.post("/v1/users", "{\"email\":\"new@x.test\",\"display_name\":\"New\"}");
        assertThat(beyondScopes.status()).as(beyondScopes.text()).isEqualTo(403);

        Answer made = application.post("/v1/projects", "{\"name\":\"Bridge\",\"slug\":\"bridge\"}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        // The trail names the person and the application.
        assertThat(town.count(
                        "audit.written",
                        "and event_type = 'project.create' and actor_did like 'did:keystead:"
                                + ada.id().text() + "#cli_%'"))
                .isEqualTo(1);
    }

    @Test
    void aTokenCanDoNoMoreThanTheRoleOfItsPerson() {
        makeMember(town, ada, "viewer");
        Client application = with(access(tokens(shop, town.browser())));
        assertThat(application
                        .post("/v1/projects", "{\"name\":\"Bridge\",\"slug\":\"bridge\"}")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void whoHasNoRoleSeesNothing() {
        Client application = with(access(tokens(shop, town.browser())));
        assertThat(application.get("/v1/users").status()).isEqualTo(404);
    }

    /// RFC 8707: without the resource by its name, scopes mean something else.
    @Test
    void aTokenThatIsNotForTheInterfaceOpensNothing() throws Exception {
        makeMember(town, ada, "admin");
        Answer usual = shop.exchange(shop.code(town.browser(), ada, shop.request("scope", "openid read:user")));
        assertThat(SignedJWT.parse(access(usual)).getJWTClaimsSet().getAudience())
                .containsExactly(shop.issuer());
        isRefused(access(usual));
        isRefused(access(tokens(shop, town.browser(), "resource", "https://other.example/v1")));
        isRefused(usual.json().path("id_token").asString());
        isRefused(usual.json().path("refresh_token").asString());
    }

    @Test
    void atAnotherWorkspaceATokenIsAStranger() {
        makeMember(town, ada, "admin");
        Town other = Town.make();
        String token = access(tokens(shop, town.browser()));
        Answer there = with(token).get(other.path() + "/v1/users");
        Answer nowhere = with(token).get("/t/no-such-place/v1/users");
        assertThat(there.status()).isEqualTo(404);
        assertThat(there.error()).isEqualTo(nowhere.error());

        // A token of this workspace that says it is for the other one is for neither.
        String misled = access(
                tokens(shop, town.browser(), "resource", shop.issuer().replace(town.path(), other.path()) + "/v1"));
        isRefused(misled);
        assertThat(with(misled).get(other.path() + "/v1/users").status()).isEqualTo(401);
    }

    @Test
    void itEndsWithTheGrant() {
        makeMember(town, ada, "admin");
        Answer tokens = tokens(shop, town.browser());
        assertThat(with(access(tokens)).get("/v1/users").status()).isEqualTo(200);
        shop.post(
                "/oauth/v2/revoke",
                Map.of("token", tokens.json().path("refresh_token").asString()));
        isRefused(access(tokens));
    }

    @Test
    void itEndsWithTheSession() {
        makeMember(town, ada, "admin");
        Browser browser = town.browser();
        String token = access(tokens(shop, browser));
        browser.open("/account");
        browser.submit("/sign-out", Map.of());
        isRefused(token);
    }

    @Test
    void itEndsWithThePersonAndWithTheApplication() {
        makeMember(town, ada, "admin");
        String token = access(tokens(shop, town.browser()));
        town.administrator().post("/v1/users/" + ada.id().text() + ":suspend");
        isRefused(token);
        town.administrator().post("/v1/users/" + ada.id().text() + ":reactivate");

        Application gone = application("read:user", "write:project");
        String left = access(tokens(gone, town.browser()));
        assertThat(with(left).get("/v1/users").status()).isEqualTo(200);
        String id = town.administrator()
                .get("/v1/clients")
                .json()
                .path("items")
                .valueStream()
                .filter(client -> client.path("client_id").asString().equals(gone.id()))
                .findFirst()
                .orElseThrow()
                .path("id")
                .asString();
        assertThat(town.administrator().delete("/v1/clients/" + id).status()).isEqualTo(204);
        isRefused(left);
    }

    /// First-party applications skip consent elsewhere.
    @Test
    void thePersonIsAskedEachTime() {
        Browser browser = town.browser();
        tokens(shop, browser);
        Answer again = shop.ask(browser, shop.request("scope", "openid read:user", "resource", api()));
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.text())
                .contains("id=\"allow\"", "Act here in your name")
                .doesNotContain("name=\"remember\"");
        Map<String, String> silent = Application.answer(
                shop.ask(browser, shop.request("scope", "openid read:user", "resource", api(), "prompt", "none")));
        assertThat(silent).containsEntry("error", "consent_required");
    }

    @Test
    void anApplicationForItselfAndOneByExchangeDoNotGetIt() {
        Map<String, String> itself =
                Map.of("grant_type", "client_credentials", "scope", "read:user", "resource", api());
        assertThat(shop.token(itself).error()).isEqualTo("invalid_target");
        // Nor does the usual token of an application for itself open anything.
        isRefused(access(shop.token(Map.of("grant_type", "client_credentials", "scope", "read:user"))));

        Map<String, Object> settings = settings();
        settings.put("grant_types", List.of("authorization_code", "urn:ietf:params:oauth:grant-type:token-exchange"));
        Application broker = Application.register(town, settings);
        String subject = access(shop.exchange(shop.code(ada)));
        Answer exchanged = broker.token(Map.of(
                "grant_type",
                "urn:ietf:params:oauth:grant-type:token-exchange",
                "subject_token",
                subject,
                "subject_token_type",
                "urn:ietf:params:oauth:token-type:access_token",
                "resource",
                api()));
        assertThat(exchanged.error()).as(exchanged.text()).isEqualTo("invalid_target");
    }

    @Test
    void anApplicationThatRegisteredItselfDoesNotGetIt() {
        town.decide("registration", "{\"mode\":\"open\"}");
        Answer registered = town.server()
                .as("")
                .post(
                        town.path() + "/oauth/v2/register",
                        "{\"redirect_uris\":[\"%s\"],\"scope\":\"openid read:user\"}".formatted(Application.CALLBACK));
        String id = registered.json().path("client_id").asString();
        Map<String, String> request = shop.request("client_id", id, "scope", "openid read:user", "resource", api());
        assertThat(Application.answer(shop.ask(town.browser(), request))).containsEntry("error", "invalid_target");
    }

    /// RFC 9449 section 7: a token that is bound works with a proof alone.
    @ParameterizedTest
    @ValueSource(strings = {"", "/t"})
    void aBoundTokenNeedsItsProof(String prefix) {
        makeMember(town, ada, "admin");
        HolderKey key = HolderKey.of("ES256");
        Map<String, Object> settings = settings();
        settings.put("dpop_bound_access_tokens", true);
        Application bound = Application.register(town, settings);
        Map<String, String> request = bound.request("scope", "openid read:user", "resource", api());
        Browser browser = town.browser();
        Answer asked = bound.signIn(browser, bound.ask(browser, request), ada);
        Answer allowed = browser.submit(browser.local(Application.consentForm(asked)), Map.of("answer", "allow"));
        String proof = key.proof("POST", bound.issuer() + "/oauth/v2/token").signed();
        Answer tokens = bound.post(
                "/oauth/v2/token",
                Application.exchanging(Application.answer(allowed).get("code")),
                Map.of("Authorization", bound.basic(), "DPoP", proof));
        String token = access(tokens);
        assertThat(tokens.json().path("token_type").asString()).isEqualTo("DPoP");

        String path = prefix.isEmpty() ? "/v1/users" : town.path() + "/v1/users";
        String address = town.server().address() + path;
        String right = key.proof("GET", address).with(token).signed();
        assertThat(proven(path, token, right).status()).isEqualTo(200);
        assertThat(proven(path, token, right).status()).as("used before").isEqualTo(401);
        Answer bare = with(token).get(path);
        assertThat(bare.status()).isEqualTo(401);
        assertThat(bare.error()).isEqualTo("invalid token");
        assertThat(bare.header("WWW-Authenticate")).startsWith("DPoP error=\"invalid_token\"");
        assertThat(proven(path, token, "").header("WWW-Authenticate")).contains("invalid_dpop_proof");
        String others = HolderKey.of("ES256").proof("GET", address).with(token).signed();
        assertThat(proven(path, token, others).status()).isEqualTo(401);
        String elsewhere = key.proof("GET", address + "/x").with(token).signed();
        assertThat(proven(path, token, elsewhere).status()).isEqualTo(401);
    }

    private Answer proven(String path, String token, String proof) {
        Client bare = town.server().as("").with("Authorization", "DPoP " + token);
        return (proof.isEmpty() ? bare : bare.with("DPoP", proof)).get(path);
    }

    @Test
    void whatIsNotBoundDoesNotPassForWhatIs() {
        makeMember(town, ada, "admin");
        String token = access(tokens(shop, town.browser()));
        assertThat(proven("/v1/users", token, "").status()).isEqualTo(401);
        // Nor does any other credential by that scheme.
        assertThat(proven("/v1/users", town.place().key(), "").status()).isEqualTo(401);
    }
}
