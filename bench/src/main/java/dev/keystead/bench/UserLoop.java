package dev.keystead.bench;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/// The closed loop of one virtual user: the next iteration begins when the last one has ended, until told to
/// stop.
///
/// What ends while the phase is `MEASURE` is counted, also when it began before: whoever counted only what
/// lies wholly inside would lose slow iterations more often than fast ones.
final class UserLoop implements Runnable {
    enum Phase {
        WARM_UP,
        MEASURE,
        STOP
    }

    private static final int REASONS_KEPT = 3;

    /// A server that fails at once would otherwise be asked in a busy loop.
    private static final long PAUSE_AFTER_FAILURE_MILLIS = 20;

    private final VirtualUser user;
    private final AtomicReference<Phase> phase;
    private final Latencies latencies = new Latencies();
    private final Map<String, Long> failures = new LinkedHashMap<>();
    private long errors;
    private long requests;

    UserLoop(VirtualUser user, AtomicReference<Phase> phase) {
        this.user = user;
        this.phase = phase;
    }

    @Override
    public void run() {
        try {
            while (phase.get() != Phase.STOP) {
                switch (turn()) {
                    case Iteration.Done ignored -> {}
                    case Iteration.Failed ignored -> recover();
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private Iteration turn() {
        long requestsBefore = user.requests();
        long start = System.nanoTime();
        Iteration iteration = attempt(user, Attempt.ITERATE);
        long took = System.nanoTime() - start;
        if (phase.get() == Phase.MEASURE) {
            switch (iteration) {
                case Iteration.Done ignored -> {
                    latencies.add(took);
                    requests += user.requests() - requestsBefore;
                }
                case Iteration.Failed failed -> {
                    errors++;
                    remember(failed.why());
                }
            }
        }
        return iteration;
    }

    private void remember(String why) {
        if (failures.containsKey(why) || failures.size() < REASONS_KEPT) {
            failures.merge(why, 1L, Long::sum);
        }
    }

    private void recover() throws InterruptedException {
        Thread.sleep(PAUSE_AFTER_FAILURE_MILLIS);
        // If this fails too, the next iteration fails and says why.
        attempt(user, Attempt.PREPARE);
    }

    enum Attempt {
        PREPARE,
        ITERATE
    }

    /// A broken connection or answer fails the iteration; anything else is a fault of this program and is
    /// thrown.
    static Iteration attempt(VirtualUser user, Attempt attempt) {
        try {
            return switch (attempt) {
                case PREPARE -> user.prepare();
                case ITERATE -> user.iterate();
            };
        } catch (IOException | Refusal problem) {
            return new Iteration.Failed(Refusal.reasonOf(problem));
        }
    }

    Latencies latencies() {
        return latencies;
    }

    long errors() {
        return errors;
    }

    long requests() {
        return requests;
    }

    Map<String, Long> failures() {
        return failures;
    }
}
