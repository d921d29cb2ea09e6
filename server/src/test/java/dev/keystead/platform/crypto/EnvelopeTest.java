package dev.keystead.platform.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EnvelopeTest {
    private static final UUID TENANT = UUID.fromString("01890000-0000-7000-8000-000000000001");
    private static final UUID OTHER_TENANT = UUID.fromString("01890000-0000-7000-8000-000000000002");
    private static final UUID ROW = UUID.fromString("01890000-0000-7000-8000-000000000003");
    private static final UUID OTHER_ROW = UUID.fromString("01890000-0000-7000-8000-000000000004");

    /// Format and version, then 32 bytes of key in a nonce and a tag.
    private static final int BEFORE_VALUE = 2 + 12 + 32 + 16;

    private final Envelope envelope = MasterKey.of(new byte[32]).envelope("oauth.signing_keys.private_key");
    private final byte[] plain = "what only its own row may read".getBytes(StandardCharsets.UTF_8);
    private final byte[] sealed = envelope.seal(TENANT, ROW, plain);

    private static void refuses(Envelope envelope, UUID tenant, UUID row, byte[] sealed) {
        assertThatIllegalStateException().isThrownBy(() -> envelope.open(tenant, row, sealed));
    }

    @Test
    void whatWasSealedOpensOnEveryNodeWithTheSameMasterKey() {
        assertThat(envelope.open(TENANT, ROW, sealed)).isEqualTo(plain);
        assertThat(MasterKey.of(new byte[32])
                        .envelope("oauth.signing_keys.private_key")
                        .open(TENANT, ROW, sealed))
                .isEqualTo(plain);
        assertThat(envelope.open(TENANT, ROW, envelope.seal(TENANT, ROW, new byte[0])))
                .isEmpty();
    }

    @Test
    void theFormatAndTheVersionOfTheMasterKeyStandInFront() {
        assertThat(sealed).startsWith(2, MasterKey.VERSION).hasSize(BEFORE_VALUE + 12 + plain.length + 16);
    }

    @Test
    void itOpensForNoOtherTenantAndInNoOtherRow() {
        refuses(envelope, OTHER_TENANT, ROW, sealed);
        refuses(envelope, TENANT, OTHER_ROW, sealed);
        refuses(envelope, ROW, TENANT, sealed);
    }

    @Test
    void itOpensForNoOtherPurposeAndUnderNoOtherMasterKey() {
        refuses(MasterKey.of(new byte[32]).envelope("oauth.clients.secret"), TENANT, ROW, sealed);
        var other = new byte[32];
        other[31] = 1;
        refuses(MasterKey.of(other).envelope("oauth.signing_keys.private_key"), TENANT, ROW, sealed);
    }

    @Test
    void aChangeOfAnyBitIsFound() {
        for (int at = 0; at < sealed.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] changed = sealed.clone();
                changed[at] ^= (byte) (1 << bit);
                refuses(envelope, TENANT, ROW, changed);
            }
        }
    }

    @Test
    void aShorterOrLongerValueIsFound() {
        for (int length = 0; length < sealed.length; length++) {
            refuses(envelope, TENANT, ROW, Arrays.copyOf(sealed, length));
        }
        refuses(envelope, TENANT, ROW, Arrays.copyOf(sealed, sealed.length + 1));
    }

    /// Each value has a data key of its own: a wrapped key opens nothing but the value beside it.
    @Test
    void theKeyOfOneValueOpensNoOther() {
        byte[] second = envelope.seal(TENANT, ROW, plain);
        byte[] mixed = second.clone();
        System.arraycopy(sealed, 0, mixed, 0, BEFORE_VALUE);
        refuses(envelope, TENANT, ROW, mixed);
    }

    @Test
    void whatWasSealedWithoutAnEnvelopeDoesNotOpen() {
        byte[] bare = MasterKey.of(new byte[32])
                .sealer("oauth.signing_keys.private_key")
                .seal(TENANT, new byte[200]);
        refuses(envelope, TENANT, ROW, bare);
    }
}
