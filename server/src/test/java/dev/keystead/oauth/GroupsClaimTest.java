package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.text.ParseException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The scope `groups`, and the claim that comes of it.
class GroupsClaimTest {
    private static final String IN_WORDS = "See which groups you are in";
    private static final List<String> SCOPES = List.of("openid", "profile", "groups", "offline_access");

    private final Town town = Town.make();
    private final Person ada = town.person("ada");

    private Application shop(boolean firstParty, List<String> scopes) {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("first_party", firstParty);
        settings.put("scopes", scopes);
        return Application.register(town, settings);
    }

    private String group(String name) {
        Answer made = town.administrator().post("/v1/groups", "{\"name\":\"%s\"}".formatted(name));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.id();
    }

    private void put(String group, Person person) {
        Answer put = town.administrator().send("PUT", "/v1/groups/" + group + "/members/" + person.id(), null);
        assertThat(put.status()).as(put.text()).isEqualTo(200);
    }

    private Answer tokens(Application shop, String scope) {
        Answer tokens = shop.exchange(shop.code(town.browser(), ada, shop.request("scope", scope)));
        assertThat(tokens.status()).as(tokens.text()).isEqualTo(200);
        return tokens;
    }

    private static Map<String, Object> claims(Answer tokens, String which) {
        try {
            return SignedJWT.parse(tokens.json().path(which).asString())
                    .getJWTClaimsSet()
                    .getClaims();
        } catch (ParseException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Answer userinfo(Application shop, Answer tokens) {
        String access = tokens.json().path("access_token").asString();
        return shop.get("/oidc/v1/userinfo", Map.of("Authorization", "Bearer " + access));
    }

    private static List<String> namesIn(Answer userinfo) {
        return userinfo.json()
                .path("groups")
                .valueStream()
                .map(name -> name.asString())
                .toList();
    }

    @Test
    void theNamesAreInBothTokensAndAtUserinfo() {
        put(group("Watch"), ada);
        put(group("Admins"), ada);
        group("Others");
        Application shop = shop(true, SCOPES);
        Answer tokens = tokens(shop, "openid groups");
        assertThat(claims(tokens, "id_token")).containsEntry("groups", List.of("Admins", "Watch"));
        assertThat(claims(tokens, "access_token")).containsEntry("groups", List.of("Admins", "Watch"));
        assertThat(namesIn(userinfo(shop, tokens))).containsExactly("Admins", "Watch");
    }

    @Test
    void whoeverIsInNoGroupHasAnEmptyList() {
        Application shop = shop(true, SCOPES);
        Answer tokens = tokens(shop, "openid groups");
        assertThat(claims(tokens, "id_token")).containsEntry("groups", List.of());
        assertThat(userinfo(shop, tokens).json().path("groups").isArray()).isTrue();
    }

    @Test
    void withoutTheScopeNobodyIsToldOfGroups() {
        put(group("Watch"), ada);
        Application shop = shop(true, SCOPES);
        Answer tokens = tokens(shop, "openid profile");
        assertThat(claims(tokens, "id_token")).doesNotContainKey("groups");
        assertThat(claims(tokens, "access_token")).doesNotContainKey("groups");
        assertThat(userinfo(shop, tokens).json().has("groups")).isFalse();
        // A client that may not have the scope does not get it by asking, nor by asking for the claim.
        Application stranger = shop(true, List.of("openid", "profile"));
        Map<String, String> asking = stranger.request(
                "scope", "openid groups", "claims", "{\"id_token\":{\"groups\":null},\"userinfo\":{\"groups\":null}}");
        Answer others = stranger.exchange(stranger.code(town.browser(), ada, asking));
        assertThat(claims(others, "id_token")).doesNotContainKey("groups");
        assertThat(userinfo(stranger, others).json().has("groups")).isFalse();
    }

    @Test
    void theClaimCanBeAskedForByItself() {
        put(group("Watch"), ada);
        Application shop = shop(true, SCOPES);
        Map<String, String> asking = shop.request("scope", "openid", "claims", "{\"id_token\":{\"groups\":null}}");
        Answer tokens = shop.exchange(shop.code(town.browser(), ada, asking));
        assertThat(claims(tokens, "id_token")).containsEntry("groups", List.of("Watch"));
        assertThat(claims(tokens, "access_token")).doesNotContainKey("groups");
        assertThat(userinfo(shop, tokens).json().has("groups")).isFalse();
    }

    @Test
    void thePersonIsAskedInTheirLanguage() {
        Application shop = shop(false, SCOPES);
        Browser browser = town.browser();
        Answer page = shop.signIn(browser, shop.ask(browser, shop.request("scope", "openid groups")), ada);
        assertThat(page.text()).contains(IN_WORDS);
        Browser other = town.browser();
        Map<String, String> portuguese = shop.request("scope", "openid groups", "ui_locales", "pt");
        assertThat(shop.signIn(other, shop.ask(other, portuguese), ada).text())
                .contains("Ver de quais grupos você participa");
    }

    @Test
    void aNewNameAndAnEndAreToldWithTheNextRefresh() {
        String watch = group("Watch");
        put(watch, ada);
        put(group("Admins"), ada);
        Application shop = shop(true, SCOPES);
        Answer tokens = tokens(shop, "openid groups offline_access");
        town.administrator().patch("/v1/groups/" + watch, "{\"name\":\"Sentinels\"}");
        assertThat(namesIn(userinfo(shop, tokens))).containsExactly("Admins", "Sentinels");
        Answer refreshed = shop.token(Map.of(
                "grant_type",
                "refresh_token",
                "refresh_token",
                tokens.json().path("refresh_token").asString()));
        assertThat(claims(refreshed, "access_token")).containsEntry("groups", List.of("Admins", "Sentinels"));
        assertThat(claims(refreshed, "id_token")).containsEntry("groups", List.of("Admins", "Sentinels"));
        town.administrator().delete("/v1/groups/" + watch + "/members/" + ada.id());
        assertThat(namesIn(userinfo(shop, refreshed))).containsExactly("Admins");
        Answer again = shop.token(Map.of(
                "grant_type",
                "refresh_token",
                "refresh_token",
                refreshed.json().path("refresh_token").asString(),
                "scope",
                "openid"));
        assertThat(claims(again, "access_token")).doesNotContainKey("groups");
        assertThat(claims(again, "id_token")).doesNotContainKey("groups");
    }

    /// Puts somebody into many groups, past the server.
    private void crowd(int many, String nameStart) {
        town.server().execute("""
                with made as (
                    insert into identity.groups (tenant_id, id, name, name_key, version, created_at, updated_at)
                    select '%1$s', gen_random_uuid(), '%2$s' || n, lower('%2$s') || n, 1, now(), now()
                    from generate_series(1, %3$d) n
                    returning tenant_id, id)
                insert into identity.group_members (tenant_id, group_id, user_id, home_tenant_id, added_by, added_at)
                select tenant_id, id, '%4$s', tenant_id, 'x', now() from made""".formatted(
                town.place().workspace().value(), nameStart, many, ada.id().value()));
    }

    @Test
    void tooManyNamesAreLeftOutAndThatIsSaid() {
        Application shop = shop(true, SCOPES);
        crowd(200, "g");
        Answer enough = tokens(shop, "openid groups");
        assertThat(claims(enough, "id_token")).containsKey("groups").doesNotContainKey("groups_overage");
        put(group("One more"), ada);
        Answer tooMany = tokens(shop, "openid groups");
        for (String token : List.of("id_token", "access_token")) {
            assertThat(claims(tooMany, token)).doesNotContainKey("groups").containsEntry("groups_overage", true);
        }
        Answer info = userinfo(shop, tooMany);
        assertThat(info.json().has("groups")).isFalse();
        assertThat(info.json().path("groups_overage").booleanValue()).isTrue();
    }

    @Test
    void aTokenStaysSmallEnoughToTravel() {
        Application shop = shop(true, SCOPES);
        crowd(60, "a group whose name is as long as people like to make them, year after year ");
        Answer tokens = tokens(shop, "openid groups");
        assertThat(claims(tokens, "access_token")).containsEntry("groups_overage", true);
        assertThat(tokens.json().path("access_token").asString()).hasSizeLessThan(8_000);
        // What is read with it has room for all of them.
        assertThat(namesIn(userinfo(shop, tokens))).hasSize(60);
    }

    @Test
    void groupsOfAnotherWorkspaceAreNeverTold() {
        Town elsewhere = Town.make();
        elsewhere.administrator().post("/v1/groups", "{\"name\":\"Foreign\"}");
        put(group("Own"), ada);
        Answer tokens = tokens(shop(true, SCOPES), "openid groups");
        assertThat(claims(tokens, "id_token")).containsEntry("groups", List.of("Own"));
    }

    @Test
    void anIssuerSaysThatItKnowsThem() {
        Application shop = shop(true, SCOPES);
        Answer metadata = shop.get("/.well-known/openid-configuration", Map.of());
        assertThat(metadata.json().path("scopes_supported").toString()).contains("\"groups\"");
        assertThat(metadata.json().path("claims_supported").toString()).contains("\"groups\"");
    }

    @Test
    void anApplicationOfItsOwnIsInNoGroup() {
        Application shop = shop(true, List.of("openid", "groups", "read:thing"));
        Answer refused = shop.token(Map.of("grant_type", "client_credentials", "scope", "groups"));
        assertThat(refused.status()).isEqualTo(400);
        Answer own = shop.token(Map.of("grant_type", "client_credentials"));
        assertThat(claims(own, "access_token")).doesNotContainKey("groups");
    }
}
