package dev.keystead.event;

import dev.keystead.event.WaitingStore.Figures;
import dev.keystead.job.Job;
import dev.keystead.platform.metric.Metrics;
import dev.keystead.tenancy.Database;
import java.time.Clock;
import java.time.Duration;

/// Puts what waits in the outbox among the figures of this process.
public final class OutboxWatch {
    private static final Duration EVERY = Duration.ofMinutes(1);

    private final WaitingStore outbox;
    private final Metrics metrics;
    private final Clock clock;

    public OutboxWatch(Database worker, Metrics metrics, Clock clock) {
        this.outbox = new WaitingStore(worker, clock);
        this.metrics = metrics;
        this.clock = clock;
    }

    public Job job() {
        return new Job("outbox-figures", EVERY, this::look);
    }

    /// Touches nothing.
    private long look() {
        Figures figures = outbox.figures();
        metrics.outbox(figures.waiting(), figures.dead(), figures.lagSeconds(clock.instant()));
        return 0;
    }
}
