package dev.keystead.license.assignment;

import java.time.Instant;
import java.util.Optional;

/// One change of a licence, as it is stored.
///
/// @param before the licence before, as JSON; nothing for its first entry
/// @param after the licence after, as JSON
public record LicenseChange(
        ChangeId id,
        LicenseId license,
        String changedBy,
        Kind kind,
        Optional<String> before,
        String after,
        Instant changedAt) {
    /// What was done.
    public enum Kind {
        ASSIGNED,
        CHANGED,
        ACTIVATED,
        SUSPENDED,
        RESUMED,
        RENEWED,
        CONVERTED,
        EXPIRED,
        TERMINATED
    }
}
