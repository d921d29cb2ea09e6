package dev.keystead.event;

import dev.keystead.audit.AuditEntry;
import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// The statements on events that wait to be handed on. All but the first are the worker's, which names the
/// tenant it works for.
final class OutboxStore {
    private static final String WHY = "one worker hands on the events of all workspaces";

    static final Command EVENT_INSERT = Command.tenant("event.outbox.insert", """
            insert into events.outbox
                (id, subject, aggregate_id, payload, headers, created_at, attempt, next_attempt_at, expires_at,
                tenant_id)
            values (?, ?, ?, ?::jsonb, ?::jsonb, ?, 0, ?, 'infinity', ?)""");

    /// Many at once that differ in their things only.
    static final Command EVENTS_INSERT = Command.tenant("event.outbox.insert-many", """
            insert into events.outbox
                (id, subject, aggregate_id, payload, headers, created_at, attempt, next_attempt_at, expires_at,
                tenant_id)
            select n.id, ?, n.aggregate_id, cast(? as jsonb), cast(? as jsonb), ?, 0, ?, 'infinity', cast(? as uuid)
            from unnest(cast(? as uuid[]), cast(? as text[])) as n (id, aggregate_id)""");

    /// Whose webhooks are to be told something; who waited longest comes first.
    static final Query<UUID> TENANTS_TO_FAN_OUT =
            Query.crossTenant("event.outbox.to-fan-out", WHY, """
            select tenant_id, min(seq) as first
            from events.outbox
            where fanned_out_at is null
              and seq > 0
            group by tenant_id
            order by first
            limit ?""", row -> row.uuid("tenant_id"));

    static final Query<UUID> TENANTS_DUE =
            Query.crossTenant("event.outbox.due", WHY, """
            select tenant_id, min(seq) as first
            from events.outbox
            where published_at is null
              and next_attempt_at <= ?
              and seq > 0
            group by tenant_id
            order by first
            limit ?""", row -> row.uuid("tenant_id"));

    static final Query<Event> EVENTS_TO_FAN_OUT =
            Query.crossTenant("event.outbox.list-to-fan-out", WHY, """
            select id, tenant_id, subject, aggregate_id, payload::text as payload, headers::text as headers, created_at
            from events.outbox
            where fanned_out_at is null
              and tenant_id = ?
            order by seq
            limit ?""", OutboxStore::event);

    static final Command EVENTS_FANNED_OUT = Command.crossTenant("event.outbox.fanned-out", WHY, """
            update events.outbox
            set fanned_out_at = ?
            where id = any(cast(? as uuid[]))
              and tenant_id = ?""");

    /// An event that waits for its next attempt holds back later ones about the same thing.
    static final Query<Waiting> EVENTS_DUE = Query.crossTenant(
            "event.outbox.list-due", WHY, """
            select o.id, o.tenant_id, o.subject, o.aggregate_id, o.payload::text as payload, o.headers::text as headers,
                o.created_at, o.attempt
            from events.outbox o
            where o.published_at is null
              and o.next_attempt_at <= ?
              and o.tenant_id = ?
              and not exists (
                select 1
                from events.outbox e
                where e.published_at is null
                  and e.aggregate_id = o.aggregate_id
                  and e.seq < o.seq
                  and e.next_attempt_at > ?
                  and e.tenant_id = ?)
            order by o.seq
            limit ?""", row -> new Waiting(event(row), row.integer("attempt")));

    static final Command EVENTS_PUBLISHED = Command.crossTenant("event.outbox.published", WHY, """
            update events.outbox
            set published_at = ?,
                expires_at = ?,
                attempt = attempt + 1,
                last_error = null
            where id = any(cast(? as uuid[]))
              and published_at is null
              and tenant_id = ?""");

    static final Command EVENTS_POSTPONE = Command.crossTenant("event.outbox.postpone", WHY, """
            update events.outbox
            set attempt = attempt + 1,
                next_attempt_at = ?,
                last_error = ?
            where id = any(cast(? as uuid[]))
              and published_at is null
              and tenant_id = ?""");

