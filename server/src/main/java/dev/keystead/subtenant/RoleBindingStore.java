package dev.keystead.subtenant;

import dev.keystead.directory.UserId;
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

/// The statements on role bindings.
///
/// A binding holds while it is not revoked and the membership that it was given under lasts: whoever left and
/// joined again begins without roles.
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

    /// What a member may do in a subtenant by every role that they hold there, for themselves or by a group:
    /// a role of the workspace's own comes with its rights, a word that is none with nothing. Nobody holds any in a
    /// subtenant that is suspended or gone.
    static final Query<Held> HELD_LIST = Query.tenant("subtenant.held.list", """
            select held.role, coalesce(r.rights, '{}') as rights
            from (
                select b.role
                from identity.subtenant_role_bindings b
                join identity.workspace_members m on m.user_id = b.user_id
                where b.subtenant_id = ?
                  and b.user_id = ?
                  and b.revoked_at is null
                  and m.left_at is null
                  and m.joined_at <= b.granted_at
                  and m.tenant_id = ?
                  and b.tenant_id = ?
                union
                select g.role
                from identity.group_members p
                join identity.subtenant_group_bindings g on g.group_id = p.group_id
                join identity.workspace_members m on m.user_id = p.user_id
                where g.subtenant_id = ?
                  and p.user_id = ?
                  and m.left_at is null
                  and m.tenant_id = ?
                  and g.tenant_id = ?
                  and p.tenant_id = ?) held
            join identity.subtenants s on s.id = ? and s.status = 'active' and s.tenant_id = ?
            left join identity.roles r on r.name = held.role and r.tenant_id = ?""", RoleBindingStore::held);

    /// A role of the workspace's own, which is not deleted before this transaction ends.
    static final Query<String> ROLE_HOLD = Query.tenant("subtenant.role.hold", """
            select name
            from identity.roles
            where name = ?
              and tenant_id = ?
            for share""", row -> row.text("name"));

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

    /// Gives the role, also once more after it was revoked. Answers nothing when the user is no member. The
    /// time is never before the membership's, however the clocks of two nodes differ.
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
    record Place(UUID holder, String role) {
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

    /// A role that somebody holds, and what it allows if it is one of the workspace's own.
    record Held(String role, List<AccessScope> rights) {}

    private final Database database;

    RoleBindingStore(Database database) {
        this.database = database;
    }

    List<RoleBinding> list(SubtenantId subtenant, Place after, int limit) {
        return database.list(
                BINDING_LIST,
                p -> p.id(subtenant)
                        .uuid(after.holder())
                        .text(after.role())
                        .scope()
                        .scope()
                        .integer(limit));
    }

    List<RoleBinding> listOfMember(Transaction transaction, SubtenantId subtenant, UserId user) {
        return transaction.list(
                BINDING_LIST_OF_MEMBER, p -> p.id(subtenant).id(user).scope().scope());
    }

    List<Held> listHeld(Transaction transaction, SubtenantId subtenant, UserId user) {
        return transaction.list(
                HELD_LIST,
                p -> p.id(subtenant)
                        .id(user)
                        .scope()
                        .scope()
                        .id(subtenant)
                        .id(user)
                        .scope()
                        .scope()
                        .scope()
                        .id(subtenant)
                        .scope()
                        .scope());
    }

    /// Whether the workspace made a role of this name.
    boolean holdRole(Transaction transaction, String name) {
        return transaction.find(ROLE_HOLD, p -> p.text(name)).isPresent();
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

    private static Held held(Row row) {
        return new Held(
                row.text("role"),
                row.texts("rights").stream().map(AccessScope::of).toList());
    }

    private static RoleBinding binding(Row row) {
        return new RoleBinding(
                new UserId(row.uuid("user_id")), row.text("role"), row.text("granted_by"), row.instant("granted_at"));
    }
}
