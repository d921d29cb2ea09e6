package dev.keystead.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.credential.SoftKey;
import dev.keystead.login.Town.App;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.Until;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What people try with a sign-in that is not theirs, or not like that.
class FlowAttackTest {
    private static final String OVER = "It took too long, or there were too many errors. Begin again.";

    private final Town town = Town.make();

    /// The answer for a flow that is not there, in whatever way it is not.
    private static void isOver(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(410);
        assertThat(answer.error()).isEqualTo(OVER);
    }

    @Test
    void anotherBrowserCannotGoOn() {
        Person ada = town.person("ada");
        Visit hers = town.visit();
        hers.identify(ada.email());
        Visit thief = town.visit().with(hers.flow());
        isOver(thief.password(Town.PASSWORD));
        isOver(thief.identify("somebody"));
        isOver(thief.askForMail());
        assertThat(thief.read().status()).isEqualTo(404);
        assertThat(thief.askPasskey().status()).isEqualTo(404);
        String absent = "flo_01m7h72r1re6gahwfdxr082m9m";
        assertThat(plain(thief.read())).isEqualTo(plain(thief.with(absent).read()));
        isOver(thief.with(absent).password(Town.PASSWORD));
        assertThat(Visit.isInside(hers.password(Town.PASSWORD))).isTrue();
    }

    private static String plain(Answer answer) {
        return answer.status() + answer.text().replaceAll("req_\\w+", "");
    }

    @Test
    void aPageOfAnotherBrowserIsOver() {
        Person ada = town.person("ada");
        Browser hers = town.browser();
        hers.identify(ada.email());
        Browser thief = town.browser();
        thief.begin();
        assertThat(thief.open("/sign-in/" + hers.flow()).status()).isEqualTo(410);
        assertThat(thief.submit("/sign-in/" + hers.flow() + "/password", Map.of("password", Town.PASSWORD))
                        .status())
                .isEqualTo(410);
    }

    @Test
    void aProgramWithoutItsKeyFindsNothing() {
        Visit visit = town.visit();
        Answer nameless = town.server().as("").get(town.path() + "/v1/flows/" + visit.flow());
        assertThat(nameless.status()).isEqualTo(404);
    }

    @Test
    void anotherWorkspacesFlowIsNotThere() {
        Person ada = town.person("ada");
        Visit hers = town.visit();
        hers.identify(ada.email());
        Town elsewhere = Town.make();
        Answer there = hers.client()
                .post(
                        elsewhere.path() + "/v1/flows/" + hers.flow() + "/steps/password",
                        "{\"password\":\"" + Town.PASSWORD + "\"}");
        isOver(there);
    }

    @Test
    void aFlowThatIsTooOldIsOver() {
        Person ada = town.person("ada");
        Visit visit = town.visit();
        visit.identify(ada.email());
        assertThat(visit.read().status()).isEqualTo(200);
        town.change("auth.auth_flows", "expires_at = now() - interval '1 second'", "");
        assertThat(visit.read().status()).isEqualTo(404);
        isOver(visit.password(Town.PASSWORD));
        assertThat(town.count("session.sessions", "")).isZero();
    }

    @Test
    void aFlowLivesTenMinutes() {
        town.visit();
        assertThat(town.count("auth.auth_flows", "and expires_at = created_at + interval '10 minutes'"))
                .isEqualTo(1);
    }

    @Test
    void theFifthErrorEndsTheFlow() {
        town.decide("lockout", "{\"threshold\":100,\"first_seconds\":1,\"max_seconds\":1}");
        Person ada = town.person("ada");
        Visit visit = town.visit();
        visit.identify(ada.email());
        for (int left = 4; left >= 1; left--) {
            assertThat(visit.password("not it").status()).isEqualTo(400);
            assertThat(visit.read().json().path("tries_left").asInt()).isEqualTo(left);
        }
        isOver(visit.password("not it"));
        isOver(visit.password(Town.PASSWORD));
        assertThat(visit.read().json().path("status").asString()).isEqualTo("failed");
        assertThat(Visit.isInside(town.visit().signIn(ada.email(), Town.PASSWORD)))
                .isTrue();
    }

