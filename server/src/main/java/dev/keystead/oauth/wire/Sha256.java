package dev.keystead.oauth.wire;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/// The hash that the specifications take of texts: of code verifiers (RFC 7636), of access tokens (RFC 9449,
/// OpenID Connect Core).
public final class Sha256 {
    private Sha256() {}

    /// The hash of a text, as UTF-8 has it.
    public static byte[] of(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is part of every JDK", e);
        }
    }

    /// Bytes in base64url without padding, as JOSE writes them (RFC 7515 section 2).
    public static String base64url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
