package dev.keystead.platform.crypto;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.UUID;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/// AES-256-GCM for what must be read again. A sealed value opens only for the tenant that it was sealed for.
public final class Sealer {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final byte FORMAT = 1;

    private final SecretKey key;
    private final String purpose;

    Sealer(SecretKey key, String purpose) {
        this.key = key;
        this.purpose = purpose;
    }

    public byte[] seal(UUID tenant, byte[] plain) {
        var nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        byte[] sealed = run(Cipher.ENCRYPT_MODE, tenant, nonce, plain);
        return ByteBuffer.allocate(1 + NONCE + sealed.length)
                .put(FORMAT)
                .put(nonce)
                .put(sealed)
                .array();
    }

    public byte[] open(UUID tenant, byte[] sealed) {
        if (sealed.length < 1 + NONCE || sealed[0] != FORMAT) {
            throw new IllegalStateException("not a value that this installation sealed");
        }
        var nonce = new byte[NONCE];
        var body = new byte[sealed.length - 1 - NONCE];
        ByteBuffer.wrap(sealed, 1, sealed.length - 1).get(nonce).get(body);
        return run(Cipher.DECRYPT_MODE, tenant, nonce, body);
    }

    private byte[] run(int mode, UUID tenant, byte[] nonce, byte[] input) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD((purpose + "/" + tenant).getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(input);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a sealed value does not belong to this tenant, purpose or key", e);
        }
    }
}
