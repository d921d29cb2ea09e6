package dev.keystead.badge;

import dev.keystead.platform.crypto.Ed25519;
import dev.keystead.platform.json.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/// An issuer with a key of its own, who signs whatever a test says.
record Forge(String issuer, BadgeKeyId key, Ed25519.Pair pair) {
    static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

    static Forge of(String issuer) {
        return new Forge(issuer, BadgeKeyId.make(), Ed25519.generate());
    }

    /// A payload that is right in every way.
    String payload(BadgeId id) {
        return """
                {"id":"%s","kind":"verified","sub":"usr_01k9y7c2vff0z8n3q5s6t4w1xe","handle":"ana","name":"Ana",\
                "scope":"Acme","role":"maker","iss":"%s","iat":%d,"exp":%d,"kid":"%s"}""".formatted(id, issuer, NOW.getEpochSecond() - 60, NOW.getEpochSecond() + 60, key);
    }

    /// Signs a payload as it stands.
    String signature(String payload) {
        byte[] bytes = CanonicalJson.of(payload).getBytes(StandardCharsets.UTF_8);
        return encoded(Ed25519.sign(Ed25519.privateKey(pair.secret()), bytes));
    }

    /// A file whose signature is over its payload.
    byte[] file(String payload) {
        return file(payload, signature(payload), key.text());
    }

    static byte[] file(String payload, String signature, String kid) {
        return "{\"payload\":%s,\"signature\":\"%s\",\"kid\":\"%s\"}"
                .formatted(payload, signature, kid)
                .getBytes(StandardCharsets.UTF_8);
    }

    IssuerKeys keys() {
        return keys("verified", "active");
    }

    IssuerKeys keys(String kind, String status) {
        return new IssuerKeys(issuer, NOW, List.of(published(kind, status)), List.of());
    }

    IssuerKeys.IssuerKey published(String kind, String status) {
        return new IssuerKeys.IssuerKey(
                key.text(), kind, status, "OKP", "Ed25519", encoded(pair.open()), NOW, null, null);
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