    /// From now on only an operator has it tried again.
    static final Command EVENT_BURY = Command.crossTenant("event.outbox.bury", WHY, """
            update events.outbox
            set attempt = attempt + 1,
                next_attempt_at = 'infinity',
                last_error = ?
            where id = ?
              and published_at is null
              and tenant_id = ?""");

    static final Query<Boolean> EVENT_KEPT = Query.tenant("event.outbox.kept", """
            select true as kept
            from events.outbox
            where id = ?
              and tenant_id = ?""", row -> row.flag("kept"));

    static final Query<Event> EVENT_FIND = Query.crossTenant("event.outbox.find", WHY, """
            select id, tenant_id, subject, aggregate_id, payload::text as payload, headers::text as headers, created_at
            from events.outbox
            where id = ?
              and tenant_id = ?""", OutboxStore::event);

    static final Command EVENT_SWEEP =
            Command.crossTenant("event.outbox.sweep", "published events of all workspaces are removed together", """
            delete from events.outbox
            where (tenant_id, id) in (
                select tenant_id, id
                from events.outbox
                where expires_at < ?
                order by expires_at
                limit ?)""");

    private OutboxStore() {}

    /// An event that is to be handed on.
    ///
    /// @param attempts how often that was tried
    record Waiting(Event event, int attempts) {}

    static void insertAtCommit(Transaction transaction, Event event) {
        String headers = Json.text(Map.of("actor", event.actor(), "request_id", event.requestId()));
        transaction.atCommit(
                EVENT_INSERT,
                p -> p.id(event.id())
                        .text(event.subject())
                        .text(event.aggregate())
                        .text(event.payload())
                        .text(headers)
                        .instant(event.createdAt())
                        .instant(event.createdAt()));
    }

    /// One event for each entry, all with the same data.
    static void insertAtCommit(Transaction transaction, String subject, List<AuditEntry> entries, String data) {
        AuditEntry first = entries.getFirst();
        String headers = Json.text(Map.of("actor", first.actorDid(), "request_id", first.requestId()));
        transaction.atCommit(
                EVENTS_INSERT,
                p -> p.text(subject)
                        .text(data)
                        .text(headers)
                        .instant(first.eventAt())
                        .instant(first.eventAt())
                        .scope()
                        .uuids(entries, entry -> entry.id().value())
                        .texts(entries.stream().map(AuditEntry::resourceId).toList()));
    }

    static List<Event> toFanOut(Transaction transaction, UUID tenant, int most) {
        return transaction.list(EVENTS_TO_FAN_OUT, p -> p.uuid(tenant).integer(most));
    }

    static void fannedOut(Transaction transaction, UUID tenant, List<Event> events, Instant now) {
        transaction.update(
                EVENTS_FANNED_OUT, p -> p.instant(now).texts(ids(events)).uuid(tenant));
    }

    static void published(Transaction transaction, UUID tenant, List<Event> events, Instant now, Instant until) {
        transaction.update(
                EVENTS_PUBLISHED,
                p -> p.instant(now).instant(until).texts(ids(events)).uuid(tenant));
    }

    static void postpone(Transaction transaction, UUID tenant, List<Event> events, Instant next, String why) {
        transaction.update(
                EVENTS_POSTPONE,
                p -> p.instant(next).text(why).texts(ids(events)).uuid(tenant));
    }

    static void bury(Transaction transaction, UUID tenant, EventId event, String why) {
        transaction.update(EVENT_BURY, p -> p.text(why).id(event).uuid(tenant));
    }

    private static List<String> ids(List<Event> events) {
        return events.stream().map(event -> event.id().value().toString()).toList();
    }

    static Event event(Row row) {
        JsonNode headers = Json.tree(row.text("headers"));
        return new Event(
                new EventId(row.uuid("id")),
                row.uuid("tenant_id"),
                row.text("subject"),
                row.text("aggregate_id"),
                row.text("payload"),
                headers.path("actor").asString(),
                headers.path("request_id").asString(),
                row.instant("created_at"));
    }
}
