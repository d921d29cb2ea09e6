package dev.keystead.audit.chain;

import dev.keystead.postgres.TestPostgres;
import java.time.Clock;

/// A process that does nothing but seal, so that a test can kill it.
final class SealerProcess {
    private SealerProcess() {}

    public static void main(String[] arguments) {
        var queue = new Queue(new TestPostgres.Database(arguments[0], arguments[1], arguments[2], arguments[3]));
        var sealer = new Sealer(queue.worker(), 2, Clock.systemUTC());
        while (!Thread.currentThread().isInterrupted()) {
            sealer.look(() -> false);
        }
    }
}
