package dev.keystead.platform.crypto;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.Security;
import javax.crypto.SecretKey;

/// HMAC-SHA-256 under one key: for secrets that we look up but never need to read.
public final class Mac {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKey key;
    private final Provider provider;

    Mac(SecretKey key) {
        this.key = key;
        // Looked for once: without it each use goes through the list of all providers.
        this.provider = Security.getProviders("Mac." + ALGORITHM)[0];
    }

    public byte[] of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public Digest digest(String text) {
        return Digest.of(of(text));
    }

    public byte[] of(byte[] bytes) {
        try {
            var mac = javax.crypto.Mac.getInstance(ALGORITHM, provider);
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
