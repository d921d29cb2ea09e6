package dev.keystead.subtenant;

import dev.keystead.group.GroupId;
import dev.keystead.subtenant.RoleBindingStore.Place;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Optional;

/// The statements on roles that groups hold in subtenants. What is taken away goes at once.
final class GroupBindingStore {
    static final Query<GroupBinding> BINDING_LIST =
            Query.tenant("subtenant.group-binding.list", """
            select group_id, role, granted_by, granted_at
            from identity.subtenant_group_bindings
            where subtenant_id = ?
              and (group_id, role) > (?, ?)
              and tenant_id = ?
            order by group_id, role
            limit ?""", GroupBindingStore::binding);

    static final Query<GroupBinding> BINDING_FIND =
            Query.tenant("subtenant.group-binding.find", """
            select group_id, role, granted_by, granted_at
            from identity.subtenant_group_bindings
            where subtenant_id = ?
              and group_id = ?
              and role = ?
              and tenant_id = ?""", GroupBindingStore::binding);

    static final Command BINDING_INSERT = Command.tenant("subtenant.group-binding.insert", """
            insert into identity.subtenant_group_bindings
                (subtenant_id, group_id, role, granted_by, granted_at, tenant_id)
            values (?, ?, ?, ?, ?, ?)""");

    static final Query<GroupBinding> BINDING_DELETE =
            Query.tenant("subtenant.group-binding.delete", """
            delete from identity.subtenant_group_bindings
            where subtenant_id = ?
              and group_id = ?
              and role = ?
              and tenant_id = ?
            returning group_id, role, granted_by, granted_at""", GroupBindingStore::binding);

    private final Database database;

    GroupBindingStore(Database database) {
        this.database = database;
    }

    List<GroupBinding> list(SubtenantId subtenant, Place after, int limit) {
        return database.list(
                BINDING_LIST,
                p -> p.id(subtenant)
                        .uuid(after.holder())
                        .text(after.role())
                        .scope()
                        .integer(limit));
    }

    Optional<GroupBinding> find(Transaction transaction, SubtenantId subtenant, GroupId group, String role) {
        return transaction.find(BINDING_FIND, p -> p.id(subtenant).id(group).text(role));
    }

    void insert(Transaction transaction, SubtenantId subtenant, GroupBinding binding) {
        transaction.update(
                BINDING_INSERT,
                p -> p.id(subtenant)
                        .id(binding.group())
                        .text(binding.role())
                        .text(binding.grantedBy())
                        .instant(binding.grantedAt()));
    }

    Optional<GroupBinding> delete(Transaction transaction, SubtenantId subtenant, GroupId group, String role) {
        return transaction.find(BINDING_DELETE, p -> p.id(subtenant).id(group).text(role));
    }

    private static GroupBinding binding(Row row) {
        return new GroupBinding(
                new GroupId(row.uuid("group_id")), row.text("role"), row.text("granted_by"), row.instant("granted_at"));
    }
}