    @Test
    void ofManyGuessesAtOnceAFlowJudgesFive() throws Exception {
        town.decide("lockout", "{\"threshold\":100,\"first_seconds\":1,\"max_seconds\":1}");
        Person ada = town.person("ada");
        Visit visit = town.visit();
        visit.identify(ada.email());
        List<Integer> statuses = AtOnce.run(16, () -> visit.password("not it").status());
        assertThat(statuses).filteredOn(status -> status == 400).hasSizeLessThanOrEqualTo(4);
        assertThat(statuses).allMatch(status -> status == 400 || status == 410);
        assertThat(town.count("auth.auth_events", "and event_type = 'login_failed'"))
                .isLessThanOrEqualTo(5);
        isOver(visit.password(Town.PASSWORD));
    }

    @Test
    void ofManyWhoBeginWithAGuessAtOnceFiveAreJudged() throws Exception {
        Person ada = town.person("ada");
        Visit visit = town.visit();
        List<Integer> statuses =
                AtOnce.run(16, () -> visit.beginWith(ada.email(), "not it").status());
        assertThat(statuses).filteredOn(status -> status == 400).hasSizeLessThanOrEqualTo(5);
        assertThat(statuses).allMatch(status -> status == 400 || status == 429);
        assertThat(visit.beginWith(ada.email(), Town.PASSWORD).status()).isEqualTo(429);
    }

    @Test
    void whoeverGoesOnTryingWhileLockedFillsNoTable() {
        town.decide("lockout", "{\"threshold\":3,\"first_seconds\":3600,\"max_seconds\":3600}");
        Person ada = town.person("ada");
        Visit visit = town.visit();
        visit.identify(ada.email());
        for (int i = 0; i < 3; i++) {
            visit.password("not it");
        }
        for (int i = 0; i < 40; i++) {
            assertThat(visit.password("not it").status()).isEqualTo(429);
        }
        assertThat(town.count("auth.auth_events", "and event_type = 'lockout'")).isBetween(1L, 21L);
        assertThat(town.count("auth.auth_events", "and details ->> 'last_noted' = 'true'"))
                .isEqualTo(1);
    }

    @Test
    void aCompletedFlowIsNotUsedAgain() {
        Person ada = town.person("ada");
        Visit visit = town.visit();
        assertThat(Visit.isInside(visit.signIn(ada.email(), Town.PASSWORD))).isTrue();
        isOver(visit.password(Town.PASSWORD));
        isOver(visit.identify(ada.email()));
        isOver(visit.askForMail());
        isOver(visit.code("totp", "123456"));
        isOver(visit.step(
                "select-workspace",
                "{\"workspace_id\":\"" + town.place().workspace().text() + "\"}"));
        assertThat(visit.askPasskey().status()).isEqualTo(404);
        assertThat(town.count("session.sessions", "")).isEqualTo(1);
    }

    @Test
    void twoWhoEndAFlowAtOnceGetOneSession() throws Exception {
        town.decide("lockout", "{\"threshold\":100,\"first_seconds\":1,\"max_seconds\":1}");
        Person ada = town.person("ada");
        Visit visit = town.visit();
        visit.identify(ada.email());
        List<Answer> answers = AtOnce.run(5, () -> visit.password(Town.PASSWORD));
        assertThat(answers).filteredOn(Visit::isInside).hasSize(1);
        assertThat(town.count("session.sessions", "")).isEqualTo(1);
        assertThat(town.count("auth.auth_events", "and event_type = 'login_success'"))
                .isEqualTo(1);
    }

    @Test
    void stepsInTheWrongOrderLeadNowhere() {
        Person ada = town.person("ada");
        App app = town.app(ada);
        List<String> codes = town.recoveryCodes(ada);
        Visit visit = town.visit();
        assertThat(Visit.status(visit.password(Town.PASSWORD))).isEqualTo("pending");
        visit.identify(ada.email());
        assertThat(Visit.status(visit.code("totp", app.code(0)))).isEqualTo("pending");
        assertThat(Visit.status(visit.code("recovery-code", codes.getFirst()))).isEqualTo("pending");
        assertThat(Visit.status(visit.code("otp", "12345678"))).isEqualTo("pending");
        assertThat(visit.read().json().path("tries_left").asInt()).isEqualTo(5);
        assertThat(Visit.status(visit.password(Town.PASSWORD))).isEqualTo("mfa_required");
        assertThat(Visit.status(visit.password(Town.PASSWORD))).isEqualTo("mfa_required");
        isOver(visit.identify("somebody-else"));
        assertThat(Visit.status(visit.askForMail())).isEqualTo("mfa_required");
        assertThat(Visit.isInside(visit.code("totp", app.code(0)))).isTrue();
    }

