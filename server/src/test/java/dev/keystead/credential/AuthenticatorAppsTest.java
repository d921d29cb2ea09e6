package dev.keystead.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.audit.Outcome;
import dev.keystead.credential.AuthenticatorApps.Beginning;
import dev.keystead.credential.AuthenticatorApps.Check;
import dev.keystead.credential.totp.Totp;
import dev.keystead.credential.totp.TotpSecret;
import dev.keystead.directory.User;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.server.TestServer;
import dev.keystead.tenancy.UuidV7;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class AuthenticatorAppsTest {
    private static final Place PLACE = Place.make("apps");
    private static final HandClock CLOCK = new HandClock();
    private static final AuthenticatorApps APPS =
            new AuthenticatorApps(PLACE.database(), MasterKey.of(new byte[32]), CLOCK);

    @AfterAll
    static void close() {
        PLACE.close();
    }

    private static Beginning begin(User user, UUID where) {
        return PLACE.write(transaction -> APPS.begin(transaction, user.id(), where, "Apps Ltd", user.email()));
    }

    private static TotpSecret begun(User user) {
        return begun(user, UuidV7.next());
    }

    private static TotpSecret begun(User user, UUID where) {
        return switch (begin(user, where)) {
            case Beginning.Begun begun -> begun.secret();
            case Beginning.AlreadyThere _ -> throw new AssertionError("there is one already");
        };
    }

    private static String code(TotpSecret secret, int steps) {
        return Totp.COMMON.code(secret.bytes(), Totp.COMMON.step(CLOCK.instant()) + steps);
    }

    private static Check confirm(User user, String code) {
        return PLACE.write(transaction -> APPS.confirm(transaction, user.id(), code));
    }

    private static Check check(User user, String code) {
        return PLACE.write(transaction -> APPS.check(transaction, user.id(), code));
    }

    private static Check refused(TotpRefusal why) {
        return new Check.Refused(why);
    }

    /// A user with an app whose next code has not been used.
    private static TotpSecret enrolled(User user) {
        TotpSecret secret = begun(user);
        assertThat(confirm(user, code(secret, 0))).isInstanceOf(Check.Accepted.class);
        CLOCK.move(Duration.ofSeconds(60));
        return secret;
    }

    @Test
    void anAppCountsOnceACodeOfItWasSeen() {
        User ada = PLACE.person("ada");
        assertThat(check(ada, "000000")).isEqualTo(refused(TotpRefusal.NO_APP));
        TotpSecret secret = begun(ada);
        assertThat(PLACE.read(() -> APPS.find(ada.id()))).isEmpty();
        assertThat(check(ada, code(secret, 0))).isEqualTo(refused(TotpRefusal.NO_APP));
        assertThat(confirm(ada, "nonsense")).isEqualTo(refused(TotpRefusal.WRONG_CODE));
        assertThat(confirm(ada, code(secret, 0))).isInstanceOf(Check.Accepted.class);
        assertThat(PLACE.read(() -> APPS.find(ada.id())))
                .hasValueSatisfying(app -> assertThat(app.lastUsedAt()).contains(CLOCK.instant()));
        assertThat(confirm(ada, code(secret, 1))).isEqualTo(refused(TotpRefusal.NO_APP));
    }

    @Test
    void theCodeThatEndedTheEnrolmentDoesNotSignIn() {
        User bea = PLACE.person("bea");
        TotpSecret secret = begun(bea);
        String code = code(secret, 0);
        assertThat(confirm(bea, code)).isInstanceOf(Check.Accepted.class);
        assertThat(check(bea, code)).isEqualTo(refused(TotpRefusal.USED_CODE));
        assertThat(check(bea, code(secret, 1))).isInstanceOf(Check.Accepted.class);
    }

    @Test
    void aBeginningElsewhereTakesThePlaceOfTheFirst() {
        User cleo = PLACE.person("cleo");
        TotpSecret first = begun(cleo);
        TotpSecret second = begun(cleo);
        assertThat(confirm(cleo, code(first, 0))).isEqualTo(refused(TotpRefusal.WRONG_CODE));
        assertThat(confirm(cleo, code(second, 0))).isInstanceOf(Check.Accepted.class);
        assertThat(begin(cleo, UuidV7.next())).isEqualTo(new Beginning.AlreadyThere());
        assertThat(check(cleo, code(second, 1))).isInstanceOf(Check.Accepted.class);
    }

    @Test
    void whoeverAsksAgainSoonIsShownTheSameSecret() {
        User kim = PLACE.person("kim");
        UUID here = UuidV7.next();
        TotpSecret first = begun(kim, here);
        assertThat(confirm(kim, "000000x")).isEqualTo(refused(TotpRefusal.WRONG_CODE));
        CLOCK.move(Duration.ofMinutes(29));
        assertThat(begun(kim, here).bytes()).isEqualTo(first.bytes());
        CLOCK.move(Duration.ofMinutes(2));
        TotpSecret later = begun(kim, here);
        assertThat(later.bytes()).as("after half an hour").isNotEqualTo(first.bytes());
        assertThat(confirm(kim, code(later, 0))).isInstanceOf(Check.Accepted.class);
    }

    /// Otherwise whoever has the password could set a trap: an app whose secret they know.
    @Test
    void aSecretThatSomebodyElseWasShownIsNotShownAgain() {
        User lou = PLACE.person("lou");
        TotpSecret thiefs = begun(lou, UuidV7.next());
        TotpSecret own = begun(lou, UuidV7.next());
        assertThat(own.bytes()).isNotEqualTo(thiefs.bytes());
        assertThat(confirm(lou, code(thiefs, 0))).isEqualTo(refused(TotpRefusal.WRONG_CODE));
        assertThat(confirm(lou, code(own, 0))).isInstanceOf(Check.Accepted.class);
    }

    @Test
    void ofManyWithTheSameCodeOneIsAccepted() throws Exception {
        User dan = PLACE.person("dan");
        String code = code(enrolled(dan), 0);
        List<Check> outcomes = PLACE.atOnce(64, transaction -> APPS.check(transaction, dan.id(), code));
        assertThat(outcomes).filteredOn(Check.Accepted.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(refused(TotpRefusal.USED_CODE)::equals).hasSize(63);
    }

    @Test
    void ofManyBeginningsOneIsLeft() throws Exception {
        User eli = PLACE.person("eli");
        PLACE.atOnce(16, transaction -> APPS.begin(transaction, eli.id(), UuidV7.next(), "x", "x"));
        assertThat(TestServer.shared()
                        .count("select count(*) from identity.mfa_factors where user_id = '"
                                + eli.id().value() + "'"))
                .isEqualTo(1);
    }

    @Test
    void anAnothersCodeIsWrong() {
        User fay = PLACE.person("fay");
        User gil = PLACE.person("gil");
        TotpSecret secret = enrolled(fay);
        enrolled(gil);
        assertThat(check(gil, code(secret, 0))).isEqualTo(refused(TotpRefusal.WRONG_CODE));
    }

    @Test
    void anOldCodeIsWrong() {
        User hal = PLACE.person("hal");
        TotpSecret secret = enrolled(hal);
        String code = code(secret, 0);
        CLOCK.move(Duration.ofSeconds(60));
        assertThat(check(hal, code)).isEqualTo(refused(TotpRefusal.WRONG_CODE));
    }

    @Test
    void aRemovedAppIsGoneWithItsSecretAndMayBeFollowedByAnother() {
        User ines = PLACE.person("ines");
        TotpSecret secret = enrolled(ines);
        assertThat(PLACE.<Outcome<AuthenticatorApp>>write(transaction -> APPS.remove(transaction, ines.id())))
                .isInstanceOf(Outcome.Deleted.class);
        assertThat(PLACE.<Outcome<AuthenticatorApp>>write(transaction -> APPS.remove(transaction, ines.id())))
                .isInstanceOf(Outcome.NotFound.class);
        assertThat(check(ines, code(secret, 0))).isEqualTo(refused(TotpRefusal.NO_APP));
        assertThat(TestServer.shared().count("""
                select count(*) from identity.mfa_factors
                where totp_secret is null and user_id = '%s'""".formatted(ines.id().value()))).isEqualTo(1);
        enrolled(ines);
    }

    @Test
    void theSecretIsNotInTheDatabaseAsItIs() {
        User joe = PLACE.person("joe");
        byte[] secret = begun(joe).bytes();
        assertThat(TestServer.shared().count("""
                select position('\\x%s'::bytea in totp_secret) from identity.mfa_factors
                where user_id = '%s'""".formatted(
                        java.util.HexFormat.of().formatHex(secret), joe.id().value())))
                .isZero();
    }
}
