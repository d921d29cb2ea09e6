package dev.keystead.oauth.logout;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.AtOnce;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.oauth.Application;
import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.Until;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// Clients are told of every session that ends (OpenID Connect Back-Channel Logout 1.0), by real calls.
class BackChannelTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String[] FLAGS = {"--master-key", Town.MASTER_KEY, "--outbound-allow-private", "true"};

    private static final class Shared {
        private static final TestServer SERVER = TestServer.start(FLAGS);
    }

    @AfterAll
    static void stop() {
        Shared.SERVER.close();
    }

    private final Town town = Town.on(Shared.SERVER);
    private final Person ada = town.person("ada");

    private static Application application(Town town, String backChannel) {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("backchannel_logout_uri", backChannel);
        return Application.register(town, settings);
    }

    /// Signs somebody in with an application and answers the ID token.
    private static String signIn(Application application, Browser browser, Person person) {
        Answer tokens = application.exchange(application.code(browser, person, application.request()));
        return tokens.json().path("id_token").asString();
    }

    /// The same where the browser's person is inside already.
    private static void goOn(Application application, Browser browser) {
        application.exchange(Application.answer(application.ask(browser, application.request()))
                .get("code"));
    }

    private static void signOut(Browser browser) {
        browser.open("/account");
        assertThat(browser.submit("/sign-out", Map.of()).status()).isEqualTo(303);
    }

    private static void isTold(Receiver receiver) {
        Until.holds("the client is told", LIMIT, () -> !receiver.tokens().isEmpty());
    }

    private void nobodyIsLeftToTell() {
        Until.holds("all are told", LIMIT, () -> town.count("session.logout_notices", "") == 0);
    }

    @Test
    void theTokenSaysWhichSessionOfWhomEnded() throws Exception {
        try (var receiver = Receiver.willing()) {
            Application shop = application(town, receiver.address());
            Browser browser = town.browser();
            SignedJWT id = SignedJWT.parse(signIn(shop, browser, ada));
            signOut(browser);
            isTold(receiver);

            SignedJWT token = SignedJWT.parse(receiver.tokens().getFirst());
            JWKSet keys =
                    JWKSet.parse(shop.get("/.well-known/jwks.json", Map.of()).text());
            var key = keys.getKeyByKeyId(token.getHeader().getKeyID()).toRSAKey();
            assertThat(token.verify(new RSASSAVerifier(key))).isTrue();
            assertThat(token.getHeader().getType().getType()).isEqualTo("logout+jwt");
            JWTClaimsSet claims = token.getJWTClaimsSet();
            assertThat(claims.getClaims())
                    .containsEntry("iss", shop.issuer())
                    .containsEntry("aud", List.of(shop.id()))
                    .containsEntry("sub", ada.id().text())
                    .containsEntry("sid", id.getJWTClaimsSet().getStringClaim("sid"))
                    .containsEntry("events", Map.of("http://schemas.openid.net/event/backchannel-logout", Map.of()))
                    .containsKeys("iat", "jti")
                    .doesNotContainKey("nonce");
            assertThat(claims.getExpirationTime().toInstant())
                    .isAfter(Instant.now())
                    .isBefore(Instant.now().plus(Duration.ofMinutes(3)));
        }
    }

    @Test
    void everyClientOfTheSessionIsToldAndNoOther() {
        try (var first = Receiver.willing();
                var second = Receiver.willing();
                var other = Receiver.willing()) {
            Application shop = application(town, first.address());
            Application forum = application(town, second.address());
            Application elsewhere = application(town, other.address());
            Application silent = Application.usual(town);
            Browser browser = town.browser();
            signIn(shop, browser, ada);
            goOn(forum, browser);
            goOn(silent, browser);
            signIn(elsewhere, town.browser(), ada);
            signOut(browser);
            isTold(first);
            isTold(second);
            nobodyIsLeftToTell();
            assertThat(other.calls()).isZero();
        }
    }

    @Test
    void manyWhoEndASessionAtOnceTellItOnce() throws Exception {
        try (var receiver = Receiver.willing()) {
            Application shop = application(town, receiver.address());
            Browser browser = town.browser();
            String hint = signIn(shop, browser, ada);
            AtOnce.run(6, () -> browser.open("/oidc/v1/end_session?id_token_hint=" + hint));
            isTold(receiver);
            nobodyIsLeftToTell();
            assertThat(receiver.calls()).isEqualTo(1);
            assertThat(town.count("audit.written", "and event_type = 'session.end'"))
                    .isEqualTo(1);
        }
    }

    @Test
    void aClientThatFailsIsToldAgain() {
        try (var receiver = Receiver.failing(2)) {
            Application shop = application(town, receiver.address());
            Browser browser = town.browser();
            signIn(shop, browser, ada);
            signOut(browser);
            Until.holds(
                    "the failure is noted",
                    LIMIT,
                    () -> town.count("session.logout_notices", "and last_error = 'answers with 500'") == 1);
            isTold(receiver);
            nobodyIsLeftToTell();
            assertThat(receiver.calls()).isEqualTo(3);
        }
    }

    @Test
    void aClientThatHangsHoldsUpNoOther() {
        try (var hanging = Receiver.hanging();
                var willing = Receiver.willing()) {
            Application slow = application(town, hanging.address());
            Application quick = application(town, willing.address());
            Browser browser = town.browser();
            signIn(slow, browser, ada);
            goOn(quick, browser);
            signOut(browser);
            isTold(willing);
            Until.holds("the other one is being called", LIMIT, () -> hanging.calls() > 0);
            // A second session of both: the one that hangs still has its lane.
            Browser second = town.browser();
            signIn(quick, second, ada);
            signOut(second);
            Until.holds(
                    "the client is told again", LIMIT, () -> willing.tokens().size() == 2);
            Until.holds("the one that hangs is left", LIMIT, () -> town.count("session.logout_notices", "") == 1);
        }
    }

    @Test
    void aClientThatNeverTakesItIsGivenUpWithAnEntryInTheTrail() {
        try (var receiver = Receiver.failing(Integer.MAX_VALUE)) {
            Application shop = application(town, receiver.address());
            Browser browser = town.browser();
            signIn(shop, browser, ada);
            signOut(browser);
            Until.holds("it was tried", LIMIT, () -> receiver.calls() > 0);
            town.change("session.logout_notices", "expires_at = now() + interval '5 seconds'", "");
            Until.holds(
                    "it is given up", LIMIT, () -> town.count("audit.written", "and event_type = 'logout.fail'") == 1);
            nobodyIsLeftToTell();
        }
    }

    @Test
    void suspendingAUserTellsTheClients() {
        try (var receiver = Receiver.willing()) {
            signIn(application(town, receiver.address()), town.browser(), ada);
            Answer suspended = town.administrator().post("/v1/users/" + ada.id().text() + ":suspend");
            assertThat(suspended.status()).as(suspended.text()).isEqualTo(200);
            isTold(receiver);
            assertThat(town.count("session.sessions", "and revoked_why = 'user'"))
                    .isEqualTo(1);
        }
    }

    @Test
    void anAdministratorWhoEndsASessionTellsTheClients() throws Exception {
        try (var receiver = Receiver.willing()) {
            String hint = signIn(application(town, receiver.address()), town.browser(), ada);
            String sid = SignedJWT.parse(hint).getJWTClaimsSet().getStringClaim("sid");
            Answer ended = town.administrator().delete("/v1/users/" + ada.id().text() + "/sessions/" + sid);
            assertThat(ended.status()).as(ended.text()).isEqualTo(204);
            isTold(receiver);
        }
    }

    @Test
    void aNoticeOutlivesTheNodeThatQueuedIt() {
        TestPostgres.Database database = TestPostgres.shared().createDatabase();
        try (var receiver = Receiver.willing()) {
            Town gone;
            try (TestServer first = TestServer.start(database, "--master-key", Town.MASTER_KEY, "--roles", "web")) {
                gone = Town.on(first);
                Browser browser = gone.browser();
                signIn(application(gone, receiver.address()), browser, gone.person("ada"));
                signOut(browser);
                assertThat(gone.count("session.logout_notices", "")).isEqualTo(1);
            }
            // As a node leaves it that died between taking the notice and telling the client.
            gone.change("session.logout_notices", "attempts = 1, next_attempt_at = now() + interval '1 second'", "");
            try (TestServer second = TestServer.start(database, FLAGS)) {
                isTold(receiver);
                second.look().until("select count(*) from session.logout_notices", 0);
            }
        }
    }
}
