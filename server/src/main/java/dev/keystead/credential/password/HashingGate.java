package dev.keystead.credential.password;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/// Lets a fixed number of hashes run at once, a fixed number wait, and none wait for long.
///
/// Hashes run on platform threads of the gate's own. On the caller's virtual thread a hash would keep one of the few
/// threads that carry all virtual threads, and every other request would wait behind it.
final class HashingGate implements AutoCloseable {
    private final ThreadPoolExecutor workers;
    private final Duration longestWait;

    HashingGate(int atOnce, int waiting, Duration longestWait) {
        this.workers = new ThreadPoolExecutor(
                atOnce,
                atOnce,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(waiting),
                Thread.ofPlatform().name("password-hash-", 1).daemon().factory());
        this.longestWait = longestWait;
    }

    /// Runs the work when its turn comes and answers what it answers.
    ///
    /// @throws HashingOverloaded when too many wait already, when its turn did not come in time, when the gate is
    ///     closed, or when the caller was interrupted; nobody sees a result of the work then
    <T> T run(Supplier<T> work) {
        var taken = new AtomicBoolean();
        Future<T> turn;
        try {
            turn = workers.submit(() -> {
                if (!taken.compareAndSet(false, true)) {
                    throw new CancellationException("its caller has gone");
                }
                return work.get();
            });
        } catch (RejectedExecutionException full) {
            throw overloaded();
        }
        return await(turn, taken);
    }

    /// Whoever takes the turn first decides: the worker, and the caller waits for the end, or the caller, and the
    /// work is never begun.
    private <T> T await(Future<T> turn, AtomicBoolean taken) {
        try {
            try {
                return turn.get(longestWait.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException late) {
                if (taken.compareAndSet(false, true)) {
                    throw withdrawn(turn);
                }
                return turn.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw withdrawn(turn);
        } catch (ExecutionException e) {
            throw failure(e);
        }
    }

    /// Frees the place in the queue at once.
    private HashingOverloaded withdrawn(Future<?> turn) {
        turn.cancel(false);
        workers.purge();
        return overloaded();
    }

    private HashingOverloaded overloaded() {
        return new HashingOverloaded(Math.toIntExact(Math.max(1, longestWait.toSeconds())));
    }

    private static RuntimeException failure(ExecutionException e) {
        return switch (e.getCause()) {
            case RuntimeException thrown -> thrown;
            case Error error -> throw error;
            case null, default -> new IllegalStateException(e);
        };
    }

    /// Takes nothing new, and waits for what was taken.
    @Override
    public void close() {
        workers.close();
    }
}
