package dev.keystead.webhook;

import dev.keystead.event.EventId;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on deliveries. The first ones are the application's, the others the worker's, which names
/// the tenant it works for.
final class DeliveryStore {
    /// Newest first, so the first page begins after every id there can be.
    private static final UUID AFTER_ALL = new UUID(-1, -1);

    private static final String WHY = "one worker tells the webhooks of all workspaces";

    static final Query<Delivery> DELIVERY_LIST = Query.tenant("webhook.delivery.list", """
            select event_id, subject, state, attempts, next_attempt_at, attempted_at, status, answer, last_error,
                created_at
            from admin.webhook_deliveries
            where webhook_id = ?
              and event_id < ?
              and tenant_id = ?
            order by event_id desc
            limit ?""", DeliveryStore::delivery);

    static final Query<Delivery> DELIVERY_FIND = Query.tenant("webhook.delivery.find", """
            select event_id, subject, state, attempts, next_attempt_at, attempted_at, status, answer, last_error,
                created_at
            from admin.webhook_deliveries
            where webhook_id = ?
              and event_id = ?
              and tenant_id = ?""", DeliveryStore::delivery);

    static final Query<Delivery> DELIVERY_AGAIN = Query.tenant("webhook.delivery.again", """
            update admin.webhook_deliveries
            set state = 'waiting',
                next_attempt_at = ?,
                give_up_at = ?
            where webhook_id = ?
              and event_id = ?
              and tenant_id = ?
            returning event_id, subject, state, attempts, next_attempt_at, attempted_at, status, answer, last_error,
                created_at""", DeliveryStore::delivery);

    /// Once for an event and a webhook, however often it is done.
    static final Command DELIVERIES_INSERT = Command.crossTenant("webhook.delivery.insert", WHY, """
            insert into admin.webhook_deliveries (tenant_id, webhook_id, event_id, subject, state, attempts,
                next_attempt_at, give_up_at, created_at, expires_at)
            select cast(? as uuid), cast(w as uuid), cast(e as uuid), s, 'waiting', 0,
                cast(n as timestamptz), cast(? as timestamptz), cast(? as timestamptz), cast(? as timestamptz)
            from unnest(cast(? as text[]), cast(? as text[]), cast(? as text[]), cast(? as text[]))
                as queued (w, e, s, n)
            on conflict do nothing""");

    /// When a target that fails is tried next.
    static final Query<Optional<Instant>> NEXT_ATTEMPT =
            Query.crossTenant("webhook.delivery.next-attempt", WHY, """
            select min(next_attempt_at) as next
            from admin.webhook_deliveries
            where state = 'waiting'
              and webhook_id = ?
              and tenant_id = ?""", row -> row.findInstant("next"));

    /// Who waited longest comes first.
    static final Query<Lane> LANES_DUE = Query.crossTenant(
            "webhook.delivery.due",
            WHY,
            """
            select tenant_id, webhook_id, min(next_attempt_at) as since
            from admin.webhook_deliveries
            where state = 'waiting'
              and next_attempt_at <= ?
            group by tenant_id, webhook_id
            order by since
            limit ?""",
            row -> new Lane(row.uuid("tenant_id"), new WebhookId(row.uuid("webhook_id"))));

    /// Taking is one statement, and passes over what another worker is taking: none is taken by two.
    static final Query<Taken> DELIVERIES_CLAIM = Query.crossTenant(
            "webhook.delivery.claim",
            WHY,
            """
            update admin.webhook_deliveries
            set attempts = attempts + 1,
                next_attempt_at = ?
            where event_id in (
                select event_id
                from admin.webhook_deliveries
                where state = 'waiting'
                  and next_attempt_at <= ?
                  and webhook_id = ?
                  and tenant_id = ?
                order by next_attempt_at, event_id
                limit ?
                for update skip locked)
              and webhook_id = ?
              and tenant_id = ?
            returning event_id, attempts, give_up_at""",
            row -> new Taken(new EventId(row.uuid("event_id")), row.integer("attempts"), row.instant("give_up_at")));

