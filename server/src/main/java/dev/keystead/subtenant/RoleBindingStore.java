package dev.keystead.subtenant;

import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on role bindings.
///
/// A binding holds while it is not revoked and the membership that it was given under lasts: whoever left and joined
/// again begins without roles.
final class RoleBindingStore {
    static final Query<RoleBinding> BINDING_LIST =
            Query.tenant("subtenant.binding.list", """
            select b.user_id, b.role, b.granted_by, b.granted_at
            from identity.subtenant_role_bindings b
            join identity.workspace_members m on m.user_id = b.user_id
            where b.subtenant_id = ?
              and (b.user_id, b.role) > (?, ?)
              and b.revoked_at is null
              and m.left_at is null
              and m.joined_at <= b.granted_at
              and m.tenant_id = ?
              and b.tenant_id = ?
            order by b.user_id, b.role
            limit ?""", RoleBindingStore::binding);

    static final Query<RoleBinding> BINDING_LIST_OF_MEMBER =
            Query.tenant("subtenant.binding.list-of-member", """
            select b.user_id, b.role, b.granted_by, b.granted_at
            from identity.subtenant_role_bindings b
            join identity.workspace_members m on m.user_id = b.user_id
            where b.subtenant_id = ?
              and b.user_id = ?
              and b.revoked_at is null
              and m.left_at is null
              and m.joined_at <= b.granted_at
              and m.tenant_id = ?
              and b.tenant_id = ?""", RoleBindingStore::binding);

    /// Gives the role, also once more after it was revoked. Answers nothing when the user is no member. The time is
    /// never before the membership's, however the clocks of two nodes differ.
    static final Query<RoleBinding> BINDING_GRANT =
            Query.tenant("subtenant.binding.grant", """
            insert into identity.subtenant_role_bindings as b
                (subtenant_id, user_id, home_tenant_id, role, granted_by, granted_at, tenant_id)
            select ?::uuid, m.user_id, m.home_tenant_id, ?::text, ?::text, greatest(?::timestamptz, m.joined_at),
                m.tenant_id
            from identity.workspace_members m
            where m.user_id = ?
              and m.left_at is null
              and m.tenant_id = ?
            on conflict (tenant_id, subtenant_id, user_id, role) do update
            set granted_by = excluded.granted_by, granted_at = excluded.granted_at, revoked_at = null
            returning b.user_id, b.role, b.granted_by, b.granted_at""", RoleBindingStore::binding);

    static final Query<RoleBinding> BINDING_REVOKE =
            Query.tenant("subtenant.binding.revoke", """
            update identity.subtenant_role_bindings
            set revoked_at = ?
            where subtenant_id = ?
              and user_id = ?
              and role = ?
              and revoked_at is null
              and tenant_id = ?
            returning user_id, role, granted_by, granted_at""", RoleBindingStore::binding);

    /// Where a list stands.
    record Place(UUID user, String role) {
        static final Place START = new Place(new UUID(0, 0), "");
    }

    static final Command BINDING_PURGE = Command.crossTenant(
            "subtenant.binding.purge", "roles of all workspaces that were taken away are removed together", """
            delete from identity.subtenant_role_bindings
            where (tenant_id, subtenant_id, user_id, role) in (
                select tenant_id, subtenant_id, user_id, role
                from identity.subtenant_role_bindings
                where revoked_at < cast(? as timestamptz) - interval '90 days'
                limit ?)""");

    static final Command BINDING_PURGE_ORPHANS = Command.crossTenant(
            "subtenant.binding.purge-orphans", "roles in deleted subtenants of all workspaces go with these", """
            delete from identity.subtenant_role_bindings
            where (tenant_id, subtenant_id, user_id, role) in (
                select b.tenant_id, b.subtenant_id, b.user_id, b.role
                from identity.subtenants s
                cross join lateral (
                    select o.tenant_id, o.subtenant_id, o.user_id, o.role
                    from identity.subtenant_role_bindings o
                    where o.tenant_id = s.tenant_id and o.subtenant_id = s.id
                    offset 0) b
                where s.deleted_at < cast(? as timestamptz) - interval '90 days'
                order by s.tenant_id, s.deleted_at
                limit ?)""");

    private final Database database;

    RoleBindingStore(Database database) {
        this.database = database;
    }

    List<RoleBinding> list(SubtenantId subtenant, Place after, int limit) {
        return database.list(
                BINDING_LIST,
                p -> p.id(subtenant)
                        .uuid(after.user())
                        .text(after.role())
                        .scope()
                        .scope()
                        .integer(limit));
    }

    List<RoleBinding> listOfMember(Transaction transaction, SubtenantId subtenant, UserId user) {
        return transaction.list(
                BINDING_LIST_OF_MEMBER, p -> p.id(subtenant).id(user).scope().scope());
    }

    Optional<RoleBinding> grant(Transaction transaction, SubtenantId subtenant, RoleBinding wanted) {
        return transaction.find(
                BINDING_GRANT,
                p -> p.id(subtenant)
                        .text(wanted.role())
                        .text(wanted.grantedBy())
                        .instant(wanted.grantedAt())
                        .id(wanted.user()));
    }

    Optional<RoleBinding> revoke(Transaction transaction, SubtenantId subtenant, UserId user, String role, Instant at) {
        return transaction.find(
                BINDING_REVOKE, p -> p.instant(at).id(subtenant).id(user).text(role));
    }

    private static RoleBinding binding(Row row) {
        return new RoleBinding(
                new UserId(row.uuid("user_id")), row.text("role"), row.text("granted_by"), row.instant("granted_at"));
    }
}
