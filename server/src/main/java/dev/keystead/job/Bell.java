package dev.keystead.job;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Wakes a [Lookout] of this process when there is work for it. Work that another process left is found by
/// looking.
public final class Bell {
    private final Semaphore rung = new Semaphore(0);

    public void ring() {
        rung.release();
    }

    /// Waits until it rings, or for as long as said. However often it rang, one look finds all the work.
    void await(Duration longest) throws InterruptedException {
        if (rung.tryAcquire(longest.toMillis(), TimeUnit.MILLISECONDS)) {
            rung.drainPermits();
        }
    }
}
