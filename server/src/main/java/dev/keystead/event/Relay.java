package dev.keystead.event;

import dev.keystead.event.OutboxStore.Waiting;
import dev.keystead.event.Outlet.Handover;
import dev.keystead.job.Backoff;
import dev.keystead.job.Bell;
import dev.keystead.job.Lanes;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Hands events on, workspace by workspace: queues their deliveries to webhooks, then gives them to the
/// broker in waves, of which each has at most one event about a thing.
public final class Relay implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Relay.class);
    private static final int MOST_TENANTS = 100;
    private static final int BATCH = 200;

    /// How long a published event can be read again.
    public static final Duration KEPT = Duration.ofDays(7);

    /// An event goes a little later than a cursor that is as old stops working.
    private static final Duration KEPT_BEYOND = Duration.ofHours(1);

    /// While the other side is down.
    private static final Duration DOWN_PAUSE = Duration.ofSeconds(5);

    private static final Backoff PAUSE = new Backoff(Duration.ofSeconds(2), Duration.ofHours(1));

    /// About half a day by the pauses above: what the other side refuses for so long, a person must look at.
    static final int MOST_ATTEMPTS = 24;

    private final Parts parts;
    private final Lanes<UUID> lanes;

    /// Queues what webhooks are to be told.
    @FunctionalInterface
    public interface FanOut {
        /// Queues the deliveries of events of one workspace, on the worker's connection, at most once each.
        void queue(Transaction transaction, UUID tenant, List<Event> events);
    }

    /// What it works with.
    ///
    /// @param bell rings when an event was committed here
    /// @param fannedOut rings when deliveries were queued
    /// @param clock the database's, as all nodes must agree on when a lease ends
    public record Parts(Database worker, Bell bell, Outlet outlet, FanOut fanOut, Bell fannedOut, Clock clock) {}

    public Relay(Parts parts) {
        this.parts = parts;
        this.lanes = new Lanes<>("events", parts.bell(), this::due, this::work);
    }

    public void start() {
        lanes.start();
    }

    private Set<UUID> due() {
        var tenants =
                new LinkedHashSet<>(parts.worker().list(OutboxStore.TENANTS_TO_FAN_OUT, p -> p.integer(MOST_TENANTS)));
        if (parts.outlet().isUp()) {
            Instant now = parts.clock().instant();
            tenants.addAll(parts.worker()
                    .list(OutboxStore.TENANTS_DUE, p -> p.instant(now).integer(MOST_TENANTS)));
        }
        return tenants;
    }

    private void work(UUID tenant, BooleanSupplier stopping) {
        Optional<Lease> taken = Lease.take(parts.worker(), tenant, parts.clock());
        if (taken.isEmpty()) {
            return;
        }
        try (Lease lease = taken.get()) {
            boolean more = true;
            while (more && !stopping.getAsBoolean() && lease.lasts()) {
                boolean fannedOut = fanOut(tenant);
                more = (parts.outlet().isUp() && handOn(tenant, lease, stopping)) || fannedOut;
            }
        }
    }

    /// Answers whether there may be more.
    private boolean fanOut(UUID tenant) {
        int queued = parts.worker().write(transaction -> {
            List<Event> events = OutboxStore.toFanOut(transaction, tenant, BATCH);
            if (!events.isEmpty()) {
                parts.fanOut().queue(transaction, tenant, events);
                OutboxStore.fannedOut(transaction, tenant, events, parts.clock().instant());
                transaction.afterCommit(parts.fannedOut()::ring);
            }
            return events.size();
        });
        return queued == BATCH;
    }

    /// Answers whether there may be more and the other side takes more.
    private boolean handOn(UUID tenant, Lease lease, BooleanSupplier stopping) {
        Instant now = parts.clock().instant();
        List<Waiting> batch = parts.worker()
                .list(
                        OutboxStore.EVENTS_DUE,
                        p -> p.instant(now)
                                .uuid(tenant)
                                .instant(now)
                                .uuid(tenant)
                                .integer(BATCH));
        Map<String, Deque<Waiting>> byThing = new LinkedHashMap<>();
        batch.forEach(waiting -> byThing.computeIfAbsent(waiting.event().aggregate(), _ -> new ArrayDeque<>())
                .add(waiting));
        while (!byThing.isEmpty()) {
            if (stopping.getAsBoolean() || !lease.lasts() || !handOverWave(tenant, byThing)) {
                return false;
            }
        }
        return batch.size() == BATCH;
    }

    /// Hands over the first waiting event about each thing, and answers whether the other side takes more.
    private boolean handOverWave(UUID tenant, Map<String, Deque<Waiting>> byThing) {
        List<Waiting> wave = byThing.values().stream().map(Deque::removeFirst).toList();
        List<Handover> answers = parts.outlet()
                .handOver(tenant, wave.stream().map(Waiting::event).toList());
        var accepted = new ArrayList<Event>();
        var waiting = new ArrayList<Event>();
        var downs = new ArrayList<String>();
        for (int i = 0; i < wave.size(); i++) {
            Event event = wave.get(i).event();
            switch (answers.get(i)) {
                case Handover.Accepted() -> accepted.add(event);
                case Handover.Refused(String why) -> {
                    refused(tenant, wave.get(i), why);
                    // What follows about the same thing waits for it.
                    byThing.remove(event.aggregate());
                }
                case Handover.Down(String why) -> {
                    waiting.add(event);
                    downs.add(why);
                }
            }
        }
        note(tenant, accepted, waiting, downs);
        byThing.values().removeIf(Deque::isEmpty);
        return downs.isEmpty();
    }

    private void note(UUID tenant, List<Event> accepted, List<Event> waiting, List<String> downs) {
        Instant now = parts.clock().instant();
        parts.worker().write(transaction -> {
            if (!accepted.isEmpty()) {
                Instant until = now.plus(KEPT).plus(KEPT_BEYOND);
                OutboxStore.published(transaction, tenant, accepted, now, until);
            }
            if (!waiting.isEmpty()) {
                OutboxStore.postpone(transaction, tenant, waiting, now.plus(DOWN_PAUSE), downs.getFirst());
            }
            return true;
        });
        if (!downs.isEmpty()) {
            LOG.atWarn().addKeyValue("why", downs.getFirst()).log("events cannot be handed on now; they wait");
        }
    }

    private void refused(UUID tenant, Waiting refused, String why) {
        boolean last = refused.attempts() + 1 >= MOST_ATTEMPTS;
        parts.worker().write(transaction -> {
            if (last) {
                OutboxStore.bury(transaction, tenant, refused.event().id(), why);
            } else {
                Instant next = parts.clock().instant().plus(PAUSE.after(refused.attempts() + 1));
                OutboxStore.postpone(transaction, tenant, List.of(refused.event()), next, why);
            }
            return true;
        });
        LOG.atWarn()
                .addKeyValue("event", refused.event().id())
                .addKeyValue("why", why)
                .log(last ? "an event is not handed on any more" : "an event was not taken; it is tried again");
    }

    /// Lets the wave under way end.
    @Override
    public void close() {
        try {
            lanes.close();
        } finally {
            parts.outlet().close();
        }
    }
}
