package dev.keystead.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.credential.SoftKey;
import dev.keystead.login.Town.App;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Whatever proves something works once, also when many use it at the same moment.
class ReplayTest {
    private static final int MANY = 8;

    private final Town town = Town.make();
    private final Person ada = town.person("ada");

    @BeforeEach
    void letManyTry() {
        town.decide("lockout", "{\"threshold\":100,\"first_seconds\":1,\"max_seconds\":1}");
    }

    private List<Visit> afterThePassword(int many) {
        var visits = new ArrayList<Visit>();
        for (int i = 0; i < many; i++) {
            Visit visit = town.visit();
            assertThat(Visit.status(visit.signIn(ada.email(), Town.PASSWORD))).isEqualTo("mfa_required");
            visits.add(visit);
        }
        return visits;
    }

    private void oneGotIn(List<Answer> answers) {
        assertThat(answers).filteredOn(Visit::isInside).hasSize(1);
        assertThat(answers).allMatch(answer -> answer.status() == 200 || answer.status() == 400);
        assertThat(town.count("session.sessions", "")).isEqualTo(1);
    }

    @Test
    void aCodeOfTheApp() throws Exception {
        App app = town.app(ada);
        List<Visit> visits = afterThePassword(MANY);
        String code = app.code(0);
        oneGotIn(AtOnce.numbered(MANY, number -> visits.get(number).code("totp", code)));
        Visit later = afterThePassword(1).getFirst();
        assertThat(later.code("totp", code).status()).isEqualTo(400);
        assertThat(later.code("totp", app.code(-1)).status()).isEqualTo(400);
    }

    @Test
    void aRecoveryCode() throws Exception {
        town.app(ada);
        String code = town.recoveryCodes(ada).get(7);
        List<Visit> visits = afterThePassword(MANY);
        oneGotIn(AtOnce.numbered(MANY, number -> visits.get(number).code("recovery-code", code)));
        assertThat(town.count("auth.auth_events", "and event_type = 'recovery_code_used'"))
                .isEqualTo(1);
        assertThat(afterThePassword(1).getFirst().code("recovery-code", code).status())
                .isEqualTo(400);
    }

    @Test
    void theCodeOfAMail() throws Exception {
        Visit visit = town.visit();
        visit.identify(ada.email());
        visit.askForMail();
        String code = town.inbox().await(ada.email(), 1).code();
        List<Answer> answers = AtOnce.run(5, () -> visit.code("otp", code));
        assertThat(answers).filteredOn(Visit::isInside).hasSize(1);
        assertThat(town.count("session.sessions", "")).isEqualTo(1);
        Visit other = town.visit();
        other.identify(ada.email());
        other.askForMail();
        assertThat(other.code("otp", code).status()).isEqualTo(400);
    }

    @Test
    void anEarlierCodeOfTheSameFlow() {
        Visit visit = town.visit();
        visit.identify(ada.email());
        visit.askForMail();
        String first = town.inbox().await(ada.email(), 1).code();
        visit.askForMail();
        String second = town.inbox().await(ada.email(), 2).code();
        assertThat(visit.code("otp", first).status()).isEqualTo(400);
        assertThat(Visit.isInside(visit.code("otp", second))).isTrue();
    }

    @Test
    void theLinkOfAMail() throws Exception {
        Browser browser = town.browser();
        browser.identify(ada.email());
        browser.submit("/sign-in/" + browser.flow() + "/magic-link", Map.of());
        String token = town.inbox().await(ada.email(), 1).token();
        browser.open("/sign-in/link?token=" + token);
        List<Integer> statuses = AtOnce.run(
                MANY,
                () -> browser.submit("/sign-in/link", Map.of("token", token)).status());
        assertThat(statuses).filteredOn(status -> status == 303).hasSize(1);
        assertThat(statuses).allMatch(status -> status == 303 || status == 410 || status == 422);
        assertThat(town.count("session.sessions", "")).isEqualTo(1);
        assertThat(browser.submit("/sign-in/link", Map.of("token", token)).status())
                .isEqualTo(410);
    }

    @Test
    void aLinkThatIsTooOld() {
        Browser browser = town.browser();
        browser.identify(ada.email());
        browser.submit("/sign-in/" + browser.flow() + "/magic-link", Map.of());
        String token = town.inbox().await(ada.email(), 1).token();
        town.change("auth.one_time_tokens", "expires_at = now() - interval '1 second'", "");
        assertThat(browser.open("/sign-in/link?token=" + token).status()).isEqualTo(404);
        assertThat(browser.submit("/sign-in/link", Map.of("token", token)).status())
                .isEqualTo(410);
    }

    @Test
    void theLinkForANewPassword() throws Exception {
        String path = town.path() + "/v1/password-resets";
        town.server().as("").post(path, "{\"identifier\":\"" + ada.email() + "\"}");
        String token = town.inbox().await(ada.email(), 1).token();
        List<Integer> statuses = AtOnce.numbered(
                4,
                number -> town.server()
                        .as("")
                        .post(
                                path + ":confirm",
                                "{\"token\":\"%s\",\"password\":\"granite owl 7 %d\"}".formatted(token, number))
                        .status());
        assertThat(statuses).filteredOn(status -> status == 204).hasSize(1);
        assertThat(statuses).allMatch(status -> status == 204 || status == 401);
        assertThat(town.count("audit.written", "and event_type = 'password.reset'"))
                .isEqualTo(1);
    }

    @Test
    void theChallengeOfAPasskey() throws Exception {
        SoftKey key = town.passkey(ada);
        Visit visit = town.visit();
        Answer question = visit.askPasskey();
        // One fewer than the errors that end a flow: the wrong ones must not end it before the right one is done.
        List<Answer> answers = AtOnce.run(4, () -> visit.answer(key, question));
        assertThat(answers).filteredOn(Visit::isInside).hasSize(1);
        assertThat(town.count("session.sessions", "")).isEqualTo(1);
    }

    @Test
    void theChallengeOfAnotherFlow() {
        SoftKey key = town.passkey(ada);
        Answer question = town.visit().askPasskey();
        assertThat(town.visit().answer(key, question).status()).isEqualTo(400);
        assertThat(town.count("session.sessions", "")).isZero();
    }

    @Test
    void aWrongAnswerUsesTheChallengeUp() {
        SoftKey key = town.passkey(ada);
        SoftKey stranger = new SoftKey();
        stranger.origin = key.origin;
        stranger.rpId = key.rpId;
        Visit visit = town.visit();
        Answer question = visit.askPasskey();
        assertThat(visit.answer(stranger, question).status()).isEqualTo(400);
        assertThat(visit.answer(key, question).status()).isEqualTo(400);
        assertThat(Visit.isInside(visit.passkey(key))).isTrue();
    }

    @Test
    void thePasskeyOfAnotherSite() {
        SoftKey key = town.passkey(ada);
        key.origin = "https://evil.test";
        assertThat(town.visit().passkey(key).status()).isEqualTo(400);
    }
}
