package dev.keystead.lockout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What counts as one source.
class NetworkTest {
    @Test
    void anAddressOfVersionFourIsItself() {
        assertThat(Network.of("192.0.2.1")).isEqualTo("192.0.2.1").isNotEqualTo(Network.of("192.0.2.2"));
    }

    @Test
    void anAddressOfVersionSixIsItsNetwork() {
        assertThat(Network.of("2001:db8:0:1::1")).isEqualTo(Network.of("2001:db8:0:1:ffff:ffff:ffff:ffff"));
        assertThat(Network.of("2001:db8:0:1::1")).isNotEqualTo(Network.of("2001:db8:0:2::1"));
    }

    @Test
    void versionFourInTheClothesOfVersionSixIsVersionFour() {
        assertThat(Network.of("::ffff:192.0.2.1")).isNotEqualTo(Network.of("::ffff:192.0.2.2"));
    }

    @Test
    void whatIsNoAddressIsItself() {
        assertThat(Network.of("unknown")).isEqualTo("unknown");
        assertThat(Network.of("")).isEmpty();
    }
}