    @Test
    void anotherPersonsSecondFactorIsNotMine() {
        Person ada = town.person("ada");
        Person eve = town.person("eve");
        town.app(ada);
        SoftKey evesKey = town.passkey(eve);
        App evesApp = town.app(eve);
        List<String> evesCodes = town.recoveryCodes(eve);
        town.passkey(ada);
        town.recoveryCodes(ada);
        Visit visit = town.visit();
        visit.signIn(ada.email(), Town.PASSWORD);
        assertThat(visit.code("totp", evesApp.code(0)).status()).isEqualTo(400);
        assertThat(visit.code("recovery-code", evesCodes.getFirst()).status()).isEqualTo(400);
        assertThat(visit.passkey(evesKey).status()).isEqualTo(400);
        assertThat(town.count("session.sessions", "")).isZero();
    }

    /// The link proves the mailbox that it was sent to, whoever the flow means later.
    @Test
    void aLinkToOnesOwnMailboxDoesNotLetInAsSomebodyElse() {
        Person eve = town.person("eve");
        Person ada = town.person("ada");
        Browser browser = town.browser();
        browser.identify(eve.email());
        browser.submit("/sign-in/" + browser.flow() + "/magic-link", Map.of());
        String token = town.inbox().await(eve.email(), 1).token();
        browser.submit("/sign-in", Map.of("flow", browser.flow(), "identifier", ada.email()));
        assertThat(browser.open("/sign-in/link?token=" + token).status()).isEqualTo(404);
        assertThat(browser.submit("/sign-in/link", Map.of("token", token)).status())
                .isEqualTo(410);
        assertThat(town.count("session.sessions", "")).isZero();
    }

    @Test
    void theCodeOfOnesOwnMailDoesNotLetInAsSomebodyElse() {
        Person eve = town.person("eve");
        Person ada = town.person("ada");
        Visit visit = town.visit();
        visit.identify(eve.email());
        visit.askForMail();
        String code = town.inbox().await(eve.email(), 1).code();
        visit.identify(ada.email());
        assertThat(Visit.status(visit.code("otp", code))).isEqualTo("pending");
        visit.askForMail();
        assertThat(visit.code("otp", code).status()).isEqualTo(400);
        assertThat(town.count("session.sessions", "")).isZero();
    }

    @Test
    void aLinkOpenedElsewhereDoesNotLetIn() {
        Person ada = town.person("ada");
        Browser hers = town.browser();
        hers.identify(ada.email());
        hers.submit("/sign-in/" + hers.flow() + "/magic-link", Map.of());
        String token = town.inbox().await(ada.email(), 1).token();
        Browser other = town.browser();
        other.begin();
        assertThat(other.open("/sign-in/link?token=" + token).status()).isEqualTo(404);
        assertThat(other.submit("/sign-in/link", Map.of("token", token)).status())
                .isEqualTo(410);
        assertThat(hers.open("/sign-in/link?token=" + token).status()).isEqualTo(200);
        Answer inside = hers.submit("/sign-in/link", Map.of("token", token));
        assertThat(inside.status()).isEqualTo(303);
        assertThat(inside.header("Location")).isEqualTo(town.path() + "/account");
        assertThat(hers.cookies())
                .containsKey("keystead-session-" + town.place().slug());
    }

    @Test
    void aStepUpLetsNobodyIn() {
        Person ada = town.person("ada");
        Person eve = town.person("eve");
        Visit visit = town.visit();
        Answer inside = visit.signIn(ada.email(), Town.PASSWORD);
        visit.stepUp(inside);
        isOver(visit.identify(eve.email()));
        Answer proven = visit.password(Town.PASSWORD);
        assertThat(Visit.status(proven)).isEqualTo("completed");
        assertThat(Visit.isInside(proven)).isFalse();
        assertThat(town.count("session.sessions", "")).isEqualTo(1);
    }

