package dev.keystead.event;

import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements by which an operator sees the outbox, over all workspaces.
final class WaitingStore {
    private static final String WHY = "the operator watches the events of all workspaces";

    static final Query<Stuck> WAITING_LIST =
            Query.crossTenant("event.outbox.list-waiting", WHY, """
            select id, tenant_id, seq, subject, aggregate_id, created_at, attempt, last_error,
                next_attempt_at = 'infinity' as dead
            from events.outbox
            where published_at is null
              and seq > ?
            order by seq
            limit ?""", WaitingStore::stuck);

    static final Query<Stuck> DEAD_LIST = Query.crossTenant("event.outbox.list-dead", WHY, """
            select id, tenant_id, seq, subject, aggregate_id, created_at, attempt, last_error,
                next_attempt_at = 'infinity' as dead
            from events.outbox
            where published_at is null
              and next_attempt_at = 'infinity'
              and seq > ?
            order by seq
            limit ?""", WaitingStore::stuck);

    static final Query<UUID> EVENT_TENANT =
            Query.crossTenant("event.outbox.tenant", WHY, """
            select tenant_id
            from events.outbox
            where id = ?
              and published_at is null""", row -> row.uuid("tenant_id"));

    static final Query<Stuck> EVENT_RETRY = Query.tenant("event.outbox.retry", """
            update events.outbox
            set attempt = 0,
                next_attempt_at = ?
            where id = ?
              and published_at is null
              and tenant_id = ?
            returning id, tenant_id, seq, subject, aggregate_id, created_at, attempt, last_error,
                false as dead""", WaitingStore::stuck);

    static final Query<Figures> FIGURES = Query.crossTenant(
            "event.outbox.figures",
            WHY,
            """
            select count(*) filter (where next_attempt_at < 'infinity') as waiting,
                count(*) filter (where next_attempt_at = 'infinity') as dead,
                min(created_at) filter (where next_attempt_at < 'infinity') as oldest
            from events.outbox
            where published_at is null
              and seq > 0""",
            row -> new Figures(row.number("waiting"), row.number("dead"), row.findInstant("oldest")));

    private final Database worker;
    private final Clock clock;

    WaitingStore(Database worker, Clock clock) {
        this.worker = worker;
        this.clock = clock;
    }

    /// An event that was not handed on yet.
    record Stuck(
            EventId id,
            UUID tenant,
            long seq,
            String subject,
            String aggregate,
            Instant createdAt,
            int attempts,
            Optional<String> lastError,
            boolean isDead) {}

    /// How much waits.
    ///
    /// @param dead what nobody tries any more
    /// @param oldest when what waits longest happened
    record Figures(long waiting, long dead, Optional<Instant> oldest) {
        double lagSeconds(Instant now) {
            return oldest.map(since -> Duration.between(since, now))
                    .map(lag -> Math.max(lag.toMillis(), 0) / 1000.0)
                    .orElse(0.0);
        }
    }

    List<Stuck> list(boolean onlyDead, long after, int limit) {
        return worker.list(
                onlyDead ? DEAD_LIST : WAITING_LIST, p -> p.number(after).integer(limit));
    }

    /// Whose event waits under an id.
    Optional<UUID> tenantOf(EventId id) {
        return worker.find(EVENT_TENANT, p -> p.id(id));
    }

    /// In the tenant whose event it is.
    Optional<Stuck> retry(Transaction transaction, UUID tenant, EventId id) {
        Instant now = clock.instant();
        return transaction
                .with(Scope.tenant(tenant))
                .find(EVENT_RETRY, p -> p.instant(now).id(id));
    }

    Figures figures() {
        return worker.find(FIGURES, p -> {}).orElseThrow();
    }

    private static Stuck stuck(Row row) {
        return new Stuck(
                new EventId(row.uuid("id")),
                row.uuid("tenant_id"),
                row.number("seq"),
                row.text("subject"),
                row.text("aggregate_id"),
                row.instant("created_at"),
                row.integer("attempt"),
                row.findText("last_error"),
                row.flag("dead"));
    }
}
