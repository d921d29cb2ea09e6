package dev.keystead.handle;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// Somebody at whose handle it is time to look.
///
/// @param seenAt when they were last known to be here
/// @param noticedAt when they were written to
/// @param lockedAt when their account was locked
/// @param dueAt since when they are due
public record Sleeper(
        String handle,
        Owner owner,
        Instant seenAt,
        Optional<Instant> noticedAt,
        Optional<Instant> lockedAt,
        Instant dueAt) {
    /// Stands before all others in a list.
    public static final Sleeper FIRST = new Sleeper(
            "",
            new Owner(new UUID(0, 0), new UUID(0, 0)),
            Instant.EPOCH,
            Optional.empty(),
            Optional.empty(),
            Instant.EPOCH);
}
