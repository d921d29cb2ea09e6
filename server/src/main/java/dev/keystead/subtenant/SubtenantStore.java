package dev.keystead.subtenant;

import dev.keystead.platform.db.Words;
import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on subtenants. Deleted subtenants are seen by none of them; they are told by their status, so that
/// the primary key is always the better index.
final class SubtenantStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    static final Command SUBTENANT_INSERT = Command.tenant("subtenant.subtenant.insert", """
            insert into identity.subtenants
                (id, slug, name, environment, region, status, settings, version, created_at, updated_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?::jsonb, 1, ?, ?, ?)""")
            .onConflict("a subtenant of this workspace has this slug already");

    static final Query<Subtenant> SUBTENANT_FIND =
            Query.tenant("subtenant.subtenant.find", """
            select id, slug, name, environment, region, status, settings::text as settings, version, created_at,
                updated_at
            from identity.subtenants
            where id = ?
              and status <> 'deleted'
              and tenant_id = ?""", SubtenantStore::subtenant);

    static final Query<Subtenant> SUBTENANT_FIND_DEFAULT =
            Query.tenant("subtenant.subtenant.find-default", """
            select id, slug, name, environment, region, status, settings::text as settings, version, created_at,
                updated_at
            from identity.subtenants
            where slug = 'default'
              and deleted_at is null
              and tenant_id = ?""", SubtenantStore::subtenant);

    static final Query<Subtenant> SUBTENANT_LOCK =
            Query.tenant("subtenant.subtenant.lock", """
            select id, slug, name, environment, region, status, settings::text as settings, version, created_at,
                updated_at
            from identity.subtenants
            where id = ?
              and status <> 'deleted'
              and tenant_id = ?
            for no key update""", SubtenantStore::subtenant);

    static final Query<Subtenant> SUBTENANT_LIST =
            Query.tenant("subtenant.subtenant.list", """
            select id, slug, name, environment, region, status, settings::text as settings, version, created_at,
                updated_at
            from identity.subtenants
            where id > ?
              and status <> 'deleted'
              and tenant_id = ?
            order by id
            limit ?""", SubtenantStore::subtenant);

    static final Query<Subtenant> SUBTENANT_UPDATE =
            Query.tenant("subtenant.subtenant.update", """
            update identity.subtenants
            set name = ?, environment = ?, region = ?, status = ?, settings = ?::jsonb, version = version + 1,
                updated_at = ?
            where id = ?
              and status <> 'deleted'
              and tenant_id = ?
            returning id, slug, name, environment, region, status, settings::text as settings, version, created_at,
                updated_at""", SubtenantStore::subtenant);

    static final Command SUBTENANT_DELETE = Command.tenant("subtenant.subtenant.delete", """
            update identity.subtenants
            set deleted_from = status, status = 'deleted', deleted_at = ?, version = version + 1, updated_at = ?
            where id = ?
              and status <> 'deleted'
              and tenant_id = ?""");

    /// As it was. Where nobody noted what that is, it comes back suspended, for somebody to look at it.
    static final Query<Subtenant> SUBTENANT_RESTORE = Query.tenant(
                    "subtenant.subtenant.restore", """
            update identity.subtenants
            set status = coalesce(deleted_from, 'suspended'), deleted_from = null, deleted_at = null,
                version = version + 1, updated_at = ?
            where id = ?
              and status = 'deleted'
              and tenant_id = ?
            returning id, slug, name, environment, region, status, settings::text as settings, version, created_at,
                updated_at""", SubtenantStore::subtenant)
            .onConflict("another subtenant of this workspace has this slug now");

    /// What groups hold in it goes at once.
    static final Command GROUP_BINDINGS_DELETE = Command.tenant("subtenant.group-binding.delete-all", """
            delete from identity.subtenant_group_bindings
            where subtenant_id = ?
              and tenant_id = ?""");

    /// Its roles go before it.
    static final Command SUBTENANT_PURGE = Command.crossTenant(
            "subtenant.subtenant.purge", "deleted subtenants of all workspaces are removed together", """
            delete from identity.subtenants
            where (tenant_id, id) in (
                select s.tenant_id, s.id
                from identity.subtenants s
                where s.deleted_at < cast(? as timestamptz) - interval '90 days'
                  and not exists (
                    select from identity.subtenant_role_bindings b
                    where b.tenant_id = s.tenant_id and b.subtenant_id = s.id
                    offset 0)
                limit ?)""");

    private final Database database;

    SubtenantStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, Subtenant subtenant) {
        transaction.update(SUBTENANT_INSERT, p -> bindNew(p, subtenant));
    }

    /// Left for the commit, for the subtenant that is made with its workspace.
    void insertAtCommit(Transaction transaction, Subtenant subtenant) {
        transaction.atCommit(SUBTENANT_INSERT, p -> bindNew(p, subtenant));
    }

    private static void bindNew(Parameters p, Subtenant subtenant) {
        p.id(subtenant.id())
                .text(subtenant.slug())
                .text(subtenant.name())
                .text(subtenant.environment().map(Words::of).orElse(null))
                .text(subtenant.region())
                .text(Words.of(subtenant.status()))
                .text(Json.text(subtenant.settings()))
                .instant(subtenant.createdAt())
                .instant(subtenant.updatedAt());
    }

    Optional<Subtenant> findDefault(Transaction transaction) {
        return transaction.find(SUBTENANT_FIND_DEFAULT, _ -> {});
    }

    Optional<Subtenant> find(SubtenantId id) {
        return database.find(SUBTENANT_FIND, p -> p.id(id));
    }

    Optional<Subtenant> findForUpdate(Transaction transaction, SubtenantId id) {
        return transaction.find(SUBTENANT_LOCK, p -> p.id(id));
    }

    List<Subtenant> list(Optional<UUID> after, int limit) {
        return database.list(
                SUBTENANT_LIST, p -> p.uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    Optional<Subtenant> update(Transaction transaction, Subtenant subtenant, Instant at) {
        return transaction.find(
                SUBTENANT_UPDATE,
                p -> p.text(subtenant.name())
                        .text(subtenant.environment().map(Words::of).orElse(null))
                        .text(subtenant.region())
                        .text(Words.of(subtenant.status()))
                        .text(Json.text(subtenant.settings()))
                        .instant(at)
                        .id(subtenant.id()));
    }

    void deleteGroupBindings(Transaction transaction, SubtenantId id) {
        transaction.atCommit(GROUP_BINDINGS_DELETE, p -> p.id(id));
    }

    void delete(Transaction transaction, SubtenantId id, Instant at) {
        transaction.update(SUBTENANT_DELETE, p -> p.instant(at).instant(at).id(id));
    }

    Optional<Subtenant> restore(Transaction transaction, SubtenantId id, Instant at) {
        return transaction.find(SUBTENANT_RESTORE, p -> p.instant(at).id(id));
    }

    private static Subtenant subtenant(Row row) {
        return new Subtenant(
                new SubtenantId(row.uuid("id")),
                row.text("slug"),
                row.text("name"),
                row.findText("environment").map(word -> Words.parse(Subtenant.Environment.class, word)),
                row.text("region"),
                Words.parse(Subtenant.Status.class, row.text("status")),
                Json.tree(row.text("settings")),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
