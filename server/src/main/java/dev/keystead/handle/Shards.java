package dev.keystead.handle;

import dev.keystead.job.Parts;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The registry in 36 parts, by the first character of handles: what goes over all handles goes over some parts at
/// once, and one that fails holds up no other.
public final class Shards {
    private static final String FIRST_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

    /// Each has a connection; the rest of them is for other jobs.
    private static final int AT_ONCE = 3;

    private Shards() {}

    /// The work on one part.
    @FunctionalInterface
    public interface Run {
        /// Does the work until it is done or the thread is interrupted, and answers how many rows it touched.
        long run(char shard);
    }

    /// Does the work on every part, and answers how many rows it touched.
    public static long run(Run work) {
        var parts = new Parts();
        long rows = 0;
        try (var threads = Executors.newFixedThreadPool(
                AT_ONCE, Thread.ofVirtual().name("handle-shard-", 0).factory())) {
            List<Future<Long>> runs = FIRST_CHARACTERS
                    .chars()
                    .mapToObj(shard -> threads.submit(() -> work.run((char) shard)))
                    .toList();
            for (Future<Long> run : runs) {
                rows += parts.attempt(() -> await(run, threads));
            }
        }
        parts.throwIfAnyFailed();
        return rows;
    }

    private static long await(Future<Long> run, ExecutorService threads) {
        try {
            return run.get();
        } catch (InterruptedException _) {
            // The node is about to stop: every part ends after the piece of work under way.
            threads.shutdownNow();
            Thread.currentThread().interrupt();
            return 0;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e);
        }
    }
}
