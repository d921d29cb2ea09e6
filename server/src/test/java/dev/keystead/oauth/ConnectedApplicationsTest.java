package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.login.Visit;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What people and administrators see of applications that act for people, and how they take it back.
class ConnectedApplicationsTest {
    private final Town town = Town.make();
    private final Person ada = town.person("ada");
    private final Application shop = Application.register(town, asking());

    private static Map<String, Object> asking() {
        var settings = new LinkedHashMap<>(Application.usualSettings());
        settings.put("first_party", false);
        return settings;
    }

    /// Signs Ada in, and allows what the shop asks for.
    private Answer connect(Browser browser) {
        Answer page = shop.signIn(browser, shop.ask(browser, shop.request()), ada);
        String id = page.text().replaceAll("(?s).*action=\"[^\"]*(/oauth/v2/authorize/arq_[0-9a-z]{26})\".*", "$1");
        Answer allowed = browser.submit(id, Map.of("answer", "allow", "remember", "yes"));
        return shop.exchange(Application.answer(allowed).get("code"));
    }

    private TestServer.Client api() {
        Answer inside = town.visit().signIn(ada.email(), Town.PASSWORD);
        return town.server().as(Visit.accessToken(inside));
    }

    private boolean isActive(Answer tokens) {
        return shop.post(
                        "/oauth/v2/introspect",
                        Map.of("token", tokens.json().path("access_token").asString()))
                .json()
                .path("active")
                .asBoolean();
    }

    @Test
    void thePageShowsWhatAnApplicationMayDoAndEndsIt() {
        Browser browser = town.browser();
        Answer tokens = connect(browser);
        Answer page = browser.open("/account/applications");
        assertThat(page.text()).contains("The shop", "app.example", "See your e-mail address", "Disconnect The shop");

        String client = town.administrator()
                .get("/v1/clients")
                .json()
                .path("items")
                .get(0)
                .path("id")
                .asString();
        Answer ended = browser.submit("/account/applications/" + client + "/disconnect", Map.of());
        assertThat(browser.local(ended.header("Location"))).isEqualTo("/account/applications?done=disconnected");
        assertThat(browser.open("/account/applications").text()).contains("You have not allowed any application.");
        assertThat(isActive(tokens)).isFalse();
        assertThat(shop.ask(browser, shop.request()).text())
                .as("it must ask again")
                .contains("id=\"allow\"");
        assertThat(town.count("audit.written", "and event_type = 'consent.withdraw'"))
                .isEqualTo(1);
        assertThat(browser.submit("/account/applications/" + client + "/disconnect", Map.of())
                        .status())
                .isEqualTo(404);
    }

    @Test
    void anApplicationThatNeedNotAskIsShownByItsGrant() {
        Application own = Application.usual(town);
        Browser browser = town.browser();
        own.exchange(own.code(browser, ada, own.request()));
        assertThat(browser.open("/account/applications").text()).contains("The shop");
        browser.submit("/sign-out", Map.of());
        browser.signIn(ada.email(), Town.PASSWORD);
        assertThat(browser.open("/account/applications").text())
                .as("what ended with the session acts no more")
                .doesNotContain("The shop");
    }

    @Test
    void programsListAndWithdrawConsents() {
        Answer tokens = connect(town.browser());
        TestServer.Client me = api();
        Answer list = me.get("/v1/me/consents");
        assertThat(list.status()).as(list.text()).isEqualTo(200);
        assertThat(list.json().path("items")).hasSize(1);
        assertThat(list.json().path("items").get(0).path("client_id").asString())
                .isEqualTo(shop.id());
        assertThat(list.json().path("items").get(0).path("client_name").asString())
                .isEqualTo("The shop");
        assertThat(me.delete("/v1/me/consents/" + shop.id()).status()).isEqualTo(204);
        assertThat(isActive(tokens)).isFalse();
        assertThat(me.get("/v1/me/consents").json().path("items")).isEmpty();
        assertThat(me.delete("/v1/me/consents/" + shop.id()).status()).isEqualTo(404);
        assertThat(me.delete("/v1/me/consents/unheard-of").status()).isEqualTo(404);
    }

    @Test
    void nobodyWithdrawsForSomebodyElse() {
        Answer tokens = connect(town.browser());
        Person bob = town.person("bob");
        Answer inside = town.visit().signIn(bob.email(), Town.PASSWORD);
        TestServer.Client other = town.server().as(Visit.accessToken(inside));
        assertThat(other.get("/v1/me/consents").json().path("items")).isEmpty();
        assertThat(other.delete("/v1/me/consents/" + shop.id()).status()).isEqualTo(404);
        assertThat(isActive(tokens)).isTrue();
    }

