package dev.keystead.handle;

import java.time.Instant;
import java.util.Optional;

/// A word that somebody wants to reserve, and what became of it.
///
/// @param proposedBy a DID
/// @param reviewedBy a DID; nobody has decided without one
public record Reservation(
        ReservationId id,
        String handle,
        Category category,
        String reason,
        Status status,
        String proposedBy,
        Instant proposedAt,
        Optional<String> reviewedBy,
        Optional<Instant> reviewedAt) {
    /// What became of a proposal.
    public enum Status {
        PROPOSED,
        /// The word is in the dictionary.
        APPROVED,
        REJECTED
    }
}
