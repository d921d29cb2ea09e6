package dev.keystead.job;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Queues that are worked off beside each other, so that none waits for the end of another: one for each
/// client, workspace or address.
///
/// @param <L> which queue
public final class Lanes<L> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lanes.class);
    private static final long LAST_WORK_SECONDS = 15;

    private final String name;
    private final Supplier<? extends Collection<L>> due;
    private final Work<L> work;
    private final Set<L> busy = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads;
    private final Lookout lookout;

    /// Works off one queue.
    @FunctionalInterface
    public interface Work<L> {
        /// Does what is there in one queue. A failure ends this turn and not the next.
        ///
        /// @param stopping whether to end after the piece of work under way
        void run(L lane, BooleanSupplier stopping);
    }

    /// Queues of one kind.
    ///
    /// @param bell rings when something was queued here
    /// @param due which queues have something to do now
    public Lanes(String name, Bell bell, Supplier<? extends Collection<L>> due, Work<L> work) {
        this.name = name;
        this.due = due;
        this.work = work;
        this.threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name(name + "-lane").factory());
        this.lookout = new Lookout(name, bell, this::look);
    }

    public void start() {
        lookout.start();
    }

    /// Sends every queue on its way that is not under way, and waits for none.
    private void look(BooleanSupplier stopping) {
        for (L lane : due.get()) {
            if (!stopping.getAsBoolean() && busy.add(lane)) {
                threads.execute(() -> attempt(lane, stopping));
            }
        }
    }

    private void attempt(L lane, BooleanSupplier stopping) {
        try {
            work.run(lane, stopping);
        } catch (RuntimeException e) {
            LOG.atWarn()
                    .addKeyValue("work", name)
                    .addKeyValue("lane", lane)
                    .setCause(e)
                    .log("work could not be done; that is tried again");
        } finally {
            busy.remove(lane);
        }
    }

    /// Lets the work under way end, so that it is not done twice.
    @Override
    public void close() {
        lookout.close();
        threads.shutdown();
        try {
            if (!threads.awaitTermination(LAST_WORK_SECONDS, TimeUnit.SECONDS)) {
                LOG.atWarn().addKeyValue("work", name).log("work was not done in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
