package dev.keystead.audit;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/// The statements on audit entries, sealed or not: one view shows both, and an entry in one of them only.
final class AuditStore {
    /// Newest first, so the first page begins after every id there can be.
    private static final UUID AFTER_ALL = new UUID(-1, -1);

    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private static final String SELECT = """
            select id, trail, event_at, actor_did, event_type, resource_type, resource_id, request_id,
                payload::text as payload, seq
            from audit.written
            """;

    /// What may be asked for besides what a statement asks for itself: an empty text asks for nothing.
    private static final String REST = """
              and (cast(? as text) = '' or actor_did = cast(? as text))
              and (cast(? as text) = '' or event_type = cast(? as text))
              and (cast(? as text) = '' or (resource_type = cast(? as text) and resource_id = cast(? as text)))
              and (cast(? as text) = '' or trail = cast(? as text))
              and id >= ?
              and id < ?
              and tenant_id = ?
            order by id desc
            limit ?""";

    static final Command ENTRY_INSERT = Command.tenant("audit.entry.insert", """
            insert into audit.entries
                (id, trail, event_at, actor_did, event_type, resource_type, resource_id, request_id, payload, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?)""");

    /// Many at once that differ in their things only.
    static final Command ENTRIES_INSERT = Command.tenant("audit.entry.insert-many", """
            insert into audit.entries
                (id, trail, event_at, actor_did, event_type, resource_type, resource_id, request_id, payload, tenant_id)
            select n.id, ?, ?, ?, ?, ?, n.resource_id, ?, cast(? as jsonb), cast(? as uuid)
            from unnest(cast(? as uuid[]), cast(? as text[])) as n (id, resource_id)""");

    static final Query<WrittenEntry> ENTRY_FIND =
            Query.tenant("audit.entry.find", SELECT + "where id = ? and tenant_id = ?", AuditStore::written);

    static final Query<WrittenEntry> ENTRY_LIST =
            Query.tenant("audit.entry.list", SELECT + "where true" + "\n" + REST, AuditStore::written);

    /// Each of these has an index of its own.
    static final Query<WrittenEntry> ENTRY_LIST_BY_RESOURCE = Query.tenant(
            "audit.entry.list-by-resource",
            SELECT + "where resource_type = ? and resource_id = ?\n" + REST,
            AuditStore::written);

    static final Query<WrittenEntry> ENTRY_LIST_BY_ACTOR =
            Query.tenant("audit.entry.list-by-actor", SELECT + "where actor_did = ?\n" + REST, AuditStore::written);

    static final Query<WrittenEntry> ENTRY_LIST_BY_ACTION =
            Query.tenant("audit.entry.list-by-action", SELECT + "where event_type = ?\n" + REST, AuditStore::written);

    private final Database database;

    AuditStore(Database database) {
        this.database = database;
    }

    /// Left for the commit: the entry costs no round trip of its own.
    void insertAtCommit(Transaction transaction, AuditEntry entry) {
        transaction.atCommit(
                ENTRY_INSERT,
                p -> p.id(entry.id())
                        .text(Trail.of(entry.eventType()).word())
                        .number(entry.eventAt().getEpochSecond())
                        .text(entry.actorDid())
                        .text(entry.eventType())
                        .text(entry.resourceType())
                        .text(entry.resourceId())
                        .text(entry.requestId())
                        .text(entry.payload()));
    }

    /// The same for entries that differ in their things only.
    void insertAtCommit(Transaction transaction, List<AuditEntry> entries) {
        AuditEntry first = entries.getFirst();
        transaction.atCommit(
                ENTRIES_INSERT,
                p -> p.text(Trail.of(first.eventType()).word())
                        .number(first.eventAt().getEpochSecond())
                        .text(first.actorDid())
                        .text(first.eventType())
                        .text(first.resourceType())
                        .text(first.requestId())
                        .text(first.payload())
                        .scope()
                        .uuids(entries, entry -> entry.id().value())
                        .texts(entries.stream().map(AuditEntry::resourceId).toList()));
    }

    Optional<WrittenEntry> find(AuditEntryId id) {
        return database.find(ENTRY_FIND, p -> p.id(id));
    }

    /// Enters by what narrows most: a thing, then a person, then an action, then the time.
    List<WrittenEntry> search(Search search, Optional<UUID> before, int limit) {
        Parameters.Binding rest = p -> rest(p, search, before).scope().integer(limit);
        if (search.resource().isPresent()) {
            Search.Thing thing = search.resource().get();
            return database.list(
                    ENTRY_LIST_BY_RESOURCE, p -> rest.bind(p.text(thing.type()).text(thing.id())));
        }
        if (search.actor().isPresent()) {
            return database.list(
                    ENTRY_LIST_BY_ACTOR, p -> rest.bind(p.text(search.actor().get())));
        }
        if (search.action().isPresent()) {
            return database.list(
                    ENTRY_LIST_BY_ACTION, p -> rest.bind(p.text(search.action().get())));
        }
        return database.list(ENTRY_LIST, rest);
    }

    private static Parameters rest(Parameters p, Search search, Optional<UUID> before) {
        String actor = search.actor().orElse("");
        String action = search.action().orElse("");
        String type = search.resource().map(Search.Thing::type).orElse("");
        String id = search.resource().map(Search.Thing::id).orElse("");
        String trail = search.trail().map(Trail::word).orElse("");
        UUID from = search.from().map(AuditStore::first).orElse(BEFORE_ALL);
        UUID end = search.to().map(AuditStore::first).orElse(AFTER_ALL);
        UUID until = before.filter(cursor -> end.equals(AFTER_ALL) || isBefore(cursor, end))
                .orElse(end);
        return p.text(actor)
                .text(actor)
                .text(action)
                .text(action)
                .text(type)
                .text(type)
                .text(id)
                .text(trail)
                .text(trail)
                .uuid(from)
                .uuid(until);
    }

    /// As the database compares them: by their bytes.
    private static boolean isBefore(UUID one, UUID other) {
        int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
        return high < 0
                || (high == 0
                        && Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits()) < 0);
    }

    /// The smallest id of a moment: ids begin with their milliseconds.
    private static UUID first(Instant moment) {
        return new UUID(moment.toEpochMilli() << 16, 0);
    }

    private static WrittenEntry written(Row row) {
        var entry = new AuditEntry(
                new AuditEntryId(row.uuid("id")),
                Instant.ofEpochSecond(row.number("event_at")),
                row.text("actor_did"),
                row.text("event_type"),
                row.text("resource_type"),
                row.text("resource_id"),
                row.text("request_id"),
                row.text("payload"));
        OptionalLong seq = row.findNumber("seq").map(OptionalLong::of).orElseGet(OptionalLong::empty);
        return new WrittenEntry(entry, Trail.ofWord(row.text("trail")), seq);
    }
}
