package dev.keystead.platform.config;

import java.time.Duration;
import java.util.Optional;

/// How long handles stay with those who have or had them.
///
/// @param checksPerSource how many may be asked for from one network in ten minutes
/// @param changeInterval between two changes by their owner
/// @param freeze of a handle that was changed for another one
/// @param noticeAfter how long an account sleeps before its owner is written to
/// @param lockAfter before it is locked
/// @param releaseAfter before its handle is anybody's
/// @param proveWithin how long a new account keeps its handle whose address nobody proves
public record HandleConfig(
        int checksPerSource,
        Duration changeInterval,
        Duration freeze,
        Duration noticeAfter,
        Duration lockAfter,
        Duration releaseAfter,
        Duration proveWithin) {
    /// Sessions are kept for 400 days after their end: whoever looks once a year misses none.
    private static final Duration LOOK = Duration.ofDays(365);

    static HandleConfig from(Configuration values) {
        return new HandleConfig(
                values.value(HandleSettings.CHECKS_PER_SOURCE),
                values.value(HandleSettings.CHANGE_INTERVAL),
                values.value(HandleSettings.FREEZE),
                values.value(HandleSettings.NOTICE_AFTER),
                values.value(HandleSettings.LOCK_AFTER),
                values.value(HandleSettings.RELEASE_AFTER),
                values.value(HandleSettings.PROVE_WITHIN));
    }

    /// After how long it is looked at whether somebody who was here sleeps.
    public Duration firstLook() {
        return noticeAfter.compareTo(LOOK) < 0 ? noticeAfter : LOOK;
    }

    /// What is wrong with the settings together.
    public Optional<String> fault() {
        if (lockAfter.compareTo(noticeAfter) <= 0) {
            return Optional.of("handle.lock-after must be longer than handle.notice-after.");
        }
        return releaseAfter.compareTo(lockAfter) <= 0
                ? Optional.of("handle.release-after must be longer than handle.lock-after.")
                : Optional.empty();
    }
}
