package dev.keystead.webhook;

import dev.keystead.event.Event;
import dev.keystead.event.EventId;
import dev.keystead.event.KeptEvents;
import dev.keystead.event.Relay;
import dev.keystead.job.Bell;
import dev.keystead.job.Sweep;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import dev.keystead.webhook.DeliveryStore.Queued;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// Queues events for webhooks, and shows what became of them.
public final class Deliveries implements Relay.FanOut {
    /// How long a target has to come back.
    private static final Duration TRIED = Duration.ofDays(3);

    private static final Duration LOGGED = Duration.ofDays(30);

    private final DeliveryStore store;
    private final Bell bell;
    private final Clock clock;

    /// @param bell rings when something can be sent
    public Deliveries(Database database, Bell bell, Clock clock) {
        this.store = new DeliveryStore(database);
        this.bell = bell;
        this.clock = clock;
    }

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("admin.webhook_deliveries", DeliveryStore.DELIVERY_SWEEP);
    }

    @Override
    public void queue(Transaction transaction, UUID tenant, List<Event> events) {
        List<Webhook> webhooks = WebhookStore.enabled(transaction, tenant);
        Instant now = clock.instant();
        List<Queued> queued = webhooks.stream()
                .flatMap(webhook -> queued(transaction, tenant, webhook, events, now))
                .toList();
        if (!queued.isEmpty()) {
            DeliveryStore.insert(transaction, tenant, queued, now, now.plus(TRIED), now.plus(LOGGED));
        }
    }

    /// A target that fails is not called for each new event: they wait with what waits already.
    private static Stream<Queued> queued(
            Transaction transaction, UUID tenant, Webhook webhook, List<Event> events, Instant now) {
        List<Event> wanted = events.stream()
                .filter(event -> webhook.wants(event.subject(), event.createdAt()))
                .toList();
        if (wanted.isEmpty()) {
            return Stream.empty();
        }
        Instant next = webhook.failingSince()
                .flatMap(_ -> DeliveryStore.nextAttempt(transaction, tenant, webhook.id()))
                .filter(now::isBefore)
                .orElse(now);
        return wanted.stream().map(event -> new Queued(webhook.id(), event.id(), event.subject(), next));
    }

    List<Delivery> list(WebhookId webhook, Optional<UUID> before, int limit) {
        return store.list(webhook, before, limit);
    }

    Optional<Delivery> find(Transaction transaction, WebhookId webhook, EventId event) {
        return store.find(transaction, webhook, event);
    }

    /// Whether the event can still be sent.
    boolean isKept(Transaction transaction, EventId event) {
        return KeptEvents.has(transaction, event);
    }

    /// Sends a delivery again, now.
    Optional<Delivery> again(Transaction transaction, WebhookId webhook, EventId event) {
        Instant now = clock.instant();
        transaction.afterCommit(bell::ring);
        return store.again(transaction, webhook, event, now, now.plus(TRIED));
    }
}
