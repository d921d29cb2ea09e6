package dev.keystead.credential.password;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.regex.Matcher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/// PBKDF2 (RFC 8018) as passlib, the PHC and Django write it.
@SuppressWarnings("ArrayRecordComponent") // nobody compares these records; hashes are compared by StoredHash.same
record Pbkdf2Hash(Digest digest, int iterations, byte[] salt, byte[] hash) implements StoredHash {
    private static final int MOST_ITERATIONS = 2_000_000;

    /// The hash functions of HMAC. All who write these hashes keep one whole block.
    enum Digest {
        SHA1("PBKDF2WithHmacSHA1", 20),
        SHA256("PBKDF2WithHmacSHA256", 32),
        SHA512("PBKDF2WithHmacSHA512", 64);

        private final String algorithm;
        private final int bytes;

        Digest(String algorithm, int bytes) {
            this.algorithm = algorithm;
            this.bytes = bytes;
        }

        /// passlib names no digest when it is SHA-1.
        private static Digest of(Matcher text) {
            return switch (Optional.ofNullable(text.group("digest")).orElse("sha1")) {
                case "sha512" -> SHA512;
                case "sha256" -> SHA256;
                default -> SHA1;
            };
        }
    }

    static Pbkdf2Hash read(Matcher text) {
        return of(text, StoredHash.bytes(text.group("salt").replace('.', '+')));
    }

    static Pbkdf2Hash readDjango(Matcher text) {
        return of(text, text.group("salt").getBytes(StandardCharsets.US_ASCII));
    }

    private static Pbkdf2Hash of(Matcher text, byte[] salt) {
        int iterations = StoredHash.number(text, "iterations");
        if (iterations < 1 || iterations > MOST_ITERATIONS) {
            throw new IllegalArgumentException("its iterations are not 1 to " + MOST_ITERATIONS);
        }
        Digest digest = Digest.of(text);
        byte[] hash = StoredHash.bytes(text.group("hash").replace('.', '+'));
        StoredHash.requireLengths(salt, 1, hash, digest.bytes);
        if (hash.length != digest.bytes) {
            throw new IllegalArgumentException("it has not " + digest.bytes + " bytes");
        }
        return new Pbkdf2Hash(digest, iterations, salt, hash);
    }

    /// @param password as text, because Java's PBKDF2 takes nothing else; it makes UTF-8 of it
    boolean matches(String password) {
        var specification = new PBEKeySpec(password.toCharArray(), salt, iterations, digest.bytes * Byte.SIZE);
        try {
            byte[] computed = SecretKeyFactory.getInstance(digest.algorithm)
                    .generateSecret(specification)
                    .getEncoded();
            return StoredHash.same(computed, hash);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(digest.algorithm + " is part of every JDK", e);
        } finally {
            specification.clearPassword();
        }
    }
}
