package dev.keystead.directory;

import java.time.Instant;
import java.util.Optional;

/// A living user as stored.
public record User(
        UserId id,
        Kind kind,
        Optional<String> handle,
        String email,
        String displayName,
        String locale,
        String timezone,
        Status status,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /// What a user is.
    public enum Kind {
        /// A person of the system workspace, whose address is the handle under the account domain.
        INDIVIDUAL,
        /// A workspace's own user, with any address.
        MANAGED,
        /// A machine.
        SERVICE
    }

    /// Whether a user gets in.
    public enum Status {
        PENDING_VERIFICATION,
        ACTIVE,
        SUSPENDED,
        /// Deleted and waiting for erasure.
        DEACTIVATED
    }

    User withStatus(Status changed) {
        return new User(id, kind, handle, email, displayName, locale, timezone, changed, version, createdAt, updatedAt);
    }

    User withUpdatedAt(Instant time) {
        return new User(id, kind, handle, email, displayName, locale, timezone, status, version, createdAt, time);
    }

    public boolean isActive() {
        return status == Status.ACTIVE;
    }
}
