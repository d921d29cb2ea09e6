package dev.keystead.workspace;

import dev.keystead.platform.db.Words;
import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on workspaces as v1 knew them: read from the view, written where the rows are.
final class TenantStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    static final Query<Tenant> TENANT_FIND = Query.org("workspace.tenant.find", """
            select id, slug, name, domain, logo_url, settings::text as settings, status, version, created_at, updated_at
            from admin.tenants
            where id = ?
              and deleted_at is null
              and org_id = ?""", TenantStore::tenant);

    static final Query<Tenant> TENANT_LIST = Query.org("workspace.tenant.list", """
            select id, slug, name, domain, logo_url, settings::text as settings, status, version, created_at, updated_at
            from admin.tenants
            where id > ?
              and deleted_at is null
              and org_id = ?
            order by id
            limit ?""", TenantStore::tenant);

    static final Command TENANT_CHANGE = Command.org("workspace.tenant.change", """
            update identity.workspaces
            set name = ?, domain = ?, logo_url = ?, settings = ?::jsonb, status = ?, version = ?, updated_at = ?
            where id = ?
              and status <> 'deleted'
              and org_id = ?""");

    private final Database database;

    TenantStore(Database database) {
        this.database = database;
    }

    Optional<Tenant> find(WorkspaceId id) {
        return database.find(TENANT_FIND, p -> p.id(id));
    }

    Optional<Tenant> find(Transaction transaction, WorkspaceId id) {
        return transaction.find(TENANT_FIND, p -> p.id(id));
    }

    List<Tenant> list(Optional<UUID> after, int limit) {
        return database.list(
                TENANT_LIST, p -> p.uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    void change(Transaction transaction, Tenant wanted, int version, Instant at) {
        transaction.update(
                TENANT_CHANGE,
                p -> p.text(wanted.name())
                        .text(wanted.domain().orElse(null))
                        .text(wanted.logoUrl().orElse(null))
                        .text(Json.text(wanted.settings()))
                        .text(Words.of(wanted.status()))
                        .integer(version)
                        .instant(at)
                        .id(wanted.id()));
    }

    private static Tenant tenant(Row row) {
        return new Tenant(
                new WorkspaceId(row.uuid("id")),
                row.text("slug"),
                row.text("name"),
                row.findText("domain"),
                row.findText("logo_url"),
                Json.tree(row.text("settings")),
                Words.parse(Workspace.Status.class, row.text("status")),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
