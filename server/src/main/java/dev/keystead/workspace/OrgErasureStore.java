package dev.keystead.workspace;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;

/// The statements on organisations that were deleted, which nothing else sees.
final class OrgErasureStore {
    static final String WHY = "the erasure of organisations goes over all that were deleted";

    static final Query<OrgId> ORGS_DUE =
            Query.crossTenant("workspace.org-erasure.due", WHY, """
            select o.id
            from identity.orgs o
            left join lateral (
                select w.id
                from identity.workspaces w
                where w.org_id = o.id
                  and w.erased_at is null
                order by w.id
                limit 1) left_over on true
            where o.deleted_at < ?
              and o.erased_at is null
              and left_over.id is null
            order by o.deleted_at, o.id
            limit ?""", row -> new OrgId(row.uuid("id")));

    /// Of two nodes, one waits for the other and finds nothing left to do.
    static final Query<OrgId> ORG_HOLD =
            Query.crossTenant("workspace.org-erasure.hold", WHY, """
            select id
            from identity.orgs
            where status = 'deleted'
              and erased_at is null
              and id = ?
            for update""", row -> new OrgId(row.uuid("id")));

    static final Command ORG_EMPTY = Command.crossTenant("workspace.org-erasure.empty", WHY, """
            update identity.orgs
            set name = 'Erased organisation', settings = '{}', erased_at = ?, updated_at = ?, version = version + 1
            where id = ?""");

    private final Database database;

    OrgErasureStore(Database database) {
        this.database = database;
    }

    List<OrgId> due(Instant before, int limit) {
        return database.list(ORGS_DUE, p -> p.instant(before).integer(limit));
    }

    boolean hold(Transaction transaction, OrgId org) {
        return transaction.find(ORG_HOLD, p -> p.id(org)).isPresent();
    }

    void empty(Transaction transaction, OrgId org, Instant at) {
        transaction.update(ORG_EMPTY, p -> p.instant(at).instant(at).id(org));
    }
}
