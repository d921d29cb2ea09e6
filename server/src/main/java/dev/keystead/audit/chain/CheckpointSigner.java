package dev.keystead.audit.chain;

import dev.keystead.platform.crypto.Ed25519;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;

/// A key that signs, with its public part.
record CheckpointSigner(VerifierKey open, PrivateKey secret) {
    Checkpoint.Signature sign(String body) {
        byte[] bytes = Ed25519.sign(secret, body.getBytes(StandardCharsets.UTF_8));
        return new Checkpoint.Signature(open.name(), open.keyId(), bytes);
    }
}
