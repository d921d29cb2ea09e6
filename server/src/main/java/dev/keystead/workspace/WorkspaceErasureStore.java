package dev.keystead.workspace;

import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The statements on workspaces that were deleted, which nothing else sees.
final class WorkspaceErasureStore {
    static final String WHY = "the erasure of workspaces goes over all that were deleted";

    static final Query<WorkspaceId> WORKSPACES_DUE =
            Query.crossTenant("workspace.erasure.due", WHY, """
            select id
            from identity.workspaces
            where deleted_at < ?
              and erased_at is null
            order by deleted_at, id
            limit ?""", row -> new WorkspaceId(row.uuid("id")));

    static final Command WORKSPACE_BEGIN = Command.crossTenant("workspace.erasure.begin", WHY, """
            update identity.workspaces
            set erasure_begun_at = ?
            where erasure_begun_at is null
              and status = 'deleted'
              and id = ?""");

    /// Held by one batch at a time: of two nodes, one waits until the other's rows are gone. What came back
    /// before the erasure began is not held.
    static final Query<WorkspaceId> WORKSPACE_HOLD =
            Query.crossTenant("workspace.erasure.hold", WHY, """
            select id
            from identity.workspaces
            where erased_at is null
              and erasure_begun_at is not null
              and id = ?
            for update""", row -> new WorkspaceId(row.uuid("id")));

    /// Those under which nothing stands, so that no batch ends between a node and what it stands under.
    static final Command LEAVES_DELETE = Command.crossTenant("workspace.erasure.leaves", WHY, """
            delete from identity.nodes
            where (org_id, id) in (
                select n.org_id, n.id
                from identity.nodes n
                where n.tenant_id = ?
                  and not exists (
                    select from identity.nodes below
                    where below.tenant_id = n.tenant_id and below.parent_id = n.id)
                limit ?)""");

    static final Command WORKSPACE_COUNT = Command.crossTenant("workspace.erasure.count", WHY, """
            update identity.workspaces
            set erasure_counts = erasure_counts
                || jsonb_build_object(cast(? as text), coalesce((erasure_counts ->> ?)::bigint, 0) + ?)
            where id = ?""");

    /// What is left keeps the slug from being given again, and the trail its place.
    static final Query<String> WORKSPACE_EMPTY =
            Query.crossTenant("workspace.erasure.empty", WHY, """
            update identity.workspaces
            set name = 'Erased workspace', domain = null, logo_url = null, settings = '{}', erased_at = ?,
                updated_at = ?, version = version + 1
            where erased_at is null
              and status = 'deleted'
              and id = ?
            returning erasure_counts::text as counts""", row -> row.text("counts"));

    private final Database database;

    WorkspaceErasureStore(Database database) {
        this.database = database;
    }

    List<WorkspaceId> due(Instant before, int limit) {
        return database.list(WORKSPACES_DUE, p -> p.instant(before).integer(limit));
    }

    boolean begin(Transaction transaction, WorkspaceId workspace, Instant at) {
        return transaction.update(WORKSPACE_BEGIN, p -> p.instant(at).id(workspace)) == 1;
    }

    /// Whether it is not erased yet, and nobody else's to erase until the transaction ends.
    boolean hold(Transaction transaction, WorkspaceId workspace) {
        return transaction.find(WORKSPACE_HOLD, p -> p.id(workspace)).isPresent();
    }

    void count(Transaction transaction, WorkspaceId workspace, Map<String, Integer> removed) {
        removed.forEach((table, rows) -> transaction.update(
                WORKSPACE_COUNT, p -> p.text(table).text(table).number(rows).id(workspace)));
    }

    /// What was removed in all; nothing when another node was faster.
    Optional<Object> empty(Transaction transaction, WorkspaceId workspace, Instant at) {
        return transaction
                .find(WORKSPACE_EMPTY, p -> p.instant(at).instant(at).id(workspace))
                .map(Json::tree);
    }
}
