package dev.keystead.audit.chain;

import dev.keystead.audit.Trail;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/// The statements that move entries from the queue into their trails. All are the worker's, which names the
/// tenant it works for.
final class SealStore {
    private static final String WHY = "one worker seals the entries of all workspaces";

    /// Jumps from one tenant to the next, however many entries one of them has waiting.
    static final Query<UUID> TENANTS_WAITING =
            Query.crossTenant("audit.entry.waiting", WHY, """
            with recursive waiting as (
                (select tenant_id
                 from audit.entries
                 where tenant_id > ?
                 order by tenant_id
                 limit 1)
                union all
                select (
                    select e.tenant_id
                    from audit.entries e
                    where e.tenant_id > w.tenant_id
                    order by e.tenant_id
                    limit 1)
                from waiting w
                where w.tenant_id is not null)
            select tenant_id
            from waiting
            where tenant_id is not null
            limit ?""", row -> row.uuid("tenant_id"));

    static final Command HEADS_BEGIN = Command.crossTenant("audit.head.begin", WHY, """
            insert into audit.chain_heads (tenant_id, trail, size, hash, sealed_at, checkpoint_size)
            select cast(? as uuid), trail, 0, cast(? as text), cast(? as timestamptz), 0
            from unnest(cast(? as text[])) as trail
            on conflict do nothing""");

    /// Whoever holds these rows seals. A node that comes second passes on to other tenants.
    static final Query<ChainHead> HEADS_LOCK = Query.crossTenant("audit.head.lock", WHY, """
            select tenant_id, trail, size, hash, sealed_at, checkpoint_size
            from audit.chain_heads
            where tenant_id = ?
            order by trail
            for update skip locked""", SealStore::head);

    static final Query<Waiting> ENTRIES_TAKE = Query.crossTenant("audit.entry.take", WHY, """
            delete from audit.entries
            where id in (
                select id
                from audit.entries
                where tenant_id = ?
                order by id
                limit ?)
              and tenant_id = ?
            returning id, trail, event_at, actor_did, event_type, resource_type, resource_id, request_id,
                payload::text as payload""", SealStore::waiting);

    static final Command ADMIN_INSERT = Command.crossTenant("audit.admin.insert", WHY, inserting(Trail.ADMIN_AUDIT));
    static final Command AUTH_INSERT = Command.crossTenant("audit.auth.insert", WHY, inserting(Trail.AUTH_AUDIT));
    static final Command TOKEN_INSERT =
            Command.crossTenant("audit.token.insert", WHY, inserting(Trail.RUNTIME_TOKEN_AUDIT));

    static final Command HEAD_MOVE = Command.crossTenant("audit.head.move", WHY, """
            update audit.chain_heads
            set size = ?,
                hash = ?,
                sealed_at = ?
            where tenant_id = ?
              and trail = ?
              and size = ?
              and hash = ?""");

    private final Database worker;

    SealStore(Database worker) {
        this.worker = worker;
    }

    /// An entry that this worker has taken out of the queue.
    record Waiting(
            UUID id,
            Trail trail,
            long eventAt,
            String actorDid,
            String eventType,
            String resourceType,
            String resourceId,
            String requestId,
            String payload) {}

    private static String inserting(Trail trail) {
        return """
                insert into audit.%s
                    (audit_id, tenant_id, event_at, actor_did, event_type, payload_json, prev_audit_hash, seq,
                     resource_type, resource_id, request_id, sealed_at, hash)
                select cast(r.audit_id as uuid), cast(? as uuid), cast(r.event_at as bigint), r.actor_did, r.event_type,
                    r.payload_json, r.prev_audit_hash, cast(r.seq as bigint), r.resource_type, r.resource_id,
                    r.request_id, cast(? as timestamptz), r.hash
                from unnest(
                    cast(? as text[]), cast(? as text[]), cast(? as text[]), cast(? as text[]), cast(? as text[]),
                    cast(? as text[]), cast(? as text[]), cast(? as text[]), cast(? as text[]), cast(? as text[]),
                    cast(? as text[]))
                    as r (audit_id, event_at, actor_did, event_type, payload_json, prev_audit_hash, seq,
                        resource_type, resource_id, request_id, hash)""".formatted(trail.word());
    }

