package dev.keystead.platform.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SealerTest {
    private static final UUID TENANT = UUID.fromString("01890000-0000-7000-8000-000000000001");
    private static final UUID OTHER_TENANT = UUID.fromString("01890000-0000-7000-8000-000000000002");

    private final MasterKey master = MasterKey.of(new byte[32]);
    private final Sealer sealer = master.sealer("answers");
    private final byte[] plain = "a key that is shown once".getBytes(StandardCharsets.UTF_8);

    private static void refuses(Sealer sealer, UUID tenant, byte[] sealed) {
        assertThatIllegalStateException().isThrownBy(() -> sealer.open(tenant, sealed));
    }

    @Test
    void whatWasSealedOpensOnEveryNodeWithTheSameMasterKey() {
        byte[] sealed = sealer.seal(TENANT, plain);
        assertThat(sealer.open(TENANT, sealed)).isEqualTo(plain);
        assertThat(MasterKey.of(new byte[32]).sealer("answers").open(TENANT, sealed))
                .isEqualTo(plain);
    }

    @Test
    void nothingAndMuchCanBeSealed() {
        for (int length : new int[] {0, 1, 15, 16, 17, 100_000}) {
            var bytes = new byte[length];
            assertThat(sealer.open(TENANT, sealer.seal(TENANT, bytes))).isEqualTo(bytes);
        }
    }

    @Test
    void theSameTextIsSealedDifferentlyEachTimeAndIsNotReadable() {
        byte[] first = sealer.seal(TENANT, plain);
        byte[] second = sealer.seal(TENANT, plain);
        assertThat(first).isNotEqualTo(second);
        assertThat(new String(first, StandardCharsets.ISO_8859_1)).doesNotContain("key");
    }

    @Test
    void aChangeOfAnyBitIsFound() {
        byte[] sealed = sealer.seal(TENANT, plain);
        for (int at = 0; at < sealed.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] changed = sealed.clone();
                changed[at] ^= (byte) (1 << bit);
                refuses(sealer, TENANT, changed);
            }
        }
    }

    @Test
    void aShorterOrLongerValueIsFound() {
        byte[] sealed = sealer.seal(TENANT, plain);
        for (int length = 0; length < sealed.length; length++) {
            refuses(sealer, TENANT, Arrays.copyOf(sealed, length));
        }
        refuses(sealer, TENANT, Arrays.copyOf(sealed, sealed.length + 1));
    }

    @Test
    void anotherTenantPurposeOrMasterKeyOpensNothing() {
        byte[] sealed = sealer.seal(TENANT, plain);
        refuses(sealer, OTHER_TENANT, sealed);
        refuses(master.sealer("other"), TENANT, sealed);
        var otherBytes = new byte[32];
        otherBytes[0] = 1;
        refuses(MasterKey.of(otherBytes).sealer("answers"), TENANT, sealed);
    }
}
