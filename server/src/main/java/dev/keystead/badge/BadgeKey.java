package dev.keystead.badge;

import java.time.Instant;
import java.util.Optional;

/// A key that signs badges as it is stored: everything but the private part.
///
/// @param publicKey its bare 32 bytes
/// @param expiresAt from when on it is removed, once it no longer signs and no badge of it is kept
@SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
record BadgeKey(
        BadgeKeyId id,
        BadgeKind kind,
        String algorithm,
        byte[] publicKey,
        Status status,
        Instant createdAt,
        Optional<Instant> rotatedAt,
        Optional<Instant> revokedAt,
        Optional<Instant> expiresAt) {

    /// Where a key is in its life.
    enum Status {
        ACTIVE,
        /// Signs no more; what it signed stays valid.
        ROTATING,
        REVOKED
    }

    boolean isActive() {
        return status == Status.ACTIVE;
    }

    /// A key with its private part, still in its envelope.
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
    record Sealed(BadgeKey key, byte[] privateKey) {}

    /// A pair for a row that is not there yet.
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
    record Fresh(BadgeKeyId id, BadgeKind kind, byte[] publicKey, byte[] sealed) {}
}
