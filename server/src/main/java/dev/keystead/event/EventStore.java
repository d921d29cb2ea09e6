package dev.keystead.event;

import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import java.util.List;

/// The statements that read events again.
final class EventStore {
    /// Transactions before the horizon are over: whatever they wrote can be seen.
    static final Query<String> HORIZON = Query.systemWide(
            "event.replay.horizon",
            "select pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text as horizon",
            row -> row.text("horizon"));

    static final Query<Placed> EVENTS_AFTER = Query.tenant(
            "event.replay.list",
            """
            select id, tenant_id, seq, made_in::text as made_in, subject, aggregate_id, payload::text as payload,
                headers::text as headers, created_at
            from events.outbox
            where made_in < cast(? as xid8)
              and (made_in, seq) > (cast(? as xid8), ?)
              and subject ^@ ?
              and tenant_id = ?
            order by made_in, seq
            limit ?""",
            row -> new Placed(OutboxStore.event(row), row.text("made_in"), row.number("seq")));

    private final Database database;

    EventStore(Database database) {
        this.database = database;
    }

    /// An event and its place in the order in which events are read.
    record Placed(Event event, String madeIn, long seq) {}

    String horizon() {
        return database.find(HORIZON, p -> {}).orElseThrow();
    }

    List<Placed> after(String madeIn, long seq, String horizon, String typePrefix, int limit) {
        return database.list(
                EVENTS_AFTER,
                p -> p.text(horizon)
                        .text(madeIn)
                        .number(seq)
                        .text(typePrefix)
                        .scope()
                        .integer(limit));
    }
}
