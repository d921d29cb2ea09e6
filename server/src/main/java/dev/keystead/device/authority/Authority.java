package dev.keystead.device.authority;

import java.time.Instant;
import java.util.Optional;

/// An authority as it is stored: everything but the private key.
///
/// @param issuer that signed its certificate; a root itself
/// @param certificate in DER
/// @param expiresAt until when its certificate is valid
@SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
record Authority(
        AuthorityId id,
        Level level,
        AuthorityId issuer,
        byte[] certificate,
        Status status,
        Instant createdAt,
        Optional<Instant> rotatedAt,
        Instant expiresAt) {

    /// What an authority signs.
    enum Level {
        ROOT,
        INTERMEDIATE
    }

    /// Where an authority is in its life.
    enum Status {
        ACTIVE,
        /// Signs nothing but its list; what it signed stays valid.
        ROTATING
    }

    /// An authority with its private key, still in its envelope.
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
    record Sealed(Authority authority, byte[] privateKey) {}

    /// An authority for a row that is not there yet.
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
    record Fresh(
            AuthorityId id, Level level, AuthorityId issuer, byte[] certificate, byte[] sealed, Instant expiresAt) {}
}
