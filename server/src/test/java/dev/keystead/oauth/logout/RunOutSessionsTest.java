package dev.keystead.oauth.logout;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.keystead.job.Job;
import dev.keystead.login.AtOnce;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.oauth.Application;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.Until;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// Sessions that nobody ends but time.
class RunOutSessionsTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final class Shared {
        private static final TestServer SERVER =
                TestServer.start("--master-key", Town.MASTER_KEY, "--outbound-allow-private", "true");
        private static final Job JOB = SERVER.timetable().stream()
                .filter(job -> job.name().equals("session-end"))
                .findFirst()
                .orElseThrow();
    }

    @AfterAll
    static void stop() {
        Shared.SERVER.close();
    }

    private final Town town = Town.on(Shared.SERVER);
    private final Person ada = town.person("ada");

    private Application application(Receiver receiver) {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("backchannel_logout_uri", receiver.address());
        return Application.register(town, settings);
    }

    private static String signIn(Application application, Browser browser, Person person) {
        Answer tokens = application.exchange(application.code(browser, person, application.request()));
        return tokens.json().path("id_token").asString();
    }

    private void runsOut(String ago) {
        town.change("session.sessions", "expires_at = now() - interval '" + ago + "'", "");
    }

    @Test
    void clientsAreToldOnceOfASessionThatRanOut() throws Exception {
        try (var receiver = Receiver.willing()) {
            Application shop = application(receiver);
            String id = signIn(shop, town.browser(), ada);
            runsOut("1 second");
            AtOnce.run(4, Shared.JOB.run()::run);

            Until.holds("the client is told", LIMIT, () -> !receiver.tokens().isEmpty());
            SignedJWT token = SignedJWT.parse(receiver.tokens().getFirst());
            assertThat(token.getJWTClaimsSet().getStringClaim("sid"))
                    .isEqualTo(SignedJWT.parse(id).getJWTClaimsSet().getStringClaim("sid"));
            Until.holds("all are told", LIMIT, () -> town.count("session.logout_notices", "") == 0);
            Shared.JOB.run().run();
            assertThat(town.count("session.logout_notices", "")).isZero();
            assertThat(receiver.calls()).isEqualTo(1);
            assertThat(town.count("session.sessions", "and revoked_why = 'expired'"))
                    .isEqualTo(1);
        }
    }

    @Test
    void aSessionThatGoesOnIsLeftAlone() {
        try (var receiver = Receiver.willing()) {
            signIn(application(receiver), town.browser(), ada);
            Shared.JOB.run().run();
            assertThat(town.count("session.sessions", "and revoked_at is null")).isEqualTo(1);
        }
    }

    @Test
    void oneThatWasSignedOutTellsNothingMore() {
        try (var receiver = Receiver.willing()) {
            Browser browser = town.browser();
            signIn(application(receiver), browser, ada);
            browser.open("/account");
            browser.submit("/sign-out", Map.of());
            Until.holds("the client is told", LIMIT, () -> town.count("session.logout_notices", "") == 0);
            runsOut("1 second");
            Shared.JOB.run().run();
            assertThat(town.count("session.sessions", "and revoked_why = 'signed_out'"))
                    .isEqualTo(1);
            assertThat(town.count("session.logout_notices", "")).isZero();
        }
    }

    @Test
    void oneInWhichNothingWasGivenNeedsNoNote() {
        town.browser().signIn(ada.email(), Town.PASSWORD);
        runsOut("1 second");
        Shared.JOB.run().run();
        assertThat(town.count("session.sessions", "and revoked_at is null")).isEqualTo(1);
    }

    @Test
    void whatRanOutLongAgoIsOldNews() {
        try (var receiver = Receiver.willing()) {
            signIn(application(receiver), town.browser(), ada);
            runsOut("3 hours");
            Shared.JOB.run().run();
            assertThat(town.count("session.logout_notices", "")).isZero();
            assertThat(receiver.calls()).isZero();
        }
    }
}
