package dev.keystead.badge;

import dev.keystead.platform.crypto.Ed25519;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;

/// A key that signs badges of its kind, ready to be used: signing asks nothing but the processor.
final class BadgeSigner {
    private final BadgeKeyId id;
    private final BadgeKind kind;
    private final PrivateKey secret;

    BadgeSigner(BadgeKeyId id, BadgeKind kind, PrivateKey secret) {
        this.id = id;
        this.kind = kind;
        this.secret = secret;
    }

    BadgeKeyId id() {
        return id;
    }

    /// The signature over a payload that names this key.
    byte[] sign(BadgePayload payload) {
        if (payload.kind() != kind || !payload.kid().equals(id.text())) {
            throw new IllegalArgumentException("the payload is for another key");
        }
        return Ed25519.sign(secret, payload.canonical().getBytes(StandardCharsets.UTF_8));
    }

    /// Never the key itself.
    @Override
    public String toString() {
        return id.text();
    }
}
