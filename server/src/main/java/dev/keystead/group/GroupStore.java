package dev.keystead.group;

import dev.keystead.directory.Directory;
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

/// The statements on groups and what they carry.
final class GroupStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);
    private static final String TAKEN = "another group of this workspace has this name or external id";

    static final Command GROUP_INSERT =
            Command.tenant("group.group.insert", """
            insert into identity.groups
                (id, name, name_key, description, external_id, version, created_at, updated_at, tenant_id)
            values (?, ?, ?, ?, ?, 1, ?, ?, ?)""").onConflict(TAKEN);

    static final Query<Group> GROUP_FIND = Query.tenant("group.group.find", """
            select id, name, description, external_id, version, created_at, updated_at
            from identity.groups
            where id = ?
              and tenant_id = ?""", GroupStore::group);

    /// Whoever gives a group something, or puts people into it, waits for one another.
    static final Query<Group> GROUP_LOCK = Query.tenant("group.group.lock", """
            select id, name, description, external_id, version, created_at, updated_at
            from identity.groups
            where id = ?
              and tenant_id = ?
            for update""", GroupStore::group);

    static final Query<Group> GROUP_LIST = Query.tenant("group.group.list", """
            select id, name, description, external_id, version, created_at, updated_at
            from identity.groups
            where id > ?
              and tenant_id = ?
            order by id
            limit ?""", GroupStore::group);

    static final Query<Group> GROUPS_BY_EXTERNAL_ID =
            Query.tenant("group.group.by-external-id", """
            select id, name, description, external_id, version, created_at, updated_at
            from identity.groups
            where external_id = any (?)
              and tenant_id = ?
            order by id""", GroupStore::group);

    static final Query<Group> GROUP_UPDATE =
            Query.tenant("group.group.update", """
            update identity.groups
            set name = ?, name_key = ?, description = ?, external_id = ?, version = version + 1, updated_at = ?
            where id = ?
              and tenant_id = ?
            returning id, name, description, external_id, version, created_at,
                updated_at""", GroupStore::group).onConflict(TAKEN);

    static final Command GROUP_DELETE = Command.tenant("group.group.delete", """
            delete from identity.groups
            where id = ?
              and tenant_id = ?""");

    /// A role that is about to change is waited for.
    static final Query<List<AccessScope>> ROLES_CARRIED = Query.tenant(
            "group.carried.roles",
            """
            select r.rights
            from identity.role_group_assignments a
            join identity.roles r on r.id = a.role_id
            where a.group_id = ?
              and r.tenant_id = ?
              and a.tenant_id = ?
            for share of r""",
            row -> row.texts("rights").stream().map(AccessScope::of).toList());

    static final Query<String> BINDINGS_CARRIED = Query.tenant("group.carried.bindings", """
            select role
            from identity.subtenant_group_bindings
            where group_id = ?
              and tenant_id = ?""", row -> row.text("role"));

    private final Database database;

    GroupStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, Group group) {
        transaction.update(
                GROUP_INSERT,
                p -> p.id(group.id())
                        .text(group.name())
                        .text(Directory.nameKey(group.name()))
                        .text(group.description().orElse(null))
                        .text(group.externalId().orElse(null))
                        .instant(group.createdAt())
                        .instant(group.updatedAt()));
    }

    Optional<Group> find(GroupId id) {
        return database.find(GROUP_FIND, p -> p.id(id));
    }

    List<Group> byExternalIds(Transaction transaction, List<String> externalIds) {
        return transaction.list(GROUPS_BY_EXTERNAL_ID, p -> p.texts(externalIds));
    }

    Optional<Group> findForUpdate(Transaction transaction, GroupId id) {
        return transaction.find(GROUP_LOCK, p -> p.id(id));
    }

    List<Group> list(Optional<UUID> after, int limit) {
        return database.list(
                GROUP_LIST, p -> p.uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    Group update(Transaction transaction, Group group, Instant at) {
        return transaction
                .find(
                        GROUP_UPDATE,
                        p -> p.text(group.name())
                                .text(Directory.nameKey(group.name()))
                                .text(group.description().orElse(null))
                                .text(group.externalId().orElse(null))
                                .instant(at)
                                .id(group.id()))
                .orElseThrow();
    }

    void delete(Transaction transaction, GroupId id) {
        transaction.update(GROUP_DELETE, p -> p.id(id));
    }

    Carried carried(Transaction transaction, GroupId id) {
        List<List<AccessScope>> roles =
                transaction.list(ROLES_CARRIED, p -> p.id(id).scope().scope());
        int inSubtenants = transaction.list(BINDINGS_CARRIED, p -> p.id(id)).size();
        return new Carried(roles.stream().flatMap(List::stream).distinct().toList(), roles.size(), inSubtenants);
    }

    static Group group(Row row) {
        return new Group(
                new GroupId(row.uuid("id")),
                row.text("name"),
                row.findText("description"),
                row.findText("external_id"),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
