package dev.keystead.oauth.mint;

import dev.keystead.key.Algorithm;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/// What an ID token says of a token that comes with it (OpenID Connect Core section 3.1.3.6).
final class HalfHash {
    private HalfHash() {}

    /// The left half of the hash, by the hash function that the signature of the ID token uses.
    static String of(String token, Algorithm signature) {
        try {
            byte[] hash =
                    MessageDigest.getInstance(function(signature)).digest(token.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, hash.length / 2));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK hashes", e);
        }
    }

    /// The name EdDSA tells no hash function; Ed25519 is SHA-512 inside (RFC 8032 section 5.1), and that is what
    /// libraries of relying parties compute.
    private static String function(Algorithm signature) {
        return switch (signature) {
            case RS256, PS256, ES256 -> "SHA-256";
            case EDDSA -> "SHA-512";
        };
    }
}
