package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.text.ParseException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The scope `entitlements`, and the claim `ent` that comes of it.
class EntitlementClaimTest {
    private static final List<String> SCOPES = List.of("openid", "entitlements", "offline_access");

    private final Town town = Town.make();
    private final Person ada = town.person("ada");

    private Application shop(boolean firstParty, List<String> scopes) {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("first_party", firstParty);
        settings.put("scopes", scopes);
        settings.put("grant_types", List.of("authorization_code", "refresh_token", "client_credentials"));
        return Application.register(town, settings);
    }

    /// Gives the town a module of its own, and answers the licence.
    private String license(String name) {
        String code = module(name);
        JsonNode top = town.administrator()
                .get("/v1/nodes?kind=workspace")
                .json()
                .path("items")
                .path(0);
        Answer given = town.administrator()
                .post(
                        "/v1/licenses",
                        "{\"module\":\"%s\",\"node_id\":\"%s\"}"
                                .formatted(code, top.path("id").asString()));
        assertThat(given.status()).as(given.text()).isEqualTo(201);
        return given.id();
    }

    private String module(String name) {
        String code = code(name);
        Answer made = town.server()
                .asAdministrator()
                .post("/v1/modules", "{\"code\":\"%s\",\"name\":\"%s\",\"category\":\"test\"}".formatted(code, name));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return code;
    }

    /// The catalogue is everybody's: each town has names of its own.
    private String code(String name) {
        return "ent." + town.place().slug() + "." + name;
    }

    private static Map<String, Object> claims(Answer tokens, String which) {
        assertThat(tokens.status()).as(tokens.text()).isEqualTo(200);
        try {
            return SignedJWT.parse(tokens.json().path(which).asString())
                    .getJWTClaimsSet()
                    .getClaims();
        } catch (ParseException e) {
            throw new IllegalStateException(e);
        }
    }

    private Answer tokens(Application shop, String scope) {
        return shop.exchange(shop.code(town.browser(), ada, shop.request("scope", scope)));
    }

    private static Answer refreshed(Application shop, Answer tokens) {
        return shop.token(Map.of(
                "grant_type",
                "refresh_token",
                "refresh_token",
                tokens.json().path("refresh_token").asString()));
    }

    @Test
    void bothTokensSayWhatTheWorkspaceMayUse() {
        license("stock");
        license("billing");
        module("unlicensed");
        Answer tokens = tokens(shop(true, SCOPES), "openid entitlements");

        for (String token : List.of("id_token", "access_token")) {
            assertThat(claims(tokens, token)).containsEntry("ent", List.of(code("billing"), code("stock")));
        }
    }

    @Test
    void whoDoesNotAskIsNotTold() {
        license("quiet");
        Application shop = shop(true, SCOPES);
        Answer tokens = tokens(shop, "openid");
        assertThat(claims(tokens, "access_token")).doesNotContainKeys("ent", "ent_truncated");
        assertThat(claims(tokens, "id_token")).doesNotContainKeys("ent", "ent_truncated");
        // Neither is an application whose settings do not have the scope.
        Answer others = tokens(shop(true, List.of("openid")), "openid entitlements");
        assertThat(claims(others, "access_token")).doesNotContainKey("ent");
    }

    @Test
    void whatIsSuspendedIsGoneFromTheNextToken() {
        String license = license("short");
        Application shop = shop(true, SCOPES);
        Answer tokens = tokens(shop, "openid entitlements offline_access");
        assertThat(claims(tokens, "access_token")).containsEntry("ent", List.of(code("short")));

        Answer suspended = town.administrator().post("/v1/licenses/" + license + ":suspend");
        assertThat(suspended.status()).as(suspended.text()).isEqualTo(200);

        assertThat(claims(refreshed(shop, tokens), "access_token")).containsEntry("ent", List.of());
    }

    @Test
    void aProgramThatActsForItselfIsToldToo() {
        license("machine");
        Application shop = shop(true, SCOPES);
        Answer own = shop.token(Map.of("grant_type", "client_credentials", "scope", "entitlements"));
        assertThat(claims(own, "access_token")).containsEntry("ent", List.of(code("machine")));
    }

    @Test
    void tooMuchIsLeftOutAndThatIsSaid() {
        for (int i = 0; i < 25; i++) {
            license("a" + i + ".with-a-name-that-is-as-long-as-anybody-would-like-to-make-it-and-then-some-more");
        }
        Answer tokens = tokens(shop(true, SCOPES), "openid entitlements");
        for (String token : List.of("id_token", "access_token")) {
            assertThat(claims(tokens, token)).doesNotContainKey("ent").containsEntry("ent_truncated", true);
        }
    }

    @Test
    void anotherWorkspacesLicencesAreNeverTold() {
        license("ours");
        Town other = Town.make();
        Map<String, Object> settings = Application.usualSettings();
        settings.put("scopes", SCOPES);
        settings.put("first_party", true);
        Application theirs = Application.register(other, settings);
        Person bob = other.person("bob");
        Answer tokens =
                theirs.exchange(theirs.code(other.browser(), bob, theirs.request("scope", "openid entitlements")));
        assertThat(claims(tokens, "access_token")).containsEntry("ent", List.of());
    }

    @Test
    void thePersonIsAskedInTheirLanguage() {
        Application shop = shop(false, SCOPES);
        var browser = town.browser();
        Map<String, String> spanish = shop.request("scope", "openid entitlements", "ui_locales", "es");
        assertThat(shop.signIn(browser, shop.ask(browser, spanish), ada).text())
                .contains("Ver qué puede usar tu espacio de trabajo");
    }
}
