package dev.keystead.audit.chain;

import dev.keystead.audit.Trail;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The statements on the months of the trails.
final class MonthStore {
    private static final String WHY = "months are parts of the whole table";

    static final Query<Integer> MONTHS_MAKE = Query.crossTenant(
            "audit.months.make", WHY, "select app.make_audit_months(?) as made", row -> row.integer("made"));

    static final Query<Integer> MONTHS_CUT = Query.crossTenant(
            "audit.months.cut", WHY, "select app.cut_audit_months(?, ?) as dropped", row -> row.integer("dropped"));

    static final Query<UUID> ADMIN_NEXT =
            Query.crossTenant("audit.admin.next", WHY, next(Trail.ADMIN_AUDIT), MonthStore::tenant);
    static final Query<UUID> AUTH_NEXT =
            Query.crossTenant("audit.auth.next", WHY, next(Trail.AUTH_AUDIT), MonthStore::tenant);
    static final Query<UUID> TOKEN_NEXT =
            Query.crossTenant("audit.token.next", WHY, next(Trail.RUNTIME_TOKEN_AUDIT), MonthStore::tenant);

    static final Query<Last> ADMIN_LAST =
            Query.crossTenant("audit.admin.last", WHY, last(Trail.ADMIN_AUDIT), MonthStore::lastRow);
    static final Query<Last> AUTH_LAST =
            Query.crossTenant("audit.auth.last", WHY, last(Trail.AUTH_AUDIT), MonthStore::lastRow);
    static final Query<Last> TOKEN_LAST =
            Query.crossTenant("audit.token.last", WHY, last(Trail.RUNTIME_TOKEN_AUDIT), MonthStore::lastRow);

    static final Query<Last> ADMIN_OLDEST =
            Query.crossTenant("audit.admin.oldest", WHY, oldest(Trail.ADMIN_AUDIT), MonthStore::lastRow);
    static final Query<Last> AUTH_OLDEST =
            Query.crossTenant("audit.auth.oldest", WHY, oldest(Trail.AUTH_AUDIT), MonthStore::lastRow);
    static final Query<Last> TOKEN_OLDEST =
            Query.crossTenant("audit.token.oldest", WHY, oldest(Trail.RUNTIME_TOKEN_AUDIT), MonthStore::lastRow);

    static final Query<Long> ROWS_CUT = Query.crossTenant(
            "audit.rows.cut",
            "a workspace that keeps its rows for a shorter time than others shares its months with them",
            "select app.cut_audit_rows(?, ?, ?) as removed",
            row -> row.number("removed"));

    private final Database worker;

    MonthStore(Database worker) {
        this.worker = worker;
    }

    record Last(long seq, String hash, Instant sealedAt) {}

    private static String next(Trail trail) {
        return """
                select tenant_id
                from audit.%s
                where tenant_id > ?
                  and sealed_at < ?
                order by tenant_id
                limit 1""".formatted(trail.word());
    }

    private static String last(Trail trail) {
        return """
                select seq, hash, sealed_at
                from audit.%s
                where tenant_id = ?
                  and sealed_at < ?
                order by seq desc
                limit 1""".formatted(trail.word());
    }

    private static String oldest(Trail trail) {
        return """
                select seq, hash, sealed_at
                from audit.%s
                where tenant_id = ?
                order by seq
                limit 1""".formatted(trail.word());
    }

    int make(Transaction transaction, int ahead) {
        return transaction.find(MONTHS_MAKE, p -> p.integer(ahead)).orElse(0);
    }

    int cut(Transaction transaction, Trail trail, Instant before) {
        return transaction
                .find(MONTHS_CUT, p -> p.text(trail.word()).instant(before))
                .orElse(0);
    }

    /// Removes the rows of a chain that were sealed before a moment, and answers how many.
    long cutRows(Transaction transaction, ChainId chain, Instant before) {
        return transaction
                .find(
                        ROWS_CUT,
                        p -> p.text(chain.trail().word()).uuid(chain.tenant()).instant(before))
                .orElse(0L);
    }

    /// When the oldest row of a chain was sealed.
    Optional<Instant> oldest(ChainId chain) {
        Query<Last> query = switch (chain.trail()) {
            case ADMIN_AUDIT -> ADMIN_OLDEST;
            case AUTH_AUDIT -> AUTH_OLDEST;
            case RUNTIME_TOKEN_AUDIT -> TOKEN_OLDEST;
        };
        return worker.find(query, p -> p.uuid(chain.tenant())).map(Last::sealedAt);
    }

    /// The next tenant with rows that were sealed before a moment.
    Optional<UUID> next(Trail trail, UUID after, Instant before) {
        Query<UUID> query = switch (trail) {
            case ADMIN_AUDIT -> ADMIN_NEXT;
            case AUTH_AUDIT -> AUTH_NEXT;
            case RUNTIME_TOKEN_AUDIT -> TOKEN_NEXT;
        };
        return worker.find(query, p -> p.uuid(after).instant(before));
    }

    /// The end that a chain had at a moment.
    Optional<ChainHead> endBefore(ChainId chain, Instant before) {
        Query<Last> query = switch (chain.trail()) {
            case ADMIN_AUDIT -> ADMIN_LAST;
            case AUTH_AUDIT -> AUTH_LAST;
            case RUNTIME_TOKEN_AUDIT -> TOKEN_LAST;
        };
        return worker.find(query, p -> p.uuid(chain.tenant()).instant(before))
                .map(last -> new ChainHead(chain, last.seq(), last.hash(), last.sealedAt(), 0));
    }

    private static UUID tenant(Row row) {
        return row.uuid("tenant_id");
    }

    private static Last lastRow(Row row) {
        return new Last(row.number("seq"), row.text("hash"), row.instant("sealed_at"));
    }
}