    @Test
    void administratorsSeeWhatPeopleAllowedAnApplication() {
        connect(town.browser());
        Answer list = town.administrator().get("/v1/clients/" + shop.id() + "/consents");
        assertThat(list.status()).as(list.text()).isEqualTo(200);
        assertThat(list.json().path("items").get(0).path("user_id").asString())
                .isEqualTo(ada.id().text());
        assertThat(Town.make()
                        .administrator()
                        .get("/v1/clients/" + shop.id() + "/consents")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void administratorsRevokeOneAccessToken() {
        Answer tokens = connect(town.browser());
        Answer list =
                town.administrator().get("/v1/access-tokens?user_id=" + ada.id().text());
        assertThat(list.status()).as(list.text()).isEqualTo(200);
        assertThat(list.json().path("items")).hasSize(1);
        String id = list.json().path("items").get(0).path("id").asString();
        assertThat(town.administrator().delete("/v1/access-tokens/" + id).status())
                .isEqualTo(204);
        assertThat(isActive(tokens)).isFalse();
        assertThat(town.administrator().get("/v1/access-tokens").json().path("items"))
                .isEmpty();
        assertThat(town.administrator().delete("/v1/access-tokens/" + id).status())
                .isEqualTo(404);
        Answer refreshed = shop.token(Map.of(
                "grant_type",
                "refresh_token",
                "refresh_token",
                tokens.json().path("refresh_token").asString()));
        assertThat(refreshed.status()).as("what it came of stands").isEqualTo(200);
    }

    @Test
    void aRevocationTakesBackWhatItNames() {
        Answer mine = connect(town.browser());
        Application other = Application.usual(town);
        Answer theirs = other.exchange(other.code(ada));
        Answer own = other.token(Map.of("grant_type", "client_credentials"));
        TestServer.Client administrator = town.administrator();

        assertThat(administrator.post("/v1/revocations", "{}").status()).isEqualTo(400);
        assertThat(administrator
                        .post("/v1/revocations", "{\"user_id\":\"nobody\"}")
                        .status())
                .isEqualTo(400);
        Answer before = administrator.post("/v1/revocations", "{\"before\":\"2020-01-01T00:00:00Z\"}");
        assertThat(before.json().path("grants").asInt()).isZero();
        assertThat(isActive(mine)).isTrue();

        Answer byClient = administrator.post("/v1/revocations", "{\"client_id\":\"" + shop.id() + "\"}");
        assertThat(byClient.json().path("grants").asInt()).isEqualTo(1);
        assertThat(byClient.json().path("complete").asBoolean()).isTrue();
        assertThat(isActive(mine)).isFalse();
        assertThat(isActive(theirs)).isTrue();

        Answer all = administrator.post("/v1/revocations", "{\"before\":\"2999-01-01T00:00:00Z\"}");
        assertThat(all.json().path("grants").asInt()).isEqualTo(1);
        assertThat(all.json().path("access_tokens").asInt()).isEqualTo(1);
        assertThat(isActive(theirs)).isFalse();
        assertThat(isActive(own)).isFalse();
    }

    @Test
    void aRevocationBySessionLeavesOtherSessions() {
        Answer one = connect(town.browser());
        Answer two = connectAgain(town.browser());
        String session = town.administrator()
                .get("/v1/users/" + ada.id().text() + "/sessions")
                .json()
                .path("items")
                .get(0)
                .path("id")
                .asString();
        Answer answer = town.administrator().post("/v1/revocations", "{\"session_id\":\"" + session + "\"}");
        assertThat(answer.json().path("grants").asInt()).isEqualTo(1);
        assertThat(isActive(two)).as("of the newest session").isFalse();
        assertThat(isActive(one)).isTrue();
    }

    @Test
    void administratorsSeeAndEndEverybodysSessions() {
        Answer tokens = connect(town.browser());
        Answer list = town.administrator().get("/v1/sessions");
        assertThat(list.status()).as(list.text()).isEqualTo(200);
        assertThat(list.json().path("items")).hasSize(1);
        assertThat(list.json().path("items").get(0).path("user_id").asString())
                .isEqualTo(ada.id().text());
        String path =
                "/v1/sessions/" + list.json().path("items").get(0).path("id").asString();
        assertThat(Town.make().administrator().delete(path).status()).isEqualTo(404);
        assertThat(town.administrator().delete(path).status()).isEqualTo(204);
        assertThat(isActive(tokens)).as("its grants end with it").isFalse();
        assertThat(town.administrator().delete(path).status()).isEqualTo(404);
        assertThat(town.count("audit.written", "and event_type = 'session.end'"))
                .isEqualTo(1);
    }

    private Answer connectAgain(Browser browser) {
        return shop.exchange(shop.code(browser, ada, shop.request()));
    }
}