    /// Tenants with entries in the queue, after one of them.
    List<UUID> waiting(UUID after, int most) {
        return worker.list(TENANTS_WAITING, p -> p.uuid(after).integer(most));
    }

    /// The heads of a tenant's chains that nobody else holds, held until the transaction ends.
    Map<Trail, ChainHead> lock(Transaction transaction, UUID tenant) {
        var heads = new EnumMap<Trail, ChainHead>(Trail.class);
        transaction
                .list(HEADS_LOCK, p -> p.uuid(tenant))
                .forEach(head -> heads.put(head.chain().trail(), head));
        return heads;
    }

    /// Begins the chains that a tenant does not have yet, and answers how many.
    int begin(Transaction transaction, UUID tenant, Instant now) {
        List<String> trails = List.of(Trail.values()).stream().map(Trail::word).toList();
        return transaction.update(
                HEADS_BEGIN,
                p -> p.uuid(tenant).text(RowHash.GENESIS).instant(now).texts(trails));
    }

    List<Waiting> take(Transaction transaction, UUID tenant, int most) {
        return transaction.list(ENTRIES_TAKE, p -> p.uuid(tenant).integer(most).uuid(tenant));
    }

    /// Left for the commit, with the head that they lead to.
    void append(Transaction transaction, ChainHead from, List<SealedEntry> rows) {
        UUID tenant = from.chain().tenant();
        SealedEntry last = rows.getLast();
        transaction.atCommit(
                insert(from.chain().trail()),
                p -> p.uuid(tenant)
                        .instant(last.sealedAt())
                        .texts(column(rows, row -> row.id().toString()))
                        .texts(column(rows, row -> Long.toString(row.eventAt())))
                        .texts(column(rows, SealedEntry::actorDid))
                        .texts(column(rows, SealedEntry::eventType))
                        .texts(column(rows, SealedEntry::payload))
                        .texts(column(rows, SealedEntry::previous))
                        .texts(column(rows, row -> Long.toString(row.seq())))
                        .texts(column(rows, SealedEntry::resourceType))
                        .texts(column(rows, SealedEntry::resourceId))
                        .texts(column(rows, SealedEntry::requestId))
                        .texts(column(rows, SealedEntry::hash)));
        transaction.atCommit(
                HEAD_MOVE,
                p -> p.number(last.seq())
                        .text(last.hash())
                        .instant(last.sealedAt())
                        .uuid(tenant)
                        .text(from.chain().trail().word())
                        .number(from.size())
                        .text(from.hash()));
    }

    private static List<String> column(List<SealedEntry> rows, Function<SealedEntry, String> value) {
        return rows.stream().map(value).toList();
    }

    private static Command insert(Trail trail) {
        return switch (trail) {
            case ADMIN_AUDIT -> ADMIN_INSERT;
            case AUTH_AUDIT -> AUTH_INSERT;
            case RUNTIME_TOKEN_AUDIT -> TOKEN_INSERT;
        };
    }

    static ChainHead head(Row row) {
        return new ChainHead(
                new ChainId(row.uuid("tenant_id"), Trail.ofWord(row.text("trail"))),
                row.number("size"),
                row.text("hash"),
                row.instant("sealed_at"),
                row.number("checkpoint_size"));
    }

    private static Waiting waiting(Row row) {
        return new Waiting(
                row.uuid("id"),
                Trail.ofWord(row.text("trail")),
                row.number("event_at"),
                row.text("actor_did"),
                row.text("event_type"),
                row.text("resource_type"),
                row.text("resource_id"),
                row.text("request_id"),
                row.text("payload"));
    }
}
