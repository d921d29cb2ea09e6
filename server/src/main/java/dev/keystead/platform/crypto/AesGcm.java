package dev.keystead.platform.crypto;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/// AES-GCM with a random nonce in front of what it made: the one place that says how we encrypt.
final class AesGcm {
    /// What encrypting adds to a value.
    static final int OVERHEAD = 12 + 16;

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    private AesGcm() {}

    /// @param context what the value belongs to; it opens with the same context alone
    static byte[] seal(SecretKey key, byte[] context, byte[] plain) {
        var nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        byte[] sealed = run(Cipher.ENCRYPT_MODE, key, context, nonce, plain);
        return ByteBuffer.allocate(NONCE + sealed.length).put(nonce).put(sealed).array();
    }

    static byte[] open(SecretKey key, byte[] context, byte[] sealed) {
        if (sealed.length < OVERHEAD) {
            throw new IllegalStateException("not a value that this installation sealed");
        }
        var nonce = new byte[NONCE];
        var body = new byte[sealed.length - NONCE];
        ByteBuffer.wrap(sealed).get(nonce).get(body);
        return run(Cipher.DECRYPT_MODE, key, context, nonce, body);
    }

    private static byte[] run(int mode, SecretKey key, byte[] context, byte[] nonce, byte[] input) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(context);
            return cipher.doFinal(input);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a sealed value does not belong to this place, purpose or key", e);
        }
    }
}
