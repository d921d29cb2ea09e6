package dev.keystead.platform.crypto;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.SecretKey;

/// HMAC-SHA-256 under one key: for secrets that we look up but never need to read.
public final class Mac {
    private final SecretKey key;

    Mac(SecretKey key) {
        this.key = key;
    }

    public byte[] of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public Digest digest(String text) {
        return Digest.of(of(text));
    }

    public byte[] of(byte[] bytes) {
        try {
            var mac = javax.crypto.Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HmacSHA256 is part of every JDK", e);
        }
    }

    /// Whether the tag belongs to the text; takes the same time for every wrong tag.
    public boolean matches(String text, byte[] tag) {
        return MessageDigest.isEqual(of(text), tag);
    }
}
