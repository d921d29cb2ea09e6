package dev.keystead.credential.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordHashesTest {
    private static final Verdict MATCH = new Verdict(true, false);
    private static final Verdict OLD_MATCH = new Verdict(true, true);
    private static final Verdict NO_MATCH = new Verdict(false, false);
    /// Weak, so that thousands of hashes are made in a moment.
    private static final Parameters CHEAP = Parameters.argon2id(8, 1);

    static Stream<Argon2> engines() {
        return Engines.all();
    }

    private static PasswordHashes hashes(Argon2 engine, Parameters parameters) {
        return new PasswordHashes(engine, parameters, new HashingGate(2, 1_000, Duration.ofMinutes(5)));
    }

    private static PasswordHashes cheap() {
        return hashes(Engines.all().toList().getLast(), CHEAP);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void aPasswordMatchesItsHashAndNoOther(Argon2 engine) {
        try (var hashes = hashes(engine, Parameters.FLOOR)) {
            String stored = hashes.hash("violet tram 9");
            assertThat(stored).matches("\\$argon2id\\$v=19\\$m=19456,t=2,p=1\\$[A-Za-z0-9+/]{22}\\$[A-Za-z0-9+/]{43}");
            assertThat(hashes.verify("violet tram 9", stored)).isEqualTo(MATCH);
            assertThat(hashes.verify("violet tram 8", stored)).isEqualTo(NO_MATCH);
        }
    }

    @ParameterizedTest
    @MethodSource("engines")
    void whatOneEngineHashesTheOthersCheck(Argon2 engine) {
        try (var ours = cheap();
                var other = hashes(engine, CHEAP)) {
            assertThat(other.verify("violet tram 9", ours.hash("violet tram 9")))
                    .isEqualTo(MATCH);
        }
    }

    @Test
    void everyHashHasItsOwnSalt() {
        try (var hashes = cheap()) {
            assertThat(Stream.generate(() -> hashes.hash("same")).limit(50)).doesNotHaveDuplicates();
        }
    }

    @Test
    void anyTextIsAPassword() {
        var random = new Random(5);
        try (var hashes = cheap()) {
            for (int round = 0; round < 500; round++) {
                String password = text(random, random.nextInt(200));
                String stored = hashes.hash(password);
                assertThat(hashes.verify(password, stored)).isEqualTo(MATCH);
                assertThat(hashes.verify(password + "x", stored)).isEqualTo(NO_MATCH);
            }
            String huge = "ß€🦊\0".repeat(250_000);
            assertThat(hashes.verify(huge, hashes.hash(huge))).isEqualTo(MATCH);
            assertThat(hashes.verify("", hashes.hash(""))).isEqualTo(MATCH);
        }
    }

    private static String text(Random random, int length) {
        return random.ints(length, 0, random.nextBoolean() ? 0x80 : 0x10000)
                .collect(StringBuilder::new, (all, c) -> all.append((char) c), StringBuilder::append)
                .toString();
    }

    @Test
    void aZeroDoesNotEndAPassword() {
        try (var hashes = cheap()) {
            String stored = hashes.hash("violet\0tram");
            assertThat(hashes.verify("violet\0tram", stored)).isEqualTo(MATCH);
            assertThat(hashes.verify("violet\0", stored)).isEqualTo(NO_MATCH);
            assertThat(hashes.verify("violet", stored)).isEqualTo(NO_MATCH);
        }
    }

    @Test
    void theSameCharactersMatchHoweverAKeyboardSendsThem() {
        try (var hashes = cheap()) {
            String composed = hashes.hash("p\u00e4ssw\u00f6rd \ufb01n");
            assertThat(hashes.verify("pa\u0308sswo\u0308rd fin", composed)).isEqualTo(MATCH);
            String decomposed = hashes.hash("pa\u0308sswo\u0308rd");
            assertThat(hashes.verify("p\u00e4ssw\u00f6rd", decomposed)).isEqualTo(MATCH);
            assertThat(hashes.verify("password", decomposed)).isEqualTo(NO_MATCH);
            assertThat(hashes.verify("P\u00c4SSW\u00d6RD", decomposed)).isEqualTo(NO_MATCH);
        }
    }

    @Test
    void halfACharacterIsNoQuestionMark() {
        try (var hashes = cheap()) {
            String stored = hashes.hash("violet\uD83Etram");
            assertThat(hashes.verify("violet\uD83Etram", stored)).isEqualTo(MATCH);
            assertThat(hashes.verify("violet?tram", stored)).isEqualTo(NO_MATCH);
            // The same through Java's own PBKDF2, which would write a question mark too.
            String django = "pbkdf2_sha256$1000$seasalt$ZQ7ZeVM3VAdAK2FHOI3EeY6kGOvwNS08MkgJAvJHZ+U=";
            assertThat(hashes.verify("violet\uD83Etram", django)).isEqualTo(OLD_MATCH);
        }
    }

    @Test
    void otherParametersThanTodaysAreOutdated() {
        try (var before = cheap();
                var now = hashes(new JavaArgon2(), Parameters.argon2id(16, 2))) {
            String old = before.hash("p\u00e4ss");
            assertThat(now.verify("p\u00e4ss", old)).isEqualTo(OLD_MATCH);
            assertThat(now.verify("pa\u0308ss", old)).as("in another form").isEqualTo(OLD_MATCH);
            assertThat(now.verify("pass", old)).isEqualTo(NO_MATCH);
            assertThat(before.verify("violet", now.hash("violet"))).isEqualTo(OLD_MATCH);
            assertThat(now.verify("violet", now.hash("violet"))).isEqualTo(MATCH);
        }
    }

    /// Made by libxcrypt, by Python's hashlib, and taken from the documentation of passlib.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            correct horse | $2a$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2
            correct horse | $2b$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2
            correct horse | $2y$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2
            pässwörd | $2b$05$abcdefghijklmnopqrstuuZVEMa1pjhlynBQ1qXmSvGBJpN9h1w8G
            ''       | $2b$05$abcdefghijklmnopqrstuu0oImNDIy4flhldV9YqunRgBAePKmw7m
            pässwörd | $pbkdf2$1000$EBESExQVFhcYGRobHB0eHw$nzJMeaHMasofXUITGFDpfczjnq8
            password | $pbkdf2-sha256$6400$.6UI/S.nXIk8jcbdHx3Fhg$98jZicV16ODfEsEZeYPGHU3kbrUrvUEXOPimVSQDD44
            pässwörd | $pbkdf2-sha512$1000$EBESExQVFhcYGRobHB0eHw$ZKTAZpICka41x2JVDBT4SrSPys6gcHvQcbiG99z.osRbCzHouWVEP7fMZo7iS42N51rjbFb5kWPnnYUCfSZBpw
            pässwörd | $pbkdf2-sha256$i=1000,l=32$EBESExQVFhcYGRobHB0eHw$koN8KI6zv0lhMUIlO38qJwz0ZJL9LyisvRzO7oj1WDA
            pässwörd | pbkdf2_sha1$1000$seasalt$aUm8bmXKw3su/qly5+7e1Ga05x4=
            pässwörd | pbkdf2_sha256$1000$seasalt$CzFI+UslA/kG6Ee3mx9EuXdtUGTgSIJvT+8nrZvi+4s=
            pässwörd | pbkdf2_sha512$1000$seasalt$YyyUhl0CFzy1YT0q/fWuVFqbzBNpGLoTIyMrjXscptKZcOe/t2ypR+FrpAhgE/nc6wYBUYJsDMdetfGwYJS6Mg==
            ''       | pbkdf2_sha256$1000$seasalt$XHfRVmyEZRTCcSbqGP00JKv0fRwYHK0ogjPZdSJxCXk=
            password | $scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E
            pässwörd | $scrypt$ln=10,r=8,p=2$EBESExQVFhcYGRobHB0eHw$h5TG/5LBYxe81Mt9CITQBr4xAAT0YXx4NLWTH/Az/cIl9d6UIg/RzfzHfPDdwoPb+dnL7MSndz/q3FK28ruVBQ
            ''       | $scrypt$ln=4,r=1,p=1$EBESExQVFhcYGRobHB0eHw$mOmbeD+XC7IWnUmghaJOvW+RmAWYOrY76G0dtl8LQys
            password | $argon2i$m=65536,t=2,p=1$c29tZXNhbHQ$9sTbSlTio3Biev89thdrlKKiCaYsjjYVJxGAL3swxpQ
            password | $argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc
            """)
    void hashesFromElsewhereAreCheckedAndToBeReplaced(String password, String stored) {
        try (var hashes = cheap()) {
            assertThat(PasswordHashes.refusal(stored)).isEmpty();
            assertThat(hashes.verify(password, stored)).isEqualTo(OLD_MATCH);
            assertThat(hashes.verify(password + " ", stored)).isEqualTo(NO_MATCH);
            assertThat(hashes.verify("x" + password, stored)).isEqualTo(NO_MATCH);
        }
    }

    @Test
    void aForeignHashOfUncomposedLettersMatchesThemAsTyped() {
        String ofUncomposed = "pbkdf2_sha256$1000$seasalt$N6Y9F4+e9IXlNTaqbXepyI2gWE66YpiMrCbbZSR/ZjA=";
        String ofComposed = "pbkdf2_sha256$1000$seasalt$CzFI+UslA/kG6Ee3mx9EuXdtUGTgSIJvT+8nrZvi+4s=";
        try (var hashes = cheap()) {
            assertThat(hashes.verify("pa\u0308sswo\u0308rd", ofUncomposed)).isEqualTo(OLD_MATCH);
            assertThat(hashes.verify("pa\u0308sswo\u0308rd", ofComposed)).isEqualTo(OLD_MATCH);
        }
    }

    @Test
    void ofABcryptPasswordSeventyTwoBytesCount() {
        String stored = "$2b$05$abcdefghijklmnopqrstuujf8SX2ahXLwp9w/B.Y5XdysS6yR576q";
        try (var hashes = cheap()) {
            assertThat(hashes.verify("x".repeat(72), stored)).isEqualTo(OLD_MATCH);
            assertThat(hashes.verify("x".repeat(80), stored)).isEqualTo(OLD_MATCH);
            assertThat(hashes.verify("x".repeat(71), stored)).isEqualTo(NO_MATCH);
            assertThat(hashes.verify("x".repeat(71) + "y", stored)).isEqualTo(NO_MATCH);
        }
    }

    @Test
    void aZeroNeverMatchesABcryptHash() {
        String ofNothing = "$2b$05$abcdefghijklmnopqrstuu0oImNDIy4flhldV9YqunRgBAePKmw7m";
        String ofHorse = "$2b$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2";
        try (var hashes = cheap()) {
            for (String password : List.of("\0", "\0\0\0", "correct horse\0", "correct horse\0correct horse")) {
                assertThat(hashes.verify(password, ofNothing)).isEqualTo(NO_MATCH);
                assertThat(hashes.verify(password, ofHorse)).isEqualTo(NO_MATCH);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$2b$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2",
                "pbkdf2_sha256$1$s$9oY/KfjuV6MG/jJFeesWIBBVhXdHNibM1NHHkkNYXbk=",
                "$scrypt$ln=1,r=1,p=1$EBESExQVFhcYGRobHB0eHw$tMf3Tby00KtrDSYFqfuzZsmoLJ+dtWDwT/13jYQQMQ0",
                "ours"
            })
    void aCutOrChangedHashMatchesNothing(String given) {
        try (var hashes = cheap()) {
            String stored = given.equals("ours") ? hashes.hash("correct horse") : given;
            assertThat(hashes.verify("correct horse", stored).matches())
                    .as("as it was")
                    .isTrue();
            for (int at = 0; at < stored.length(); at++) {
                // The padding of Django's base64 says nothing.
                if (stored.charAt(at) != '=') {
                    assertThat(hashes.verify("correct horse", stored.substring(0, at)))
                            .isEqualTo(NO_MATCH);
                }
                char changed = stored.charAt(at) == 'A' ? 'B' : 'A';
                // bcrypt's last characters of salt and hash hold bits that do not count.
                if (!stored.startsWith("$2b$") || (at != 28 && at != stored.length() - 1)) {
                    assertThat(hashes.verify(
                                    "correct horse", stored.substring(0, at) + changed + stored.substring(at + 1)))
                            .isEqualTo(NO_MATCH);
                }
            }
        }
    }

    @Test
    void pretendingIsCheckingAgainstAHashOfTodaysCost() {
        var hashes = cheap();
        assertThat(StoredHash.parse(hashes.decoy()))
                .isInstanceOfSatisfying(
                        Argon2Hash.class,
                        decoy -> assertThat(decoy.isCurrent(CHEAP)).isTrue());
        assertThat(cheap().decoy()).isNotEqualTo(hashes.decoy());
        hashes.pretend("violet tram 9");
        hashes.pretend("\uD800\0".repeat(1_000));
        hashes.close();
        assertThatThrownBy(() -> hashes.pretend("violet tram 9"))
                .as("it goes through the same gate")
                .isInstanceOf(HashingOverloaded.class);
    }

    @Test
    void twoHundredAtOnceAllGetTheirAnswer() throws Exception {
        try (var hashes = cheap();
                var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            String stored = hashes.hash("violet tram 9");
            var verdicts = new ArrayList<Future<Verdict>>();
            for (int caller = 0; caller < 200; caller++) {
                String password = caller % 2 == 0 ? "violet tram 9" : "violet tram 8";
                verdicts.add(callers.submit(() -> hashes.verify(password, stored)));
            }
            for (int caller = 0; caller < 200; caller++) {
                assertThat(verdicts.get(caller).get()).isEqualTo(caller % 2 == 0 ? MATCH : NO_MATCH);
            }
        }
    }

    @Test
    void theProductStartsWithAnEngine() {
        try (var hashes = PasswordHashes.start(Parameters.FLOOR)) {
            assertThat(Engines.all().map(Argon2::name)).contains(hashes.engine());
            assertThat(hashes.verify("violet tram 9", hashes.hash("violet tram 9")))
                    .isEqualTo(MATCH);
        }
    }
}