    @Test
    void aStepUpOfAnEndedSessionProvesNothing() {
        Person ada = town.person("ada");
        Visit visit = town.visit();
        Answer inside = visit.signIn(ada.email(), Town.PASSWORD);
        visit.stepUp(inside);
        town.change("session.sessions", "revoked_at = now(), revoked_why = 'ended'", "");
        isOver(visit.password(Town.PASSWORD));
    }

    /// Whoever proved an old password shall not come in by it after the new one is set.
    @Test
    void aNewPasswordEndsWhatWasBegunWithTheOldOne() {
        Person ada = town.person("ada");
        App app = town.app(ada);
        Visit thief = town.visit();
        assertThat(Visit.status(thief.signIn(ada.email(), Town.PASSWORD))).isEqualTo("mfa_required");
        town.server().as("").post(town.path() + "/v1/password-resets", "{\"identifier\":\"" + ada.email() + "\"}");
        String token = town.inbox().await(ada.email(), 1).token();
        Answer reset = town.server()
                .as("")
                .post(
                        town.path() + "/v1/password-resets:confirm",
                        "{\"token\":\"%s\",\"password\":\"granite owl 7 west\"}".formatted(token));
        assertThat(reset.status()).as(reset.text()).isEqualTo(204);
        isOver(thief.code("totp", app.code(0)));
        assertThat(town.count("session.sessions", "")).isZero();
    }

    /// A password that was right when it was looked up, and is not any more when its owner comes in.
    @Test
    void aPasswordThatIsReplacedWhileItIsJudgedLetsNobodyIn() throws Exception {
        Person ada = town.person("ada");
        Visit thief = town.visit();
        thief.identify(ada.email());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Answer> entering = town.replacePassword(ada, "granite owl 7 west", () -> {
                Future<Answer> begun = threads.submit(() -> thief.password(Town.PASSWORD));
                Until.holds(
                        "the old password was judged, or its judge waits for the new one",
                        Duration.ofSeconds(30),
                        () -> begun.isDone() || town.someoneWaitsFor("identity.credentials"));
                return begun;
            });
            assertThat(Visit.isInside(entering.get())).isFalse();
        }
        assertThat(town.count("session.sessions", "")).isZero();
    }

    /// Of two who sign in at once after parameters were raised, one puts the hash into today's form.
    @Test
    void aHashThatIsMadeAnewOfTheSamePasswordRefusesNobody() throws Exception {
        Person ada = town.person("ada");
        Visit second = town.visit();
        second.identify(ada.email());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Answer> entering = town.replacePassword(ada, Town.PASSWORD, () -> {
                Future<Answer> begun = threads.submit(() -> second.password(Town.PASSWORD));
                Until.holds(
                        "the password was judged, or its judge waits for the new hash",
                        Duration.ofSeconds(30),
                        () -> begun.isDone() || town.someoneWaitsFor("identity.credentials"));
                return begun;
            });
            assertThat(Visit.isInside(entering.get())).isTrue();
        }
        assertThat(town.count("auth.auth_events", "and event_type = 'login_failed'"))
                .isZero();
    }

    @Test
    void manyFirstSignInsWithAHashFromElsewhereAreAllLetIn() throws Exception {
        Person ada = town.stranger("ada");
        // `correct horse` by bcrypt, cost 4.
        String hash = "$2b$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e";
        Answer imported = town.administrator()
                .send("PUT", "/v1/users/" + ada.id().text() + "/password-hash", "{\"hash\":\"" + hash + "\"}");
        assertThat(imported.status()).as(imported.text()).isEqualTo(204);
        List<Visit> visits = Stream.generate(town::visit).limit(4).toList();
        visits.forEach(visit -> visit.identify(ada.email()));
        List<Answer> answers = AtOnce.numbered(4, number -> visits.get(number).password("correct horse"));
        assertThat(answers).allMatch(Visit::isInside);
    }
}
