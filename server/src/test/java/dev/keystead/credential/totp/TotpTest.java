package dev.keystead.credential.totp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TotpTest {
    private static final String DIGITS = "1234567890";
    private static final byte[] SECRET = DIGITS.repeat(2).getBytes(StandardCharsets.US_ASCII);
    private static final Instant NOW = Instant.ofEpochSecond(1_111_111_111);
    private static final long STEP = Totp.COMMON.step(NOW);

    /// RFC 6238, appendix B. Its secrets are as long as the hash.
    @ParameterizedTest
    @CsvSource({
        "59, SHA1, 94287082",
        "59, SHA256, 46119246",
        "59, SHA512, 90693936",
        "1111111109, SHA1, 07081804",
        "1111111109, SHA256, 68084774",
        "1111111109, SHA512, 25091201",
        "1111111111, SHA1, 14050471",
        "1111111111, SHA256, 67062674",
        "1111111111, SHA512, 99943326",
        "1234567890, SHA1, 89005924",
        "1234567890, SHA256, 91819424",
        "1234567890, SHA512, 93441116",
        "2000000000, SHA1, 69279037",
        "2000000000, SHA256, 90698825",
        "2000000000, SHA512, 38618901",
        "20000000000, SHA1, 65353130",
        "20000000000, SHA256, 77737706",
        "20000000000, SHA512, 47863826"
    })
    void theVectorsOfTheStandardHold(long second, Totp.Algorithm algorithm, String code) {
        int length = switch (algorithm) {
            case SHA1 -> 20;
            case SHA256 -> 32;
            case SHA512 -> 64;
        };
        byte[] secret = DIGITS.repeat(7).substring(0, length).getBytes(StandardCharsets.US_ASCII);
        var totp = new Totp(algorithm, 8, 30);
        assertThat(totp.code(secret, totp.step(Instant.ofEpochSecond(second)))).isEqualTo(code);
    }

    @Test
    void aCodeIsGoodOneStepToEitherSideAndNoFurther() {
        for (long step = STEP - 1; step <= STEP + 1; step++) {
            assertThat(match(Totp.COMMON.code(SECRET, step), 0)).isEqualTo(new Totp.Match.At(step));
        }
        assertThat(match(Totp.COMMON.code(SECRET, STEP - 2), 0)).isEqualTo(new Totp.Match.None());
        assertThat(match(Totp.COMMON.code(SECRET, STEP + 2), 0)).isEqualTo(new Totp.Match.None());
    }

    @Test
    void aCodeOfAStepThatWasAcceptedOrOfOneBeforeItIsUsed() {
        assertThat(match(Totp.COMMON.code(SECRET, STEP), STEP)).isEqualTo(new Totp.Match.Used());
        assertThat(match(Totp.COMMON.code(SECRET, STEP - 1), STEP)).isEqualTo(new Totp.Match.Used());
        assertThat(match(Totp.COMMON.code(SECRET, STEP + 1), STEP)).isEqualTo(new Totp.Match.At(STEP + 1));
    }

    @Test
    void blanksInACodeDoNotMatter() {
        String code = Totp.COMMON.code(SECRET, STEP);
        assertThat(match(" " + code.substring(0, 3) + " " + code.substring(3) + "\n", 0))
                .isEqualTo(new Totp.Match.At(STEP));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "0", "50471", "0504711", "١٢٣٤٥٦", "05047a", "-50471", "\u0000"})
    void whatIsNoCodeMatchesNothing(String typed) {
        assertThat(match(typed, 0)).isEqualTo(new Totp.Match.None());
    }

    private static Totp.Match match(String typed, long after) {
        return Totp.COMMON.match(SECRET, typed, NOW, after);
    }
}
