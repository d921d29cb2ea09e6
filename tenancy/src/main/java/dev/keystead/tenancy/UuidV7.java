package dev.keystead.tenancy;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.UUID;

/// UUID version 7 (RFC 9562 §5.7): 48 bits of milliseconds, 12 bits of the fraction below (§6.2 method 3), 62 random
/// bits.
public final class UuidV7 {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long LAST_MILLI = (1L << 48) - 1;

    private UuidV7() {}

    public static UUID next() {
        return at(Instant.now());
    }

    /// A new id that sorts by the given time.
    public static UUID at(Instant time) {
        long millis = time.toEpochMilli();
        if (millis < 0 || millis > LAST_MILLI) {
            throw new IllegalArgumentException("a version 7 UUID cannot hold the time " + time);
        }
        long belowMilli = time.get(ChronoField.NANO_OF_SECOND) % NANOS_PER_MILLI;
        long fraction = belowMilli * 4096 / NANOS_PER_MILLI;
        long high = millis << 16 | 0x7000L | fraction;
        long low = RANDOM.nextLong() >>> 2 | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }

    /// The time that an id was made at, to the millisecond.
    public static Instant timeOf(UUID id) {
        if (id.version() != 7) {
            throw new IllegalArgumentException(id + " is not a version 7 UUID");
        }
        return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
    }
}
