package dev.keystead.platform.db;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/// What PostgreSQL keeps of a password (RFC 5802, RFC 7677). Sent instead of the password, which would otherwise stand
/// in
/// the database server's log.
final class ScramVerifier {
    private static final int ITERATIONS = 4096;
    private static final int KEY_BITS = 256;

    private ScramVerifier() {}

    static String of(String password) {
        var salt = new byte[16];
        new SecureRandom().nextBytes(salt);
        return of(password, salt);
    }

    static String of(String password, byte[] salt) {
        try {
            byte[] salted = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(new PBEKeySpec(password.toCharArray(), salt, ITERATIONS, KEY_BITS))
                    .getEncoded();
            byte[] storedKey = MessageDigest.getInstance("SHA-256").digest(hmac(salted, "Client Key"));
            return "SCRAM-SHA-256$%d:%s$%s:%s"
                    .formatted(ITERATIONS, base64(salt), base64(storedKey), base64(hmac(salted, "Server Key")));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("PBKDF2 and SHA-256 are part of every JDK", e);
        }
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
