package dev.keystead.platform.crypto;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import javax.crypto.SecretKey;

/// AES-256-GCM for what must be read again. A sealed value opens only for the tenant that it was sealed for.
public final class Sealer {
    private static final byte FORMAT = 1;

    private final SecretKey key;
    private final String purpose;

    Sealer(SecretKey key, String purpose) {
        this.key = key;
        this.purpose = purpose;
    }

    public byte[] seal(UUID tenant, byte[] plain) {
        byte[] sealed = AesGcm.seal(key, context(tenant), plain);
        return ByteBuffer.allocate(1 + sealed.length).put(FORMAT).put(sealed).array();
    }

    public byte[] open(UUID tenant, byte[] sealed) {
        if (sealed.length == 0 || sealed[0] != FORMAT) {
            throw new IllegalStateException("not a value that this installation sealed");
        }
        return AesGcm.open(key, context(tenant), Arrays.copyOfRange(sealed, 1, sealed.length));
    }

    private byte[] context(UUID tenant) {
        return (purpose + "/" + tenant).getBytes(StandardCharsets.UTF_8);
    }
}
