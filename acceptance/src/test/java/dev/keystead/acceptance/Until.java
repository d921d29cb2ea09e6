package dev.keystead.acceptance;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for something to become true.
final class Until {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private Until() {}

    static void isTrue(String what, BooleanSupplier condition) {
        long begun = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begun > LIMIT.toNanos()) {
                throw new AssertionError("Still not so after " + LIMIT.toSeconds() + " s: " + what);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
