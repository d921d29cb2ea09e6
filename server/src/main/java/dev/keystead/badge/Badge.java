package dev.keystead.badge;

import dev.keystead.directory.UserId;
import java.time.Instant;
import java.util.Optional;

/// A badge as it is stored.
///
/// @param file the badge as its holder carries it
public record Badge(
        BadgeId id,
        UserId user,
        BadgeKind kind,
        BadgeFile file,
        Instant issuedAt,
        Instant expiresAt,
        Optional<Instant> revokedAt,
        Optional<String> revocationReason) {

    /// Whether a badge holds.
    public enum Status {
        VALID,
        EXPIRED,
        REVOKED
    }

    /// What holds of it at a time.
    public Status statusAt(Instant now) {
        if (revokedAt.isPresent()) {
            return Status.REVOKED;
        }
        return now.isBefore(expiresAt) ? Status.VALID : Status.EXPIRED;
    }

    /// The name under which browsers save it.
    public String fileName() {
        return "badge-" + kind.word() + "-" + id.text() + ".json";
    }
}
