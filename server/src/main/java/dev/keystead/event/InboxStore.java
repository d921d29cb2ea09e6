package dev.keystead.event;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on events that had their effect. They are the worker's, which names the tenant it works
/// for.
final class InboxStore {
    static final Command INBOX_INSERT =
            Command.crossTenant("event.inbox.insert", "one worker receives the events of all workspaces", """
            insert into events.inbox (consumer, id, subject, received_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?)
            on conflict do nothing""");

    static final Command INBOX_SWEEP =
            Command.crossTenant("event.inbox.sweep", "what was received long ago is forgotten for all workspaces", """
            delete from events.inbox
            where (tenant_id, consumer, id) in (
                select tenant_id, consumer, id
                from events.inbox
                where expires_at < ?
                order by expires_at
                limit ?)""");

    private static final String WATCHED = "the operator watches the events of all workspaces";

    static final Query<Arrival> INBOX_LIST = Query.crossTenant("event.inbox.list", WATCHED, """
            select tenant_id, consumer, id, subject, received_at
            from events.inbox
            where (tenant_id, consumer, id) > (?, ?, ?)
            order by tenant_id, consumer, id
            limit ?""", InboxStore::arrival);

    /// Events that a consumer wants and that have no row of its in the inbox.
    static final Query<Arrival> INBOX_WAITING =
            Query.crossTenant("event.inbox.list-waiting", WATCHED, """
            select o.tenant_id, wanted.consumer, o.id, o.subject, null::timestamptz as received_at
            from events.outbox o
            join unnest(cast(? as text[]), cast(? as text[])) as wanted (consumer, beginning)
                on starts_with(o.subject, wanted.beginning)
            where o.tenant_id >= ?
              and (o.tenant_id, wanted.consumer, o.id) > (?, ?, ?)
              and not exists (
                select
                from events.inbox i
                where i.tenant_id = o.tenant_id
                  and i.consumer = wanted.consumer
                  and i.id = o.id)
            order by o.tenant_id, wanted.consumer, o.id
            limit ?""", InboxStore::arrival);

    private static final Place BEFORE_ALL = new Place(new UUID(0, 0), "", new UUID(0, 0));

    private final Database worker;

    InboxStore(Database worker) {
        this.worker = worker;
    }

    /// An event and one of its effects.
    ///
    /// @param receivedAt nothing while it waits
    record Arrival(UUID tenant, String consumer, EventId id, String subject, Optional<Instant> receivedAt) {}

    /// A place in the list.
    record Place(UUID tenant, String consumer, UUID event) {}

    List<Arrival> done(Optional<Place> after, int most) {
        Place place = after.orElse(BEFORE_ALL);
        return worker.list(
                INBOX_LIST,
                p -> p.uuid(place.tenant())
                        .text(place.consumer())
                        .uuid(place.event())
                        .integer(most));
    }

    List<Arrival> waiting(List<Consumer> consumers, Optional<Place> after, int most) {
        Place place = after.orElse(BEFORE_ALL);
        List<String> names = consumers.stream().map(Consumer::name).toList();
        List<String> beginnings = consumers.stream()
                .map(consumer -> "identity." + consumer.aggregate() + ".")
                .toList();
        return worker.list(
                INBOX_WAITING,
                p -> p.texts(names)
                        .texts(beginnings)
                        .uuid(place.tenant())
                        .uuid(place.tenant())
                        .text(place.consumer())
                        .uuid(place.event())
                        .integer(most));
    }

    private static Arrival arrival(Row row) {
        return new Arrival(
                row.uuid("tenant_id"),
                row.text("consumer"),
                new EventId(row.uuid("id")),
                row.text("subject"),
                row.findInstant("received_at"));
    }
}
