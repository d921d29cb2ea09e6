package dev.keystead.platform.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class MacTest {
    private final Mac mac = MasterKey.of(new byte[32]).mac("test");

    /// RFC 4231, test case 2.
    @Test
    void itIsHmacSha256() {
        var known = new Mac(new SecretKeySpec("Jefe".getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
        assertThat(HexFormat.of().formatHex(known.of("what do ya want for nothing?")))
                .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    }

    @Test
    void aTagMatchesItsTextAndNothingElse() {
        byte[] tag = mac.of("text");
        assertThat(mac.matches("text", tag)).isTrue();
        assertThat(mac.matches("texT", tag)).isFalse();
        assertThat(mac.matches("", tag)).isFalse();
        for (int at = 0; at < tag.length; at++) {
            byte[] changed = tag.clone();
            changed[at] ^= 1;
            assertThat(mac.matches("text", changed)).isFalse();
        }
    }

    @Test
    void aTagOfAnotherLengthIsRefusedAndNotAFailure() {
        byte[] tag = mac.of("text");
        for (int length : new int[] {0, 1, 31, 33, 1000}) {
            assertThat(mac.matches("text", Arrays.copyOf(tag, length))).isFalse();
        }
    }

    @Test
    void anotherPurposesTagIsRefused() {
        assertThat(mac.matches("text", MasterKey.of(new byte[32]).mac("other").of("text")))
                .isFalse();
    }
}
