package dev.keystead.federation.saml;

import java.time.Instant;
import java.util.Optional;

/// A key for SAML as it is stored: everything but the private part.
///
/// @param certificate the self-signed certificate by which identity providers know it, as DER
@SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
record SamlKey(
        SamlKeyId id,
        byte[] certificate,
        Status status,
        Instant createdAt,
        Optional<Instant> activatedAt,
        Optional<Instant> retiredAt) {

    /// Where a key is in its life.
    enum Status {
        /// In the metadata, so that others learn of it; signs nothing yet.
        NEXT,
        ACTIVE,
        /// Signs no more; what others encrypt for it is still read.
        RETIRED
    }

    /// A key goes through its states once, so that they count its changes.
    int version() {
        return switch (status) {
            case NEXT -> 1;
            case ACTIVE -> 2;
            case RETIRED -> 3;
        };
    }

    /// A key with its private part, still in its envelope.
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
    record Sealed(SamlKey key, byte[] privateKey) {}

    /// A pair for a row that is not there yet.
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
    record Fresh(SamlKeyId id, byte[] certificate, byte[] sealed) {}
}
