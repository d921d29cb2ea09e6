package dev.keystead.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.credential.Passwords.Check;
import dev.keystead.credential.Passwords.Import;
import dev.keystead.credential.password.Parameters;
import dev.keystead.credential.password.PasswordHashes;
import dev.keystead.directory.User;
import dev.keystead.server.TestServer;
import dev.keystead.tenancy.Questions;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class PasswordsTest {
    private static final Place PLACE = Place.make("passwords");
    private static final PasswordHashes HASHES = PasswordHashes.start(Parameters.argon2id(64, 1));
    private static final Passwords PASSWORDS = new Passwords(PLACE.database(), HASHES, new HandClock());

    /// `correct horse` by bcrypt, cost 4.
    private static final String BCRYPT = "$2b$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e";

    @AfterAll
    static void close() {
        PLACE.close();
        HASHES.close();
    }

    private static void set(User user, Passwords.Prepared prepared) {
        PLACE.write(transaction -> {
            PASSWORDS.set(transaction, user.id(), prepared);
            return true;
        });
    }

    private static Check check(User user, String password) {
        return PASSWORDS.check(PLACE.read(() -> PASSWORDS.find(user.id())), password);
    }

    private static Check right() {
        return new Check.Right(Optional.empty());
    }

    private static int version(User user) {
        return (int) TestServer.shared()
                .count("select version from identity.credentials where type = 'password' and user_id = '"
                        + user.id().value() + "'");
    }

    @Test
    void aUserHasOnePasswordWhichIsTheLastOne() {
        User ada = PLACE.person("ada");
        assertThat(PLACE.read(() -> PASSWORDS.has(ada.id()))).isFalse();
        assertThat(check(ada, "anything")).isEqualTo(new Check.Wrong());
        set(ada, PASSWORDS.prepare("first of all"));
        assertThat(check(ada, "first of all")).isEqualTo(right());
        set(ada, PASSWORDS.prepare("second to none"));
        assertThat(check(ada, "first of all")).isEqualTo(new Check.Wrong());
        assertThat(check(ada, "second to none")).isEqualTo(right());
        assertThat(PLACE.read(() -> new Credentials(PLACE.database()).of(ada.id())))
                .isEqualTo(new Means(true, false, 0, 0));
        assertThat(PLACE.<Boolean>write(transaction -> PASSWORDS.remove(transaction, ada.id())))
                .isTrue();
        assertThat(PLACE.<Boolean>write(transaction -> PASSWORDS.remove(transaction, ada.id())))
                .isFalse();
        assertThat(PLACE.read(() -> PASSWORDS.has(ada.id()))).isFalse();
    }

    @Test
    void manyWhoSetItAtOnceLeaveOne() throws Exception {
        User bea = PLACE.person("bea");
        Passwords.Prepared prepared = PASSWORDS.prepare("at the same time");
        PLACE.atOnce(16, transaction -> {
            PASSWORDS.set(transaction, bea.id(), prepared);
            return true;
        });
        assertThat(check(bea, "at the same time")).isEqualTo(right());
    }

    @Test
    void aHashFromElsewhereIsReplacedByOursAtTheNextSignIn() {
        User cleo = PLACE.person("cleo");
        set(cleo, imported(BCRYPT));
        assertThat(version(cleo)).isZero();
        assertThat(check(cleo, "wrong horse")).isEqualTo(new Check.Wrong());
        Passwords.Rehash rehash = outdated(cleo);
        assertThat(rehash(rehash)).isTrue();
        assertThat(check(cleo, "correct horse")).isEqualTo(right());
        assertThat(version(cleo)).isEqualTo(1);
        assertThat(rehash(rehash)).isFalse();
    }

    private static boolean rehash(Passwords.Rehash rehash) {
        return PLACE.write(transaction -> {
            var questions = new Questions();
            BooleanSupplier done = PASSWORDS.rehash(questions, rehash);
            transaction.ask(questions);
            return done.getAsBoolean();
        });
    }

    @Test
    void aPasswordThatWasChangedMeanwhileIsNotTurnedBack() {
        User dan = PLACE.person("dan");
        set(dan, imported(BCRYPT));
        Passwords.Rehash rehash = outdated(dan);
        set(dan, PASSWORDS.prepare("a better horse"));
        assertThat(rehash(rehash)).isFalse();
        assertThat(check(dan, "a better horse")).isEqualTo(right());
    }

    @Test
    void aHashThatCannotBeCheckedIsNotTaken() {
        assertThat(PASSWORDS.prepareHash("plain text"))
                .isInstanceOfSatisfying(
                        Import.Unusable.class,
                        unusable -> assertThat(unusable.reason()).doesNotContain("plain text"));
    }

    private static Passwords.Prepared imported(String hash) {
        return switch (PASSWORDS.prepareHash(hash)) {
            case Import.Ready(Passwords.Prepared prepared) -> prepared;
            case Import.Unusable(String reason) -> throw new AssertionError(reason);
        };
    }

    private static Passwords.Rehash outdated(User user) {
        return switch (check(user, "correct horse")) {
            case Check.Right(Optional<Passwords.Rehash> rehash) -> rehash.orElseThrow();
            case Check.Wrong _ -> throw new AssertionError("the password is right");
        };
    }
}
