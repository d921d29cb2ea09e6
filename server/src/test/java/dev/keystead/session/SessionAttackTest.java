package dev.keystead.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.AtOnce;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.login.Visit;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What people try with the tokens of a session.
class SessionAttackTest {
    private final Town town = Town.make();
    private final Person ada = town.person("ada");

    private Answer signIn() {
        Answer inside = town.visit().signIn(ada.email(), Town.PASSWORD);
        assertThat(Visit.isInside(inside)).as(inside.text()).isTrue();
        return inside;
    }

    private Answer refresh(String token) {
        return refresh(token, "visit/1");
    }

    private Answer refresh(String token, String agent) {
        return town.server()
                .as("")
                .with("User-Agent", agent)
                .post("/v1/sessions:refresh", "{\"refresh_token\":\"" + token + "\"}");
    }

    private int use(String accessToken) {
        return town.server()
                .as(accessToken)
                .get(town.path() + "/v1/me/sessions")
                .status();
    }

    private static String next(Answer refreshed) {
        return refreshed.json().path("refresh_token").asString();
    }

    private static void isRefused(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(401);
        assertThat(answer.error()).isEqualTo("invalid token");
    }

    private long live() {
        return town.count("session.sessions", "and revoked_at is null");
    }

    private void afterGrace() {
        town.change("session.sessions", "rotated_at = rotated_at - interval '11 seconds'", "");
    }

    @Test
    void aTokenIsReplacedAtEachUse() {
        String first = Visit.refreshToken(signIn());
        Answer second = refresh(first);
        assertThat(second.status()).isEqualTo(200);
        assertThat(next(second)).isNotEqualTo(first);
        assertThat(use(second.json().path("access_token").asString())).isEqualTo(200);
        afterGrace();
        assertThat(refresh(next(second)).status()).isEqualTo(200);
    }

    @Test
    void anOldTokenEndsTheSessionAndIsAudited() {
        Answer inside = signIn();
        String first = Visit.refreshToken(inside);
        Answer second = refresh(first);
        afterGrace();
        isRefused(refresh(first));
        assertThat(live()).isZero();
        assertThat(town.count("session.sessions", "and revoked_why = 'reuse'")).isEqualTo(1);
        isRefused(refresh(next(second)));
        assertThat(use(second.json().path("access_token").asString())).isEqualTo(401);
        assertThat(use(Visit.accessToken(inside))).isEqualTo(401);
        assertThat(town.count("audit.written", "and event_type = 'session.reuse'"))
                .isEqualTo(1);
        isRefused(refresh(first));
        assertThat(town.count("audit.written", "and event_type = 'session.reuse'"))
                .isEqualTo(1);
    }

    @Test
    void theSameClientMayAskAgainAtOnceAndGetsTheSameSuccessor() {
        String first = Visit.refreshToken(signIn());
        String second = next(refresh(first));
        assertThat(next(refresh(first))).isEqualTo(second);
        assertThat(live()).isEqualTo(1);
    }

    @Test
    void anotherClientWithTheSameTokenEndsTheSessionEvenAtOnce() {
        String first = Visit.refreshToken(signIn());
        assertThat(refresh(first).status()).isEqualTo(200);
        isRefused(refresh(first, "somebody else's"));
        assertThat(live()).isZero();
    }

    @Test
    void theTokenBeforeTheLastIsNeverInGrace() {
        String first = Visit.refreshToken(signIn());
        refresh(next(refresh(first)));
        isRefused(refresh(first));
        assertThat(live()).isZero();
    }

    @Test
    void ofManyWithOneTokenAllGetOneSuccessor() throws Exception {
        String first = Visit.refreshToken(signIn());
        List<Answer> answers = AtOnce.run(32, () -> refresh(first));
        assertThat(answers).allMatch(answer -> answer.status() == 200);
        assertThat(answers.stream().map(SessionAttackTest::next).distinct()).hasSize(1);
        assertThat(live()).isEqualTo(1);
        assertThat(town.count("session.sessions", "and generation = 2")).isEqualTo(1);
        assertThat(town.count("audit.written", "and event_type = 'session.reuse'"))
                .isZero();
    }

