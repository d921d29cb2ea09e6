package dev.keystead.key;

import java.time.Instant;
import java.util.Optional;

/// A signing key as it is stored: everything but the private key.
///
/// @param kid the id as tokens name it
/// @param publicJwk the public key as JSON
/// @param activatesAt when it begins or began to sign
/// @param expiresAt when it is removed, once it no longer signs
record StoredKey(
        SigningKeyId id,
        String kid,
        Algorithm algorithm,
        String publicJwk,
        Status status,
        Instant createdAt,
        Instant activatesAt,
        Optional<Instant> rotatedAt,
        Optional<Instant> revokedAt,
        Optional<Instant> expiresAt) {

    /// Where a key is in its life.
    enum Status {
        NEXT,
        ACTIVE,
        ROTATED,
        REVOKED
    }

    boolean isActive() {
        return status == Status.ACTIVE;
    }

    /// A key with its private part, still in its envelope.
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
    record Sealed(StoredKey key, byte[] privateKey) {}
}
