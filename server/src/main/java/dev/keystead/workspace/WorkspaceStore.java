package dev.keystead.workspace;

import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on workspaces and slugs. Deleted workspaces are seen by none of them.
final class WorkspaceStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    static final Command WORKSPACE_INSERT = Command.org("workspace.workspace.insert", """
            insert into identity.workspaces (id, slug, name, is_home, kind, plan, region, status, org_suspended,
                version, created_at, updated_at, org_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)""");

    static final Command SLUG_INSERT =
            Command.systemWide("workspace.slug.insert", """
            insert into identity.workspace_slugs (slug, workspace_id, created_at)
            values (?, ?, ?)""").onConflict("this slug is already taken");

    static final Query<WorkspaceId> SLUG_FIND =
            Query.systemWide("workspace.slug.find", """
            select workspace_id
            from identity.workspace_slugs
            where slug = ?""", row -> new WorkspaceId(row.uuid("workspace_id")));

    static final Query<Workspace> WORKSPACE_FIND =
            Query.tenant("workspace.workspace.find", """
            select id, org_id, slug, name, is_home, kind, plan, region, status, org_suspended, version,
                created_at, updated_at
            from identity.workspaces
            where id = ?
              and status <> 'deleted'
              and tenant_id = ?""", WorkspaceStore::workspace);

    /// Also of a deleted one, which may come back.
    static final Query<OrgId> WORKSPACE_FIND_ORG =
            Query.tenant("workspace.workspace.find-org", """
            select org_id
            from identity.workspaces
            where id = ?
              and tenant_id = ?""", row -> new OrgId(row.uuid("org_id")));

    static final Query<WorkspaceId> WORKSPACE_FIND_HOME =
            Query.org("workspace.workspace.find-home", """
            select id
            from identity.workspaces
            where is_home
              and deleted_at is null
              and org_id = ?""", row -> new WorkspaceId(row.uuid("id")));

    static final Query<Workspace> WORKSPACE_LOCK =
            Query.tenant("workspace.workspace.lock", """
            select id, org_id, slug, name, is_home, kind, plan, region, status, org_suspended, version,
                created_at, updated_at
            from identity.workspaces
            where id = ?
              and status <> 'deleted'
              and tenant_id = ?
            for no key update""", WorkspaceStore::workspace);

    static final Query<Workspace> WORKSPACE_LOCK_IN_ORG =
            Query.org("workspace.workspace.lock-in-org", """
            select id, org_id, slug, name, is_home, kind, plan, region, status, org_suspended, version,
                created_at, updated_at
            from identity.workspaces
            where id = ?
              and status <> 'deleted'
              and org_id = ?
            for no key update""", WorkspaceStore::workspace);

    static final Query<Workspace> WORKSPACE_LIST =
            Query.org("workspace.workspace.list", """
            select id, org_id, slug, name, is_home, kind, plan, region, status, org_suspended, version,
                created_at, updated_at
            from identity.workspaces
            where id > ?
              and status <> 'deleted'
              and org_id = ?
            order by id
            limit ?""", WorkspaceStore::workspace);

    static final Query<Workspace> WORKSPACE_CHANGE =
            Query.tenant("workspace.workspace.change", """
            update identity.workspaces
            set name = ?, region = ?, version = version + 1, updated_at = ?
            where id = ?
              and status <> 'deleted'
              and tenant_id = ?
            returning id, org_id, slug, name, is_home, kind, plan, region, status, org_suspended, version,
                created_at, updated_at""", WorkspaceStore::workspace);

    static final Query<Workspace> WORKSPACE_SET_PLAN =
            Query.org("workspace.workspace.set-plan", """
            update identity.workspaces
            set plan = ?, version = version + 1, updated_at = ?
            where id = ?
              and status <> 'deleted'
              and org_id = ?
            returning id, org_id, slug, name, is_home, kind, plan, region, status, org_suspended, version,
                created_at, updated_at""", WorkspaceStore::workspace);

    static final Command WORKSPACE_SHOW_DOMAIN = Command.tenant("workspace.workspace.show-domain", """
            update identity.workspaces
            set domain = ?, version = version + 1, updated_at = ?
            where id = ?
              and domain is distinct from ?
              and status <> 'deleted'
              and tenant_id = ?""");

    static final Query<Workspace> WORKSPACE_SET_STATUS =
            Query.org("workspace.workspace.set-status", """
            update identity.workspaces
            set status = ?, version = version + 1, updated_at = ?
            where id = ?
              and status <> 'deleted'
              and org_id = ?
            returning id, org_id, slug, name, is_home, kind, plan, region, status, org_suspended, version,
                created_at, updated_at""", WorkspaceStore::workspace);

    static final Command WORKSPACE_DELETE = Command.org("workspace.workspace.delete", """
            update identity.workspaces
            set deleted_from = status, status = 'deleted', deleted_at = ?, version = version + 1, updated_at = ?
            where id = ?
              and status <> 'deleted'
              and org_id = ?""");

    /// A workspace of the organisation in scope in whatever state it is, so that it can come back.
    static final Query<Gone> WORKSPACE_LOCK_GONE = Query.org(
            "workspace.workspace.lock-gone",
            """
            select status, erasure_begun_at is not null as erasing
            from identity.workspaces
            where id = ?
              and org_id = ?
            for no key update""",
            row -> new Gone(row.text("status").equals("deleted"), row.flag("erasing")));

    /// Where nobody noted what it was, it comes back suspended: nobody gets in before somebody looked at it.
    static final Query<Workspace> WORKSPACE_RESTORE =
            Query.org("workspace.workspace.restore", """
            update identity.workspaces
            set status = coalesce(deleted_from, 'suspended'), deleted_from = null, deleted_at = null,
                org_suspended = ?, version = version + 1, updated_at = ?
            where id = ?
              and status = 'deleted'
              and erasure_begun_at is null
              and org_id = ?
            returning id, org_id, slug, name, is_home, kind, plan, region, status, org_suspended, version,
                created_at, updated_at""", WorkspaceStore::workspace);

    /// Both are in scope: the workspace as the tenant, and the organisation that it is given to.
    static final Query<Integer> WORKSPACE_MOVE =
            Query.org("workspace.workspace.move", """
            select app.move_workspace(?, ?) as moved""", row -> row.integer("moved"));

    private final Database database;

    WorkspaceStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, Workspace workspace) {
        transaction.update(
                SLUG_INSERT, p -> p.text(workspace.slug()).id(workspace.id()).instant(workspace.createdAt()));
        transaction.update(
                WORKSPACE_INSERT,
                p -> p.id(workspace.id())
                        .text(workspace.slug())
                        .text(workspace.name())
                        .flag(workspace.isHome())
                        .text(Words.of(workspace.kind()))
                        .text(workspace.plan())
                        .text(workspace.region())
                        .text(Words.of(workspace.status()))
                        .flag(workspace.orgSuspended())
                        .instant(workspace.createdAt())
                        .instant(workspace.updatedAt()));
    }

    Optional<WorkspaceId> findSlug(String slug) {
        return database.find(SLUG_FIND, p -> p.text(slug));
    }

    Optional<Workspace> find(WorkspaceId id) {
        return database.find(WORKSPACE_FIND, p -> p.id(id));
    }

    Optional<Workspace> find(Transaction transaction, WorkspaceId id) {
        return transaction.find(WORKSPACE_FIND, p -> p.id(id));
    }

    Optional<OrgId> findOrg(WorkspaceId id) {
        return database.find(WORKSPACE_FIND_ORG, p -> p.id(id));
    }

    Optional<WorkspaceId> findHome() {
        return database.find(WORKSPACE_FIND_HOME, p -> {});
    }

    Optional<WorkspaceId> findHome(Transaction transaction) {
        return transaction.find(WORKSPACE_FIND_HOME, p -> {});
    }

    List<Workspace> list(Optional<UUID> after, int limit) {
        return database.list(
                WORKSPACE_LIST, p -> p.uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    Optional<Workspace> change(Transaction transaction, Workspace wanted, Instant at) {
        return transaction.find(
                WORKSPACE_CHANGE,
                p -> p.text(wanted.name()).text(wanted.region()).instant(at).id(wanted.id()));
    }

    Optional<Workspace> setPlan(Transaction transaction, WorkspaceId id, String plan, Instant at) {
        return transaction.find(
                WORKSPACE_SET_PLAN, p -> p.text(plan).instant(at).id(id));
    }

    void showDomain(Transaction transaction, WorkspaceId id, Optional<String> domain, Instant at) {
        transaction.update(
                WORKSPACE_SHOW_DOMAIN,
                p -> p.text(domain.orElse(null)).instant(at).id(id).text(domain.orElse(null)));
    }

    Optional<Workspace> findForUpdate(Transaction transaction, WorkspaceId id) {
        return transaction.find(WORKSPACE_LOCK, p -> p.id(id));
    }

    Optional<Workspace> findInOrgForUpdate(Transaction transaction, WorkspaceId id) {
        return transaction.find(WORKSPACE_LOCK_IN_ORG, p -> p.id(id));
    }

    Optional<Workspace> setStatus(Transaction transaction, WorkspaceId id, Workspace.Status status, Instant at) {
        return transaction.find(
                WORKSPACE_SET_STATUS, p -> p.text(Words.of(status)).instant(at).id(id));
    }

    void delete(Transaction transaction, WorkspaceId id, Instant at) {
        transaction.update(WORKSPACE_DELETE, p -> p.instant(at).instant(at).id(id));
    }

    /// What is to be known of a workspace before it comes back.
    record Gone(boolean deleted, boolean erasing) {}

    Optional<Gone> findGoneForUpdate(Transaction transaction, WorkspaceId id) {
        return transaction.find(WORKSPACE_LOCK_GONE, p -> p.id(id));
    }

    Optional<Workspace> restore(Transaction transaction, WorkspaceId id, boolean orgSuspended, Instant at) {
        return transaction.find(
                WORKSPACE_RESTORE, p -> p.flag(orgSuspended).instant(at).id(id));
    }

    void move(Transaction transaction, WorkspaceId id) {
        transaction.find(WORKSPACE_MOVE, p -> p.id(id));
    }

    private static Workspace workspace(Row row) {
        return new Workspace(
                new WorkspaceId(row.uuid("id")),
                new OrgId(row.uuid("org_id")),
                row.text("slug"),
                row.text("name"),
                row.flag("is_home"),
                Words.parse(Workspace.Kind.class, row.text("kind")),
                row.text("plan"),
                row.text("region"),
                Words.parse(Workspace.Status.class, row.text("status")),
                row.flag("org_suspended"),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
