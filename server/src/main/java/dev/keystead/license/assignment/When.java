package dev.keystead.license.assignment;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/// A day, and the moment of it that is asked about.
///
/// @param at now, for today; the day's beginning, for every other day
public record When(LocalDate day, Instant at) {
    public static When now(Clock clock) {
        Instant now = clock.instant();
        return new When(now.atZone(ZoneOffset.UTC).toLocalDate(), now);
    }

    /// A day as far as it can be told: today is now.
    public static When on(LocalDate day, Clock clock) {
        When now = now(clock);
        return day.equals(now.day())
                ? now
                : new When(day, day.atStartOfDay(ZoneOffset.UTC).toInstant());
    }
}
