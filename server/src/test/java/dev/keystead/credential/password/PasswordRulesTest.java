package dev.keystead.credential.password;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.credential.password.PasswordRules.Problem;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordRulesTest {
    private static final List<String> ANA =
            List.of("ana-silva", "ana.silva@padaria.example", "Ana María Silva", "Padaria Central");

    private final PasswordRules rules = new PasswordRules();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "violet tram 9",
                "tigre en la luna",
                "zzkqwmxv",
                "Щука и две лодки",
                "夜明け前のコーヒー",
                "🦊🌲🪵🔥🌙🪨🍂🐚",
                "banana bread at nine",
                "silvalogging weekly",
                "        x y z",
                "pass\0word\0kettle"
            })
    void whatIsLongEnoughAndNobodysFavouriteIsTaken(String password) {
        assertThat(rules.check(password, ANA)).isEmpty();
    }

    @Test
    void charactersAreCountedAsPeopleSeeThem() {
        assertThat(rules.check("", List.of())).contains(Problem.TOO_SHORT);
        assertThat(rules.check("kqv mzx", List.of())).contains(Problem.TOO_SHORT);
        assertThat(rules.check("kqv mzxw", List.of())).isEmpty();
        assertThat(rules.check("🦊🌲🪵🔥🌙🪨🍂", List.of()))
                .as("seven characters of two units each")
                .contains(Problem.TOO_SHORT);
        assertThat(rules.check("e\u0301u\u0308o\u0301a\u0300", List.of()))
                .as("four letters with their accents")
                .contains(Problem.TOO_SHORT);
        assertThat(rules.check(phrase(128), List.of())).isEmpty();
        assertThat(rules.check(phrase(129), List.of())).contains(Problem.TOO_LONG);
        assertThat(rules.check("\uFDFA".repeat(8), List.of()))
                .as("one sign that stands for eighteen, eight times")
                .contains(Problem.TOO_LONG);
        assertThat(rules.check("x".repeat(1_000_000), List.of())).contains(Problem.TOO_LONG);
    }

    private static String phrase(int length) {
        var random = new Random(7);
        return random.ints(length, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "PASSWORD",
                "Pássword",
                "ｐａｓｓｗｏｒｄ",
                "p@$$w0rd",
                "passw0rd!",
                "Password2026",
                "P4ssw0rd2026!",
                "drowssap",
                "sunshine20261116",
                "trustno1",
                "trustno123",
                "iloveyou",
                "1l0v3y0u",
                "qwertyuiop",
                "12345678",
                "87654321",
                "abcdefghijklm",
                "aaaaaaaaaaaaaaaa",
                "abcabcabcab",
                "passwordpassword",
                "correct horse battery staple"
            })
    void whatManyUseIsRefused(String password) {
        assertThat(rules.check(password, List.of())).contains(Problem.COMMON);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ana-silva",
                "Ana.Silva",
                "ANASILVA",
                "4n4s1lv4",
                "@n@$!lv@",
                "4n4s1lv41984",
                "avlisana",
                "anasilva1984",
                "anasilva19841225",
                "1984 Ana Silva",
                "a-n-a-s-i-l-v-a",
                "anaanaana12",
                "ana.silva@padaria.example",
                "silva@padaria",
                "Padaria!Central",
                "p4d4r14c3ntr4l",
                "mariasilva!!",
                "maría-silva-x"
            })
    void thePersonsOwnWordsInAnyDisguiseAreRefused(String password) {
        assertThat(rules.check(password, ANA)).contains(Problem.SIMILAR);
        assertThat(rules.check(password, List.of("someone", "else@other.example")))
                .as("for somebody else")
                .isNotEqualTo(Optional.of(Problem.SIMILAR));
    }

    @Test
    void emptyAndShortOwnWordsRefuseNothing() {
        assertThat(rules.check("violet tram 9", List.of("", " ", "v", "vi", "...", "\uD800", "\0")))
                .isEmpty();
    }

    @Test
    void everyTextGetsAnAnswer() {
        var random = new Random(3);
        for (int round = 0; round < 2_000; round++) {
            var text = random.ints(random.nextInt(140), 0, random.nextBoolean() ? 0x80 : 0x10000)
                    .collect(StringBuilder::new, (all, c) -> all.append((char) c), StringBuilder::append)
                    .toString();
            assertThat(rules.check(text, List.of(text, "ana"))).isNotNull();
        }
    }

    @Test
    void halfACharacterIsCountedLikeAWholeOne() {
        assertThat(rules.check("\uD800", List.of())).contains(Problem.TOO_SHORT);
        assertThat(rules.check("kqv\uDC00mzx\uD800", List.of())).isEmpty();
    }

    @Test
    void everyProblemHasAMessageOfItsOwn() {
        assertThat(Stream.of(Problem.values()).map(Problem::key))
                .containsExactly("password.too-short", "password.too-long", "password.common", "password.similar");
    }
}