    /// Whoever makes a token up must not be able to end a session with it.
    @Test
    void aForgedTokenEndsNobodysSession() {
        Answer inside = signIn();
        String token = Visit.refreshToken(inside);
        refresh(token);
        afterGrace();
        for (int at = 0; at < token.length(); at++) {
            char other = token.charAt(at) == 'a' ? 'b' : 'a';
            isRefused(refresh(token.substring(0, at) + other + token.substring(at + 1)));
        }
        isRefused(refresh(Visit.accessToken(inside)));
        isRefused(refresh(Visit.accessToken(inside).replaceFirst("ksat_", "kses_")));
        isRefused(refresh(token + "a"));
        isRefused(refresh(token.substring(1)));
        assertThat(live()).isEqualTo(1);
        assertThat(town.count("audit.written", "and event_type = 'session.reuse'"))
                .isZero();
    }

    @Test
    void partsOfTwoTokensAreNoToken() {
        String one = Visit.refreshToken(signIn());
        String other = Visit.refreshToken(signIn());
        int tenant = "kses_".length() + 26;
        int session = tenant + 26;
        int generation = session + 8;
        isRefused(refresh(one.substring(0, tenant) + other.substring(tenant, session) + one.substring(session)));
        isRefused(refresh(one.substring(0, session) + "00000002" + one.substring(generation)));
        isRefused(refresh(one.substring(0, generation) + other.substring(generation)));
        Town elsewhere = Town.make();
        Person bea = elsewhere.person("bea");
        String foreign = Visit.refreshToken(elsewhere.visit().signIn(bea.email(), Town.PASSWORD));
        isRefused(refresh(foreign.substring(0, tenant) + one.substring(tenant)));
        assertThat(live()).isEqualTo(2);
    }

    @Test
    void aRefreshTokenIsNoAccessToken() {
        Answer inside = signIn();
        assertThat(use(Visit.refreshToken(inside))).isEqualTo(401);
        assertThat(use(Visit.refreshToken(inside).replaceFirst("kses_", "ksat_")))
                .isEqualTo(401);
        assertThat(live()).isEqualTo(1);
    }

    @Test
    void aSessionThatWasNotUsedLongEnoughIsOver() {
        Answer inside = signIn();
        town.change("session.sessions", "expires_at = now() - interval '1 second'", "");
        isRefused(refresh(Visit.refreshToken(inside)));
        assertThat(use(Visit.accessToken(inside))).isEqualTo(401);
    }

    @Test
    void useDoesNotPutOffTheEnd() {
        Answer inside = signIn();
        town.change(
                "session.sessions",
                "ends_at = now() + interval '1 hour', expires_at = now() + interval '1 minute'",
                "");
        assertThat(refresh(Visit.refreshToken(inside)).status()).isEqualTo(200);
        assertThat(town.count("session.sessions", "and expires_at = ends_at")).isEqualTo(1);
    }

    @Test
    void aSessionLivesAsThePolicySays() {
        town.decide("session", "{\"idle_minutes\":60,\"absolute_minutes\":120,\"step_up_minutes\":5}");
        Answer inside = signIn();
        assertThat(
                        town.count(
                                "session.sessions",
                                "and expires_at = created_at + interval '1 hour' and ends_at = created_at + interval '2 hours'"))
                .isEqualTo(1);
        assertThat(refresh(Visit.refreshToken(inside)).status()).isEqualTo(200);
    }

    @Test
    void whoeverIsSuspendedIsOutAndDoesNotComeBackByAnOldToken() {
        Answer inside = signIn();
        String user = "/v1/users/" + ada.id().text();
        assertThat(town.administrator().post(user + ":suspend").status()).isEqualTo(200);
        assertThat(use(Visit.accessToken(inside))).isEqualTo(401);
        isRefused(refresh(Visit.refreshToken(inside)));
        assertThat(town.count("session.sessions", "and revoked_why = 'user'")).isEqualTo(1);
        assertThat(town.visit().signIn(ada.email(), Town.PASSWORD).status()).isEqualTo(400);
        town.administrator().post(user + ":reactivate");
        isRefused(refresh(Visit.refreshToken(inside)));
        assertThat(use(Visit.accessToken(inside))).isEqualTo(401);
        signIn();
    }

    @Test
    void aSuspendedPersonsBrowserIsAskedToSignInAndNotSentInCircles() {
        Browser browser = town.browser();
        browser.signIn(ada.email(), Town.PASSWORD);
        assertThat(browser.open("/sign-in").status()).isEqualTo(303);
        town.administrator().post("/v1/users/" + ada.id().text() + ":suspend");
        assertThat(browser.open("/sign-in").status()).isEqualTo(200);
    }

