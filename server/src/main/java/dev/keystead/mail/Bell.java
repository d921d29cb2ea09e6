package dev.keystead.mail;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Wakes this process's worker when a mail was queued here. A mail that another process queued is found by looking.
public final class Bell {
    private final Semaphore rung = new Semaphore(0);

    void ring() {
        rung.release();
    }

    /// Waits until it rings, or for as long as said. However often it rang, one look finds every mail.
    void await(Duration longest) throws InterruptedException {
        if (rung.tryAcquire(longest.toMillis(), TimeUnit.MILLISECONDS)) {
            rung.drainPermits();
        }
    }
}
