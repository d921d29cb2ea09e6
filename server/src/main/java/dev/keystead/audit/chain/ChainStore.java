package dev.keystead.audit.chain;

import dev.keystead.audit.Trail;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The statements that read the chains of the tenant in scope.
final class ChainStore {
    static final Query<ChainHead> HEADS_LIST = Query.tenant("audit.head.list", """
            select tenant_id, trail, size, hash, sealed_at, checkpoint_size
            from audit.chain_heads
            where tenant_id = ?
            order by trail""", SealStore::head);

    static final Query<SealedEntry> ADMIN_RANGE =
            Query.tenant("audit.admin.range", rangeOf(Trail.ADMIN_AUDIT), ChainStore::entry);
    static final Query<SealedEntry> AUTH_RANGE =
            Query.tenant("audit.auth.range", rangeOf(Trail.AUTH_AUDIT), ChainStore::entry);
    static final Query<SealedEntry> TOKEN_RANGE =
            Query.tenant("audit.token.range", rangeOf(Trail.RUNTIME_TOKEN_AUDIT), ChainStore::entry);

    static final Query<Long> ADMIN_FIRST =
            Query.tenant("audit.admin.first", firstOf(Trail.ADMIN_AUDIT), row -> row.number("seq"));
    static final Query<Long> AUTH_FIRST =
            Query.tenant("audit.auth.first", firstOf(Trail.AUTH_AUDIT), row -> row.number("seq"));
    static final Query<Long> TOKEN_FIRST =
            Query.tenant("audit.token.first", firstOf(Trail.RUNTIME_TOKEN_AUDIT), row -> row.number("seq"));

    static final Query<SealedEntry> ADMIN_FIRST_SEALED =
            Query.tenant("audit.admin.first-sealed", sealedIn(Trail.ADMIN_AUDIT, "seq"), ChainStore::entry);
    static final Query<SealedEntry> AUTH_FIRST_SEALED =
            Query.tenant("audit.auth.first-sealed", sealedIn(Trail.AUTH_AUDIT, "seq"), ChainStore::entry);
    static final Query<SealedEntry> TOKEN_FIRST_SEALED =
            Query.tenant("audit.token.first-sealed", sealedIn(Trail.RUNTIME_TOKEN_AUDIT, "seq"), ChainStore::entry);

    static final Query<SealedEntry> ADMIN_LAST_SEALED =
            Query.tenant("audit.admin.last-sealed", sealedIn(Trail.ADMIN_AUDIT, "seq desc"), ChainStore::entry);
    static final Query<SealedEntry> AUTH_LAST_SEALED =
            Query.tenant("audit.auth.last-sealed", sealedIn(Trail.AUTH_AUDIT, "seq desc"), ChainStore::entry);
    static final Query<SealedEntry> TOKEN_LAST_SEALED =
            Query.tenant("audit.token.last-sealed", sealedIn(Trail.RUNTIME_TOKEN_AUDIT, "seq desc"), ChainStore::entry);

    private final Database database;

    ChainStore(Database database) {
        this.database = database;
    }

    private static String rangeOf(Trail trail) {
        return """
                select seq, audit_id, event_at, actor_did, event_type, resource_type, resource_id, request_id,
                    payload_json, sealed_at, prev_audit_hash, hash
                from audit.%s
                where seq >= ?
                  and seq < ?
                  and tenant_id = ?
                order by seq
                limit ?""".formatted(trail.word());
    }

    private static String firstOf(Trail trail) {
        return """
                select seq
                from audit.%s
                where tenant_id = ?
                order by seq
                limit 1""".formatted(trail.word());
    }

    private static String sealedIn(Trail trail, String order) {
        return """
                select seq, audit_id, event_at, actor_did, event_type, resource_type, resource_id, request_id,
                    payload_json, sealed_at, prev_audit_hash, hash
                from audit.%s
                where sealed_at >= ?
                  and sealed_at < ?
                  and tenant_id = ?
                order by %s
                limit 1""".formatted(trail.word(), order);
    }

    List<ChainHead> heads() {
        return database.list(HEADS_LIST, p -> {});
    }

    /// The first rows from one place to before another, in the order of the chain.
    List<SealedEntry> range(Trail trail, long from, long to, int most) {
        Query<SealedEntry> query = switch (trail) {
            case ADMIN_AUDIT -> ADMIN_RANGE;
            case AUTH_AUDIT -> AUTH_RANGE;
            case RUNTIME_TOKEN_AUDIT -> TOKEN_RANGE;
        };
        return database.list(query, p -> p.number(from).number(to).scope().integer(most));
    }

    /// The place of the first row that is there.
    OptionalLong first(Trail trail) {
        Query<Long> query = switch (trail) {
            case ADMIN_AUDIT -> ADMIN_FIRST;
            case AUTH_AUDIT -> AUTH_FIRST;
            case RUNTIME_TOKEN_AUDIT -> TOKEN_FIRST;
        };
        Optional<Long> found = database.find(query, p -> {});
        return found.map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    /// The first row that was sealed from one time to before another.
    Optional<SealedEntry> firstSealed(Trail trail, Instant from, Instant to) {
        Query<SealedEntry> query = switch (trail) {
            case ADMIN_AUDIT -> ADMIN_FIRST_SEALED;
            case AUTH_AUDIT -> AUTH_FIRST_SEALED;
            case RUNTIME_TOKEN_AUDIT -> TOKEN_FIRST_SEALED;
        };
        return database.find(query, p -> p.instant(from).instant(to));
    }

    /// The last one.
    Optional<SealedEntry> lastSealed(Trail trail, Instant from, Instant to) {
        Query<SealedEntry> query = switch (trail) {
            case ADMIN_AUDIT -> ADMIN_LAST_SEALED;
            case AUTH_AUDIT -> AUTH_LAST_SEALED;
            case RUNTIME_TOKEN_AUDIT -> TOKEN_LAST_SEALED;
        };
        return database.find(query, p -> p.instant(from).instant(to));
    }

    private static SealedEntry entry(Row row) {
        return new SealedEntry(
                row.number("seq"),
                row.uuid("audit_id"),
                row.number("event_at"),
                row.text("actor_did"),
                row.text("event_type"),
                row.text("resource_type"),
                row.text("resource_id"),
                row.text("request_id"),
                row.text("payload_json"),
                row.instant("sealed_at"),
                row.text("prev_audit_hash"),
                row.text("hash"));
    }
}
