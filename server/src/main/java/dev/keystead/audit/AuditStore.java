package dev.keystead.audit;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on audit entries.
final class AuditStore {
    /// Newest first, so the first page begins after every id there can be.
    private static final UUID AFTER_ALL = new UUID(-1, -1);

    static final Command ENTRY_INSERT = Command.tenant("audit.entry.insert", """
            insert into audit.entries
                (id, event_at, actor_did, event_type, resource_type, resource_id, request_id, payload, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?)""");

    static final Query<AuditEntry> ENTRY_LIST = Query.tenant("audit.entry.list", """
            select id, event_at, actor_did, event_type, resource_type, resource_id, request_id, payload::text as payload
            from audit.entries
            where id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", AuditStore::entry);

    static final Query<AuditEntry> ENTRY_LIST_BY_RESOURCE =
            Query.tenant("audit.entry.list-by-resource", """
            select id, event_at, actor_did, event_type, resource_type, resource_id, request_id, payload::text as payload
            from audit.entries
            where resource_type = ?
              and resource_id = ?
              and id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", AuditStore::entry);

    private final Database database;

    AuditStore(Database database) {
        this.database = database;
    }

    /// Left for the commit: the entry costs no round trip of its own.
    void insertAtCommit(Transaction transaction, AuditEntry entry) {
        transaction.atCommit(
                ENTRY_INSERT,
                p -> p.id(entry.id())
                        .number(entry.eventAt().getEpochSecond())
                        .text(entry.actorDid())
                        .text(entry.eventType())
                        .text(entry.resourceType())
                        .text(entry.resourceId())
                        .text(entry.requestId())
                        .text(entry.payload()));
    }

    List<AuditEntry> list(Optional<UUID> before, int limit) {
        return database.list(
                ENTRY_LIST, p -> p.uuid(before.orElse(AFTER_ALL)).scope().integer(limit));
    }

    List<AuditEntry> listByResource(String type, String id, Optional<UUID> before, int limit) {
        return database.list(
                ENTRY_LIST_BY_RESOURCE,
                p -> p.text(type)
                        .text(id)
                        .uuid(before.orElse(AFTER_ALL))
                        .scope()
                        .integer(limit));
    }

    private static AuditEntry entry(Row row) {
        return new AuditEntry(
                new AuditEntryId(row.uuid("id")),
                Instant.ofEpochSecond(row.number("event_at")),
                row.text("actor_did"),
                row.text("event_type"),
                row.text("resource_type"),
                row.text("resource_id"),
                row.text("request_id"),
                row.text("payload"));
    }
}
