package dev.keystead.handle;

import java.time.Instant;
import java.util.Optional;

/// A handle in the registry.
///
/// @param owner nobody when it is frozen or released
/// @param previous who had it before, unless they are erased
/// @param thawsAt when a frozen one is released by itself
/// @param lockedAt when the account was locked because it slept
public record Holding(
        String handle,
        Kind kind,
        Optional<Owner> owner,
        Optional<Owner> previous,
        Instant allocatedAt,
        Optional<Instant> thawsAt,
        Optional<Instant> lockedAt,
        Optional<Instant> releasedAt) {
    /// What a row of the registry is for.
    public enum Kind {
        /// A person's.
        INDIVIDUAL,
        /// A machine's.
        SERVICE,
        /// Nobody's, and nobody can take it.
        FROZEN
    }

    public boolean isReleased() {
        return releasedAt.isPresent();
    }
}
