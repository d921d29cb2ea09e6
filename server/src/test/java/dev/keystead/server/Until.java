package dev.keystead.server;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for what happens elsewhere and tells nobody.
public final class Until {
    private static final long PAUSE_MILLIS = 20;

    private Until() {}

    /// Looks again and again until the condition holds.
    ///
    /// @param limit after which the test has failed; far longer than what is promised, as machines may be busy
    public static void holds(String what, Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("after " + limit.toSeconds() + " s it is still not so: " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
        }
    }
}
