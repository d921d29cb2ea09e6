package dev.keystead.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.credential.password.Parameters;
import dev.keystead.credential.password.PasswordHashes;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.server.TestServer;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecoveryCodesTest {
    private static final Place PLACE = Place.make("codes");
    /// As cheap as Argon2id can be: the rules of codes do not depend on what a hash costs.
    private static final PasswordHashes HASHES = PasswordHashes.start(Parameters.argon2id(64, 1));

    private static final RecoveryCodes CODES = new RecoveryCodes(PLACE.database(), HASHES, new HandClock());

    @AfterAll
    static void close() {
        PLACE.close();
        HASHES.close();
    }

    private static List<String> given(User user) {
        RecoveryCodes.Prepared prepared = CODES.prepare();
        PLACE.write(transaction -> {
            CODES.replace(transaction, user.id(), prepared);
            return true;
        });
        return prepared.codes();
    }

    private static boolean use(User user, String typed) {
        return PLACE.read(() -> CODES.check(user.id(), typed))
                .map(right -> PLACE.<Boolean>write(transaction -> CODES.consume(transaction, right)))
                .orElse(false);
    }

    private static int left(User user) {
        return PLACE.read(() -> new Credentials(PLACE.database()).of(user.id())).recoveryCodes();
    }

    @Test
    void tenCodesOfWhichEachIsGoodOnce() {
        User ada = PLACE.person("ada");
        List<String> codes = given(ada);
        assertThat(codes)
                .hasSize(10)
                .doesNotHaveDuplicates()
                .allMatch(code -> code.matches("[0-9]-[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}"));
        assertThat(left(ada)).isEqualTo(10);
        for (String code : codes) {
            assertThat(use(ada, code)).isTrue();
            assertThat(use(ada, code)).isFalse();
        }
        assertThat(left(ada)).isZero();
    }

    @Test
    void ofManyWithTheSameCodeOneGetsIn() throws Exception {
        User bea = PLACE.person("bea");
        RecoveryCodes.Right right =
                PLACE.read(() -> CODES.check(bea.id(), given(bea).get(3))).orElseThrow();
        List<Boolean> outcomes = PLACE.atOnce(64, transaction -> CODES.consume(transaction, right));
        assertThat(outcomes).filteredOn(won -> won).hasSize(1);
        assertThat(left(bea)).isEqualTo(9);
    }

    @Test
    void newCodesTakeThePlaceOfAllOldOnes() {
        User cleo = PLACE.person("cleo");
        List<String> old = given(cleo);
        RecoveryCodes.Right checkedBefore =
                PLACE.read(() -> CODES.check(cleo.id(), old.get(0))).orElseThrow();
        assertThat(use(cleo, old.get(1))).isTrue();
        List<String> renewed = given(cleo);
        assertThat(left(cleo)).isEqualTo(10);
        assertThat(PLACE.<Boolean>write(transaction -> CODES.consume(transaction, checkedBefore)))
                .isFalse();
        assertThat(old).noneMatch(code -> use(cleo, code));
        assertThat(use(cleo, renewed.get(1))).isTrue();
    }

    @Test
    void codesGivenAtTheSameMomentDoNotMix() throws Exception {
        User dan = PLACE.person("dan");
        List<RecoveryCodes.Prepared> given = PLACE.atOnce(6, transaction -> {
            RecoveryCodes.Prepared prepared = CODES.prepare();
            CODES.replace(transaction, dan.id(), prepared);
            return prepared;
        });
        assertThat(left(dan)).isEqualTo(10);
        assertThat(given.stream().filter(one -> one.codes().stream().allMatch(code -> use(dan, code))))
                .hasSize(1);
    }

    @Test
    void howACodeIsTypedDoesNotMatter() {
        User eli = PLACE.person("eli");
        List<String> codes = given(eli);
        assertThat(use(eli, codes.get(0).toUpperCase(Locale.ROOT).replace("-", " ")))
                .isTrue();
        assertThat(use(eli, " " + codes.get(1).replace("-", "") + "\n")).isTrue();
        assertThat(use(eli, codes.get(2).replace('0', 'o').replace('1', 'l').replace('-', '–')))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0-00000-00000", "10-00000-0000", "x-00000-00000", "0-00000-0000u", "\u0000"})
    void whatIsNoCodeGetsNobodyIn(String typed) {
        User user = PLACE.person("n" + UserId.make().text().substring(10));
        given(user);
        assertThat(use(user, typed)).isFalse();
        assertThat(use(user, typed.repeat(1000))).isFalse();
        assertThat(left(user)).isEqualTo(10);
    }

    @Test
    void anothersCodeGetsNobodyIn() {
        User fay = PLACE.person("fay");
        List<String> codes = given(fay);
        User gil = PLACE.person("gil");
        assertThat(use(gil, codes.get(0))).isFalse();
        given(gil);
        assertThat(use(gil, codes.get(0))).isFalse();
        assertThat(left(fay)).isEqualTo(10);
    }

    @Test
    void codesAreNotInTheDatabaseAsTheyAre() {
        User hal = PLACE.person("hal");
        String code = given(hal).getFirst();
        assertThat(TestServer.shared()
                        .count("select count(*) from identity.credentials where user_id = '"
                                + hal.id().value() + "' and (strpos(hash, '" + code.substring(2, 7)
                                + "') > 0 or hash not like '$argon2id$%')"))
                .isZero();
        assertThat(PLACE.<Integer>write(transaction -> CODES.remove(transaction, hal.id())))
                .isEqualTo(10);
        assertThat(left(hal)).isZero();
    }
}
