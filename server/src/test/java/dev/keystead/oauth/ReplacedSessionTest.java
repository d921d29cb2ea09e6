package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.text.ParseException;
import java.util.Date;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Whoever signs in where somebody is signed in already takes their place.
class ReplacedSessionTest {
    private static final String REPLACED = "and revoked_why = 'replaced'";
    private static final String LIVING = "and revoked_at is null";
    private static final String PROVEN_AGAIN = "and proven_at > created_at";

    private final Town town = Town.make();
    private final Person ada = town.person("ada");
    private final Person eve = town.person("eve");
    private final Application shop = Application.usual(town);

    private JsonNode tokens(Answer back) {
        Answer tokens = shop.exchange(Application.answer(back).get("code"));
        assertThat(tokens.status()).as(tokens.text()).isEqualTo(200);
        return tokens.json();
    }

    private JsonNode signIn(Browser browser, Person person, String... parameters) {
        return tokens(shop.signIn(browser, shop.ask(browser, shop.request(parameters)), person));
    }

    private Answer refresh(JsonNode tokens) {
        return shop.token(Map.of(
                "grant_type",
                "refresh_token",
                "refresh_token",
                tokens.path("refresh_token").asString()));
    }

    private static JWTClaimsSet idToken(JsonNode tokens) throws ParseException {
        return SignedJWT.parse(tokens.path("id_token").asString()).getJWTClaimsSet();
    }

    @Test
    void anotherPersonEndsTheSessionThatTheBrowserCarried() throws ParseException {
        Browser browser = town.browser();
        JsonNode before = signIn(browser, eve);
        JsonNode after = signIn(browser, ada, "prompt", "select_account");
        assertThat(town.count("session.sessions", REPLACED)).isOne();
        assertThat(town.count("session.sessions", LIVING)).isOne();
        assertThat(refresh(before).json().path("error").asString()).isEqualTo("invalid_grant");
        assertThat(refresh(after).status()).isEqualTo(200);
        assertThat(idToken(after).getClaim("sid")).isNotEqualTo(idToken(before).getClaim("sid"));
        // It is told to the person whose session it was.
        assertThat(town.count(
                        "auth.auth_events",
                        "and event_type = 'session_ended' and details ->> 'why' = 'replaced' and user_id = '"
                                + eve.id().value() + "'"))
                .isOne();
    }

    @Test
    void theSamePersonEndsItToo() throws ParseException {
        Browser browser = town.browser();
        JsonNode before = signIn(browser, eve);
        JsonNode after = signIn(browser, eve, "prompt", "select_account");
        assertThat(town.count("session.sessions", REPLACED)).isOne();
        assertThat(town.count("session.sessions", LIVING)).isOne();
        assertThat(idToken(after).getSubject()).isEqualTo(idToken(before).getSubject());
        assertThat(browser.open("/account").status()).isEqualTo(200);
    }

    /// OpenID Connect Core section 3.1.2.1: a new proof of the same person is no other session.
    @Test
    void whoeverProvesThemselvesAgainGoesOnWithTheSameSession() throws ParseException {
        Browser browser = town.browser();
        JsonNode before = signIn(browser, eve);
        Date first = idToken(before).getDateClaim("auth_time");
        assertThat(town.count("session.sessions", PROVEN_AGAIN)).isZero();
        Answer asked = shop.ask(browser, shop.request("prompt", "login"));
        Answer page = browser.open(browser.local(asked.header("Location")));
        browser.open(browser.local(page.header("Location")));
        Answer proven = browser.step("password", "password", Town.PASSWORD);
        JsonNode after = tokens(browser.open(browser.local(proven.header("Location"))));
        assertThat(idToken(after).getClaim("sid")).isEqualTo(idToken(before).getClaim("sid"));
        assertThat(idToken(after).getSubject()).isEqualTo(idToken(before).getSubject());
        assertThat(idToken(after).getDateClaim("auth_time")).isAfterOrEqualTo(first);
        assertThat(town.count("session.sessions", PROVEN_AGAIN)).isOne();
        assertThat(town.count("session.sessions", REPLACED)).isZero();
        assertThat(refresh(before).status()).isEqualTo(200);
    }

    @Test
    void anotherBrowserAndAProgramEndNothing() {
        signIn(town.browser(), eve);
        signIn(town.browser(), eve);
        town.visit().signIn(eve.email(), Town.PASSWORD);
        assertThat(town.count("session.sessions", LIVING)).isEqualTo(3);
    }

    @Test
    void aTokenOfAnotherWorkspaceOrOfNobodyEndsNothing() {
        Browser elsewhere = town.browser();
        signIn(elsewhere, eve);
        String token =
                elsewhere.cookies().get("keystead-session-" + town.place().slug());
        assertThat(token).isNotEmpty();
        Town other = Town.make();
        Person bea = other.person("bea");
        for (String brought : new String[] {token, token.substring(0, token.length() - 2) + "aa", "nothing"}) {
            Browser browser = other.browser();
            browser.cookies().put("keystead-session-" + other.place().slug(), brought);
            assertThat(browser.signIn(bea.email(), Town.PASSWORD).status()).isEqualTo(303);
            assertThat(browser.open("/account").status()).isEqualTo(200);
        }
        assertThat(town.count("session.sessions", LIVING)).isOne();
        assertThat(other.count("session.sessions", REPLACED)).isZero();
    }
}
