package dev.keystead.role;

import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on the roles of workspaces' own.
final class CustomRoleStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    static final Command ROLE_INSERT =
            Command.tenant("role.role.insert", """
            insert into identity.roles
                (id, name, description, rights, version, created_at, updated_at, tenant_id)
            values (?, ?, ?, ?, 1, ?, ?, ?)""").onConflict("another role of this workspace has this name");

    static final Query<CustomRole> ROLE_FIND = Query.tenant("role.role.find", """
            select id, name, description, rights, version, created_at, updated_at
            from identity.roles
            where id = ?
              and tenant_id = ?""", CustomRoleStore::role);

    static final Query<CustomRole> ROLE_LOCK = Query.tenant("role.role.lock", """
            select id, name, description, rights, version, created_at, updated_at
            from identity.roles
            where id = ?
              and tenant_id = ?
            for update""", CustomRoleStore::role);

    /// For whoever gives it: it neither changes nor goes before they are done, and of those who give it at once one
    /// counts its holders at a time.
    static final Query<CustomRole> ROLE_HOLD = Query.tenant("role.role.hold", """
            select id, name, description, rights, version, created_at, updated_at
            from identity.roles
            where id = ?
              and tenant_id = ?
            for no key update""", CustomRoleStore::role);

    static final Query<CustomRole> ROLE_LIST = Query.tenant("role.role.list", """
            select id, name, description, rights, version, created_at, updated_at
            from identity.roles
            where id > ?
              and tenant_id = ?
            order by id
            limit ?""", CustomRoleStore::role);

    /// Whoever makes a role waits here for others who do, so that together they make no more than there may be. Where
    /// there is none yet, nobody needs to.
    static final Query<CustomRoleId> ROLE_OLDEST_LOCK =
            Query.tenant("role.role.lock-oldest", """
            select id
            from identity.roles
            where tenant_id = ?
            order by id
            limit 1
            for no key update""", row -> new CustomRoleId(row.uuid("id")));

    static final Query<Integer> ROLE_COUNT = Query.tenant("role.role.count", """
            select cast(count(*) as integer) as many
            from identity.roles
            where tenant_id = ?""", row -> row.integer("many"));

    static final Query<CustomRole> ROLE_UPDATE = Query.tenant("role.role.update", """
            update identity.roles
            set description = ?, rights = ?, version = version + 1, updated_at = ?
            where id = ?
              and tenant_id = ?
            returning id, name, description, rights, version, created_at, updated_at""", CustomRoleStore::role);

    static final Command ROLE_DELETE = Command.tenant("role.role.delete", """
            delete from identity.roles
            where id = ?
              and tenant_id = ?""");

    /// How often a role is given in subtenants, by its name.
    static final Query<Integer> BOUND_COUNT = Query.tenant("role.bound.count", """
            select cast(count(*) as integer) as many
            from (
                select role
                from identity.subtenant_role_bindings
                where role = ?
                  and revoked_at is null
                  and tenant_id = ?
                union all
                select role
                from identity.subtenant_group_bindings
                where role = ?
                  and tenant_id = ?) bound""", row -> row.integer("many"));

    private final Database database;

    CustomRoleStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, CustomRole role) {
        transaction.update(
                ROLE_INSERT,
                p -> p.id(role.id())
                        .text(role.name())
                        .text(role.description().orElse(null))
                        .texts(texts(role))
                        .instant(role.createdAt())
                        .instant(role.updatedAt()));
    }

    Optional<CustomRole> find(CustomRoleId id) {
        return database.find(ROLE_FIND, p -> p.id(id));
    }

    Optional<CustomRole> findForUpdate(Transaction transaction, CustomRoleId id) {
        return transaction.find(ROLE_LOCK, p -> p.id(id));
    }

    Optional<CustomRole> findHeld(Transaction transaction, CustomRoleId id) {
        return transaction.find(ROLE_HOLD, p -> p.id(id));
    }

    List<CustomRole> list(Optional<UUID> after, int limit) {
        return database.list(
                ROLE_LIST, p -> p.uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    /// How many there are, which nobody else changes by making one before this transaction ends.
    int countHeld(Transaction transaction) {
        transaction.find(ROLE_OLDEST_LOCK, p -> {});
        return transaction.find(ROLE_COUNT, p -> {}).orElseThrow();
    }

    CustomRole update(Transaction transaction, CustomRole role, Instant at) {
        return transaction
                .find(
                        ROLE_UPDATE,
                        p -> p.text(role.description().orElse(null))
                                .texts(texts(role))
                                .instant(at)
                                .id(role.id()))
                .orElseThrow();
    }

    void delete(Transaction transaction, CustomRoleId id) {
        transaction.update(ROLE_DELETE, p -> p.id(id));
    }

    int countBound(Transaction transaction, String name) {
        return transaction
                .find(BOUND_COUNT, p -> p.text(name).scope().text(name).scope())
                .orElseThrow();
    }

    private static List<String> texts(CustomRole role) {
        return role.rights().stream().map(AccessScope::text).toList();
    }

    static List<AccessScope> rights(Row row) {
        return row.texts("rights").stream().map(AccessScope::of).toList();
    }

    private static CustomRole role(Row row) {
        return new CustomRole(
                new CustomRoleId(row.uuid("id")),
                row.text("name"),
                row.findText("description"),
                rights(row),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