    @Test
    void everybodysSessionsAreTheirOwn() {
        Answer inside = signIn();
        Person eve = town.person("eve");
        Answer evil = town.visit().signIn(eve.email(), Town.PASSWORD);
        String path = town.path() + "/v1/me/sessions/";
        String id = inside.json().path("tokens").path("session_id").asString();
        TestServer.Client asEve = town.server().as(Visit.accessToken(evil));
        assertThat(asEve.delete(path + id).status()).isEqualTo(404);
        assertThat(use(Visit.accessToken(inside))).isEqualTo(200);
        assertThat(town.server().as(Visit.accessToken(inside)).delete(path + id).status())
                .isEqualTo(204);
        assertThat(use(Visit.accessToken(inside))).isEqualTo(401);
        isRefused(refresh(Visit.refreshToken(inside)));
    }

    @Test
    void aCookieOfOneWorkspaceIsWorthNothingInAnother() {
        Browser browser = town.browser();
        assertThat(browser.signIn(ada.email(), Town.PASSWORD).status()).isEqualTo(303);
        String cookie = browser.cookies().get("keystead-session-" + town.place().slug());
        Town elsewhere = Town.make();
        Browser other = elsewhere.browser();
        other.cookies().put("keystead-session-" + elsewhere.place().slug(), cookie);
        assertThat(other.open("/step-up").status()).isEqualTo(303);
        assertThat(other.open("/step-up").header("Location")).contains("/sign-in?return_to=");
        assertThat(browser.open("/step-up").header("Location")).contains("/sign-in/flo_");
    }

    @Test
    void aBrowsersTokenIsReplacedAfterSomeMinutesAndAnOldOneEndsTheSession() {
        Browser browser = town.browser();
        browser.signIn(ada.email(), Town.PASSWORD);
        String name = "keystead-session-" + town.place().slug();
        String first = browser.cookies().get(name);
        town.change("session.sessions", "rotated_at = rotated_at - interval '11 minutes'", "");
        assertThat(browser.open("/step-up").header("Location")).contains("/sign-in/flo_");
        String second = browser.cookies().get(name);
        assertThat(second).isNotEqualTo(first);
        afterGrace();
        Browser thief = town.browser();
        thief.agent("thief/1");
        thief.cookies().put(name, first);
        assertThat(thief.open("/step-up").header("Location")).contains("/sign-in?");
        assertThat(thief.cookies()).doesNotContainKey(name);
        assertThat(live()).isZero();
        assertThat(town.count("audit.written", "and event_type = 'session.reuse'"))
                .isEqualTo(1);
        assertThat(browser.open("/step-up").header("Location")).contains("/sign-in?");
    }

    @Test
    void whoeverSignsOutIsOut() {
        Browser browser = town.browser();
        browser.signIn(ada.email(), Town.PASSWORD);
        String name = "keystead-session-" + town.place().slug();
        String cookie = browser.cookies().get(name);
        Browser forged = town.browser();
        forged.cookies().put(name, cookie);
        assertThat(forged.submit("/sign-out", Map.of("csrf", "made up")).status())
                .isEqualTo(403);
        assertThat(live()).isEqualTo(1);
        Answer out = browser.submit("/sign-out", Map.of());
        assertThat(out.status()).as(out.text()).isEqualTo(303);
        assertThat(browser.cookies()).doesNotContainKey(name);
        assertThat(live()).isZero();
        browser.cookies().put(name, cookie);
        assertThat(browser.open("/step-up").header("Location")).contains("/sign-in?");
    }

    @Test
    void aSuspendedWorkspaceLetsNobodyInOrOn() {
        Answer inside = signIn();
        TestServer server = town.server();
        String workspace = server.as(town.place().key())
                .post(
                        "/v1/workspaces",
                        "{\"slug\":\"%s-b\",\"name\":\"B\"}"
                                .formatted(town.place().slug()))
                .id();
        String path = "/t/" + town.place().slug() + "-b";
        assertThat(server.as("").post(path + "/v1/flows", "{}").status()).isEqualTo(201);
        server.as(town.place().key()).post("/v1/workspaces/" + workspace + ":suspend");
        assertThat(server.as("").post(path + "/v1/flows", "{}").status()).isEqualTo(404);
        assertThat(server.as("").get(path + "/sign-in").status()).isEqualTo(404);
        assertThat(use(Visit.accessToken(inside))).isEqualTo(200);
    }
}