    /// Not when another worker has taken it meanwhile.
    static final Command DELIVERY_NOTE = Command.crossTenant("webhook.delivery.note", WHY, """
            update admin.webhook_deliveries
            set state = ?,
                next_attempt_at = ?,
                attempted_at = ?,
                status = ?::integer,
                answer = ?,
                last_error = ?
            where webhook_id = ?
              and event_id = ?
              and attempts = ?
              and tenant_id = ?""");

    static final Command DELIVERY_SWEEP =
            Command.crossTenant("webhook.delivery.sweep", "old deliveries of all workspaces are removed together", """
            delete from admin.webhook_deliveries
            where (tenant_id, webhook_id, event_id) in (
                select tenant_id, webhook_id, event_id
                from admin.webhook_deliveries
                where expires_at < ?
                order by expires_at
                limit ?)""");

    private final Database database;

    DeliveryStore(Database database) {
        this.database = database;
    }

    /// The queue of one webhook.
    record Lane(UUID tenant, WebhookId webhook) {}

    /// A delivery that this worker has taken.
    record Taken(EventId event, int attempts, Instant giveUpAt) {}

    /// What is queued: an event for a webhook.
    ///
    /// @param next when it may be sent
    record Queued(WebhookId webhook, EventId event, String subject, Instant next) {}

    List<Delivery> list(WebhookId webhook, Optional<UUID> before, int limit) {
        return database.list(
                DELIVERY_LIST,
                p -> p.id(webhook).uuid(before.orElse(AFTER_ALL)).scope().integer(limit));
    }

    Optional<Delivery> find(Transaction transaction, WebhookId webhook, EventId event) {
        return transaction.find(DELIVERY_FIND, p -> p.id(webhook).id(event));
    }

    Optional<Delivery> again(Transaction transaction, WebhookId webhook, EventId event, Instant now, Instant giveUpAt) {
        return transaction.find(
                DELIVERY_AGAIN,
                p -> p.instant(now).instant(giveUpAt).id(webhook).id(event));
    }

    static void insert(
            Transaction transaction,
            UUID tenant,
            List<Queued> queued,
            Instant now,
            Instant giveUpAt,
            Instant expiresAt) {
        transaction.update(
                DELIVERIES_INSERT,
                p -> p.uuid(tenant)
                        .instant(giveUpAt)
                        .instant(now)
                        .instant(expiresAt)
                        .texts(queued.stream()
                                .map(one -> one.webhook().value().toString())
                                .toList())
                        .texts(queued.stream()
                                .map(one -> one.event().value().toString())
                                .toList())
                        .texts(queued.stream().map(Queued::subject).toList())
                        .texts(queued.stream().map(one -> one.next().toString()).toList()));
    }

    static Optional<Instant> nextAttempt(Transaction transaction, UUID tenant, WebhookId webhook) {
        return transaction.find(NEXT_ATTEMPT, p -> p.id(webhook).uuid(tenant)).flatMap(next -> next);
    }

    static List<Taken> claim(Transaction transaction, Lane lane, Instant now, Instant until, int most) {
        return transaction.list(
                DELIVERIES_CLAIM,
                p -> p.instant(until)
                        .instant(now)
                        .id(lane.webhook())
                        .uuid(lane.tenant())
                        .integer(most)
                        .id(lane.webhook())
                        .uuid(lane.tenant()));
    }

    /// What became of an attempt, and when the next one may be.
    static boolean note(
            Transaction transaction,
            Lane lane,
            Taken taken,
            Delivery.State state,
            Instant now,
            Instant next,
            Target.Answer answer) {
        return transaction.update(
                        DELIVERY_NOTE,
                        p -> p.text(Words.of(state))
                                .instant(next)
                                .instant(now)
                                .text(answer.status().map(String::valueOf).orElse(null))
                                .text(answer.answer().orElse(null))
                                .text(answer.problem().orElse(null))
                                .id(lane.webhook())
                                .id(taken.event())
                                .integer(taken.attempts())
                                .uuid(lane.tenant()))
                == 1;
    }

    private static Delivery delivery(Row row) {
        return new Delivery(
                new EventId(row.uuid("event_id")),
                row.text("subject"),
                Words.parse(Delivery.State.class, row.text("state")),
                row.integer("attempts"),
                row.instant("next_attempt_at"),
                row.findInstant("attempted_at"),
                row.findInteger("status"),
                row.findText("answer"),
                row.findText("last_error"),
                row.instant("created_at"));
    }
}
