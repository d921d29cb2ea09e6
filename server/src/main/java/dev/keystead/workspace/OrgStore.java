package dev.keystead.workspace;

import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on organisations. All but the list of them are about the one in scope.
final class OrgStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    static final Command ORG_INSERT = Command.org("workspace.org.insert", """
            insert into identity.orgs (name, version, created_at, updated_at, id)
            values (?, 1, ?, ?, ?)""");

    static final Query<Org> ORG_FIND = Query.org("workspace.org.find", """
            select id, name, status, version, created_at, updated_at
            from identity.orgs
            where id = ?
              and status <> 'deleted'
              and org_id = ?""", OrgStore::org);

    static final Query<Org> ORG_LOCK = Query.org("workspace.org.lock", """
            select id, name, status, version, created_at, updated_at
            from identity.orgs
            where id = ?
              and status <> 'deleted'
              and org_id = ?
            for no key update""", OrgStore::org);

    /// Held by whoever puts a workspace into it: whoever suspends or deletes it waits, or is waited for.
    static final Query<Org> ORG_HOLD = Query.org("workspace.org.hold", """
            select id, name, status, version, created_at, updated_at
            from identity.orgs
            where id = ?
              and status <> 'deleted'
              and org_id = ?
            for share""", OrgStore::org);

    static final Query<Org> ORG_SET_STATUS = Query.org("workspace.org.set-status", """
            update identity.orgs
            set status = ?, version = version + 1, updated_at = ?
            where id = ?
              and status <> 'deleted'
              and org_id = ?
            returning id, name, status, version, created_at, updated_at""", OrgStore::org);

    static final Command ORG_DELETE = Command.org("workspace.org.delete", """
            update identity.orgs
            set status = 'deleted', deleted_at = ?, version = version + 1, updated_at = ?
            where id = ?
              and status <> 'deleted'
              and org_id = ?""");

    static final Command WORKSPACES_HOLD_BACK = Command.org("workspace.org.hold-back-workspaces", """
            update identity.workspaces
            set org_suspended = ?
            where org_suspended <> ?
              and org_id = ?""");

    static final Command WORKSPACES_DELETE = Command.org("workspace.org.delete-workspaces", """
            update identity.workspaces
            set deleted_from = status, status = 'deleted', deleted_at = ?, version = version + 1, updated_at = ?
            where status <> 'deleted'
              and org_id = ?""");

    static final Query<Instant> ORG_LOCK_GONE =
            Query.org("workspace.org.lock-gone", """
            select deleted_at
            from identity.orgs
            where id = ?
              and status = 'deleted'
              and erased_at is null
              and org_id = ?
            for no key update""", row -> row.instant("deleted_at"));

    /// Of those that were deleted with their organisation: whether the erasure of one has begun.
    static final Query<Boolean> WORKSPACES_LOCK_GONE =
            Query.org("workspace.org.lock-gone-workspaces", """
            select erasure_begun_at is not null as erasing
            from identity.workspaces
            where deleted_at = ?
              and org_id = ?
            order by id
            for no key update""", row -> row.flag("erasing"));

    static final Command WORKSPACES_RESTORE = Command.org("workspace.org.restore-workspaces", """
            update identity.workspaces
            set status = coalesce(deleted_from, 'suspended'), deleted_from = null, deleted_at = null,
                version = version + 1, updated_at = ?
            where deleted_at = ?
              and org_id = ?""");

    static final Query<Org> ORG_RESTORE = Query.org("workspace.org.restore", """
            update identity.orgs
            set status = ?, deleted_at = null, version = version + 1, updated_at = ?
            where id = ?
              and status = 'deleted'
              and org_id = ?
            returning id, name, status, version, created_at, updated_at""", OrgStore::org);

    /// Some workspace beside the home.
    static final Query<WorkspaceId> WORKSPACES_SAMPLE =
            Query.org("workspace.org.sample-workspaces", """
            select id
            from identity.workspaces
            where not is_home
              and status <> 'deleted'
              and org_id = ?
            limit 1""", row -> new WorkspaceId(row.uuid("id")));

    /// The worker's.
    static final Query<Org> ORG_LIST = Query.crossTenant(
            "workspace.org.list", "an operator sees which organisations there are", """
            select id, name, status, version, created_at, updated_at
            from identity.orgs
            where id > ?
              and erased_at is null
            order by id
            limit ?""", OrgStore::org);

    static final Query<Org> ORG_RENAME = Query.org("workspace.org.rename", """
            update identity.orgs
            set name = ?, version = version + 1, updated_at = ?
            where id = ?
              and org_id = ?
            returning id, name, status, version, created_at, updated_at""", OrgStore::org);

    private final Database database;

    OrgStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, String name, Instant at) {
        transaction.update(ORG_INSERT, p -> p.text(name).instant(at).instant(at));
    }

    Optional<Org> find() {
        return database.find(ORG_FIND, p -> p.scope(Axis.ORG));
    }

    Optional<Org> findForUpdate(Transaction transaction) {
        return transaction.find(ORG_LOCK, p -> p.scope(Axis.ORG));
    }

    Org rename(Transaction transaction, String name, Instant at) {
        return transaction
                .find(ORG_RENAME, p -> p.text(name).instant(at).scope(Axis.ORG))
                .orElseThrow();
    }

    Optional<Org> hold(Transaction transaction) {
        return transaction.find(ORG_HOLD, p -> p.scope(Axis.ORG));
    }

    Org setStatus(Transaction transaction, Org.Status status, Instant at) {
        return transaction
                .find(ORG_SET_STATUS, p -> p.text(Words.of(status)).instant(at).scope(Axis.ORG))
                .orElseThrow();
    }

    /// Lets nobody into the workspaces, or those again whom their own status lets in.
    void holdBack(Transaction transaction, boolean suspended) {
        transaction.update(WORKSPACES_HOLD_BACK, p -> p.flag(suspended).flag(suspended));
    }

    boolean hasFurtherWorkspaces(Transaction transaction) {
        return transaction.find(WORKSPACES_SAMPLE, p -> {}).isPresent();
    }

    /// Deletes the organisation and its workspaces.
    void delete(Transaction transaction, Instant at) {
        transaction.update(ORG_DELETE, p -> p.instant(at).instant(at).scope(Axis.ORG));
        transaction.update(WORKSPACES_DELETE, p -> p.instant(at).instant(at));
    }

    /// When the organisation was deleted, if it is and nothing of it is erased.
    Optional<Instant> findDeletionForUpdate(Transaction transaction) {
        return transaction.find(ORG_LOCK_GONE, p -> p.scope(Axis.ORG));
    }

    boolean isErasing(Transaction transaction, Instant deletedAt) {
        return transaction.list(WORKSPACES_LOCK_GONE, p -> p.instant(deletedAt)).contains(true);
    }

    void restoreWorkspaces(Transaction transaction, Instant deletedAt, Instant at) {
        transaction.update(WORKSPACES_RESTORE, p -> p.instant(at).instant(deletedAt));
    }

    Org restore(Transaction transaction, Org.Status status, Instant at) {
        return transaction
                .find(ORG_RESTORE, p -> p.text(Words.of(status)).instant(at).scope(Axis.ORG))
                .orElseThrow();
    }

    List<Org> list(Optional<UUID> after, int limit) {
        return database.list(ORG_LIST, p -> p.uuid(after.orElse(BEFORE_ALL)).integer(limit));
    }

    private static Org org(Row row) {
        return new Org(
                new OrgId(row.uuid("id")),
                row.text("name"),
                Words.parse(Org.Status.class, row.text("status")),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
