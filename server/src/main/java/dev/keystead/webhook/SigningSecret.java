package dev.keystead.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// What deliveries are signed with, in the form and by the rule of Standard Webhooks.
final class SigningSecret {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int LENGTH = 32;

    private final byte[] bytes;

    private SigningSecret(byte[] bytes) {
        this.bytes = bytes;
    }

    static SigningSecret make() {
        var random = new byte[LENGTH];
        RANDOM.nextBytes(random);
        return new SigningSecret(random);
    }

    static SigningSecret of(byte[] bytes) {
        return new SigningSecret(bytes.clone());
    }

    byte[] bytes() {
        return bytes.clone();
    }

    /// The form that the receiving side is given.
    String text() {
        return "whsec_" + Base64.getEncoder().encodeToString(bytes);
    }

    /// One signature of the header `webhook-signature`.
    String sign(String id, Instant at, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(bytes, "HmacSHA256"));
            mac.update((id + "." + at.getEpochSecond() + ".").getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HmacSHA256 is part of every JDK", e);
        }
    }

    /// Never the secret itself.
    @Override
    public String toString() {
        return "whsec_…";
    }
}
