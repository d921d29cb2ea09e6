package dev.keystead.device;

import dev.keystead.directory.UserId;
import java.time.Instant;
import java.util.Optional;

/// A device as it is stored.
///
/// @param level as it was reached; what holds now is for [#levelAt]
/// @param certifiedUntil until when its certificate that lasts longest is valid
/// @param userAgent how the program that registered it described itself
public record Device(
        DeviceId id,
        UserId user,
        String name,
        DeviceKey key,
        Level level,
        Optional<Instant> certifiedUntil,
        String userAgent,
        int version,
        Instant registeredAt,
        Optional<Instant> trustedAt,
        Optional<Instant> lastSeenAt,
        Optional<Instant> revokedAt) {

    /// How far a device is trusted.
    public enum Level {
        /// Somebody registered its key. Nobody has shown it.
        UNTRUSTED,
        /// It showed its key, and its person who they are.
        TRUSTED,
        /// It has a certificate, by which others know it without asking us.
        OFFLINE_BOUND
    }

    /// What holds at a time: without a valid certificate a device is trusted and no more.
    public Level levelAt(Instant now) {
        boolean isCertified = certifiedUntil.filter(now::isBefore).isPresent();
        return level == Level.OFFLINE_BOUND && !isCertified ? Level.TRUSTED : level;
    }

    public boolean isRevoked() {
        return revokedAt.isPresent();
    }
}
