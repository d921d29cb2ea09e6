package dev.keystead.lockout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.credential.SoftKey;
import dev.keystead.login.AtOnce;
import dev.keystead.login.Town;
import dev.keystead.login.Town.App;
import dev.keystead.login.Town.Person;
import dev.keystead.login.Visit;
import dev.keystead.server.TestServer.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Guessing at accounts, slowly and all at once.
class LockoutTest {
    private static final String WRONG = "not the password";

    private final Town town = Town.make();
    private final Person ada = town.person("ada");

    private Answer guess(String name) {
        return town.visit().signIn(name, WRONG);
    }

    private void guess(String name, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(guess(name).status()).isEqualTo(400);
        }
    }

    /// All tests come from one address, so that its own brake is let go where it is not what is looked at.
    private void forgetSource() {
        town.server()
                .execute("delete from auth.lockouts where kind = 'source' and tenant_id = '"
                        + town.place().workspace().value() + "'");
    }

    private void wait(String kind) {
        town.change("auth.lockouts", "unlocks_at = now() - interval '1 second'", "and kind = '" + kind + "'");
    }

    private long secondsLocked() {
        return town.server()
                .count("select round(extract(epoch from unlocks_at - updated_at)) from auth.lockouts"
                        + " where kind = 'account' and tenant_id = '"
                        + town.place().workspace().value() + "'");
    }

    @Test
    void theFifthWrongPasswordLocksTheAccountAndEachFurtherOneTwiceAsLong() {
        guess(ada.email(), 5);
        forgetSource();
        Answer locked = town.visit().signIn(ada.email(), Town.PASSWORD);
        assertThat(locked.status()).isEqualTo(429);
        assertThat(Integer.parseInt(locked.header("Retry-After"))).isBetween(1, 61);
        for (int seconds = 60; seconds <= 3600; seconds = seconds == 1920 ? 3600 : seconds * 2) {
            assertThat(secondsLocked()).isEqualTo(seconds);
            if (seconds == 3600) {
                break;
            }
            wait("account");
            forgetSource();
            assertThat(guess(ada.email()).status()).isEqualTo(400);
        }
        wait("account");
        forgetSource();
        guess(ada.email());
        assertThat(secondsLocked()).isEqualTo(3600);
    }

    @Test
    void afterTheWaitTheRightPasswordLetsInAndTheCountBeginsAnew() {
        guess(ada.email(), 5);
        forgetSource();
        assertThat(town.visit().signIn(ada.email(), Town.PASSWORD).status()).isEqualTo(429);
        wait("account");
        assertThat(Visit.isInside(town.visit().signIn(ada.email(), Town.PASSWORD)))
                .isTrue();
        assertThat(town.count("auth.lockouts", "and kind = 'account' and failed_attempts > 0"))
                .isZero();
        guess(ada.email(), 4);
        forgetSource();
        assertThat(Visit.isInside(town.visit().signIn(ada.email(), Town.PASSWORD)))
                .isTrue();
    }

    @Test
    void ofManyGuessesAtOnceNoMoreAreJudgedThanOneByOne() throws Exception {
        List<Visit> visits = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            Visit visit = town.visit();
            visit.identify(ada.email());
            visits.add(visit);
        }
        List<Integer> statuses =
                AtOnce.numbered(64, number -> visits.get(number).password(WRONG).status());
        assertThat(statuses).filteredOn(status -> status == 400).hasSizeLessThanOrEqualTo(5);
        assertThat(statuses).allMatch(status -> status == 400 || status == 429 || status == 503);
        assertThat(town.count("auth.auth_events", "and event_type = 'login_failed'"))
                .isLessThanOrEqualTo(5);
    }

    @Test
    void aNameThatNobodyHasIsLockedAlike() {
        guess("nobody@nowhere.test", 5);
        forgetSource();
        Answer locked = guess("NOBODY@nowhere.test");
        assertThat(locked.status()).isEqualTo(429);
        // Another spelling of the same letters means the same account where there is one.
        assertThat(guess("\uff4e\uff4f\uff42\uff4f\uff44\uff59@nowhere.test").status())
                .isEqualTo(guessAtVariantOfKnown());
    }

    /// Otherwise a lock that an address brings on a handle tells that both are one person's.
    @Test
    void theTwoNamesOfAnAccountAreLockedLikeTwoNamesOfNobody() {
        String handle = "zed.of.town";
        Answer made = town.administrator()
                .post("/v1/users", """
                {"email":"zed@%s.test","handle":"%s","display_name":"Zed"}""".formatted(town.place().slug(), handle));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        List<Integer> known = statuses("zed@" + town.place().slug() + ".test", handle);
        List<Integer> unknown = statuses("nil@" + town.place().slug() + ".test", "nil.of.town");
        assertThat(known).isEqualTo(unknown);
        assertThat(known.get(5)).isEqualTo(429);
        assertThat(known.get(6)).as("the other name").isEqualTo(400);
    }

    /// What somebody sees who locks one name and goes on with the other, and comes back.
    private List<Integer> statuses(String first, String second) {
        var seen = new ArrayList<Integer>();
        for (String name : List.of(first, first, first, first, first, first, second, second, first, second)) {
            seen.add(guess(name).status());
            forgetSource();
        }
        return seen;
    }

    private int guessAtVariantOfKnown() {
        Town other = Town.make();
        Person bea = other.person("bea");
        for (int i = 0; i < 5; i++) {
            other.visit().signIn(bea.email(), WRONG);
        }
        other.server()
                .execute("delete from auth.lockouts where kind = 'source' and tenant_id = '"
                        + other.place().workspace().value() + "'");
        return other.visit()
                .signIn(bea.email().replace("bea", "\uff42\uff45\uff41"), WRONG)
                .status();
    }

    @Test
    void strangersDoNotLockABrowserOutThatTheAccountKnows() {
        Visit hers = town.visit();
        assertThat(Visit.isInside(hers.signIn(ada.email(), Town.PASSWORD))).isTrue();
        guess(ada.email(), 5);
        assertThat(guess(ada.email()).status()).isEqualTo(429);
        assertThat(Visit.isInside(hers.again().signIn(ada.email(), Town.PASSWORD)))
                .isTrue();
        for (int i = 0; i < 5; i++) {
            assertThat(hers.again().signIn(ada.email(), WRONG).status()).isEqualTo(400);
        }
        assertThat(hers.again().signIn(ada.email(), Town.PASSWORD).status()).isEqualTo(429);
    }

    @Test
    void aBrowserThatKnowsOneAccountIsAStrangerToOthers() {
        Person bea = town.person("bea");
        Visit hers = town.visit();
        hers.signIn(ada.email(), Town.PASSWORD);
        for (int i = 0; i < 5; i++) {
            hers.again().signIn(bea.email(), WRONG);
        }
        assertThat(hers.again().signIn(bea.email(), Town.PASSWORD).status()).isEqualTo(429);
    }

    @Test
    void oneSourceGetsFiveGuessesAtAllAccountsTogether() {
        for (int i = 0; i < 5; i++) {
            assertThat(guess("name" + i + "@nowhere.test").status()).isEqualTo(400);
        }
        assertThat(guess("fresh@nowhere.test").status()).isEqualTo(429);
        assertThat(town.visit().signIn(ada.email(), Town.PASSWORD).status()).isEqualTo(429);
    }

    /// Otherwise a source that is locked already could lock every account for the others.
    @Test
    void whatALockedSourceTriesDoesNotCountForTheAccount() {
        for (int i = 0; i < 5; i++) {
            guess("name" + i + "@nowhere.test");
        }
        for (int i = 0; i < 8; i++) {
            assertThat(guess(ada.email()).status()).isEqualTo(429);
        }
        forgetSource();
        assertThat(Visit.isInside(town.visit().signIn(ada.email(), Town.PASSWORD)))
                .isTrue();
    }

    @Test
    void successTakesOnlyItsOwnCountFromTheSource() {
        guess("one@nowhere.test", 4);
        assertThat(Visit.isInside(town.visit().signIn(ada.email(), Town.PASSWORD)))
                .isTrue();
        assertThat(town.server()
                        .count("select failed_attempts from auth.lockouts where kind = 'source' and tenant_id = '"
                                + town.place().workspace().value() + "'"))
                .isEqualTo(4);
        guess("two@nowhere.test", 1);
        assertThat(guess("three@nowhere.test").status()).isEqualTo(429);
    }

    @Test
    void failedPasskeysOfStrangersLockNobodyElseOut() {
        SoftKey key = town.passkey(ada);
        var unknown = new SoftKey();
        unknown.origin = key.origin;
        unknown.rpId = key.rpId;
        for (int i = 0; i < 6; i++) {
            assertThat(town.visit().passkey(unknown).status()).isEqualTo(i < 5 ? 400 : 429);
        }
        forgetSource();
        assertThat(Visit.isInside(town.visit().passkey(key))).isTrue();
    }

    /// One's own passkey proves nothing about the name that was typed.
    @Test
    void onesOwnPasskeyDoesNotClearTheCountOfSomebodyElse() {
        Person eve = town.person("eve");
        SoftKey evesKey = town.passkey(eve);
        guess(ada.email(), 4);
        forgetSource();
        Visit visit = town.visit();
        visit.identify(ada.email());
        assertThat(Visit.isInside(visit.passkey(evesKey))).isTrue();
        guess(ada.email(), 1);
        forgetSource();
        assertThat(guess(ada.email()).status()).isEqualTo(429);
    }

    /// Whoever found the password gets no new guesses at the second factor by typing it again.
    @Test
    void theRightPasswordDoesNotClearTheCountOfWrongCodes() {
        App app = town.app(ada);
        String wrong = app.wrongCode();
        int judged = 0;
        for (int i = 0; i < 4; i++) {
            Visit visit = town.visit();
            if (visit.signIn(ada.email(), Town.PASSWORD).status() == 429) {
                break;
            }
            for (int guess = 0; guess < 3; guess++) {
                judged += visit.code("totp", wrong).status() == 400 ? 1 : 0;
                forgetSource();
            }
        }
        assertThat(judged).isEqualTo(5);
    }

    @Test
    void aNewPasswordByMailUnlocks() {
        guess(ada.email(), 5);
        forgetSource();
        assertThat(guess(ada.email()).status()).isEqualTo(429);
        String path = town.path() + "/v1/password-resets";
        town.server().as("").post(path, "{\"identifier\":\"" + ada.email() + "\"}");
        String token = town.inbox().await(ada.email(), 1).token();
        String wish = "{\"token\":\"%s\",\"password\":\"granite owl 7 west\"}".formatted(token);
        assertThat(town.server().as("").post(path + ":confirm", wish).status()).isEqualTo(204);
        assertThat(Visit.isInside(town.visit().signIn(ada.email(), "granite owl 7 west")))
                .isTrue();
    }

    @Test
    void aLockoutIsRecorded() {
        guess(ada.email(), 5);
        guess(ada.email());
        assertThat(town.count("auth.auth_events", "and event_type = 'lockout' and user_id is not null"))
                .isEqualTo(1);
        assertThat(town.count("auth.auth_events", "and event_type = 'login_failed'"))
                .isEqualTo(5);
    }
}
