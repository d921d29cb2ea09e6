package dev.keystead.oauth.clientauth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// The time, moved by a test.
final class MovedClock extends Clock {
    private volatile Duration by = Duration.ZERO;

    void move(Duration further) {
        by = by.plus(further);
    }

    @Override
    public Instant instant() {
        return Instant.now().plus(by);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
