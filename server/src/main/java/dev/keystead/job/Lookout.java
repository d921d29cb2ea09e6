package dev.keystead.job;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Work that is done as soon as it is there: a thread that looks for it when a bell rings, and every so
/// often by itself.
public final class Lookout implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lookout.class);

    /// How soon work is found that another process left, or whose next attempt has come.
    private static final Duration EVERY = Duration.ofSeconds(1);

    private static final Duration LAST_LOOK_LIMIT = Duration.ofSeconds(15);

    private final String name;
    private final Bell bell;
    private final Look look;
    private final Thread thread;
    private volatile boolean closed;

    /// Does the work that is there.
    @FunctionalInterface
    public interface Look {
        /// Looks once.
        ///
        /// @param stopping whether to end after the piece of work under way
        void run(BooleanSupplier stopping);
    }

    public Lookout(String name, Bell bell, Look look) {
        this.name = name;
        this.bell = bell;
        this.look = look;
        this.thread = Thread.ofVirtual().name(name).unstarted(this::work);
    }

    public void start() {
        thread.start();
    }

    private void work() {
        try {
            while (!closed) {
                attempt();
                bell.await(EVERY);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// A failure must not end the work: the next look tries again.
    private void attempt() {
        try {
            look.run(() -> closed);
        } catch (RuntimeException e) {
            LOG.atWarn().addKeyValue("work", name).setCause(e).log("work could not be done; that is tried again");
        }
    }

    /// Lets the work under way end, so that it is not done twice.
    @Override
    public void close() {
        closed = true;
        bell.ring();
        if (thread.getState() == Thread.State.NEW) {
            return;
        }
        try {
            if (!thread.join(LAST_LOOK_LIMIT)) {
                LOG.atWarn().addKeyValue("work", name).log("work was not done in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
