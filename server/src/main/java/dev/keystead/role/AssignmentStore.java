package dev.keystead.role;

import dev.keystead.directory.UserId;
import dev.keystead.group.GroupId;
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

/// The statements on who holds which role of a workspace's own.
final class AssignmentStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);
    private static final String OF_GROUP = "group";

    /// Answers nothing when the user is no member. The member does not leave before this transaction ends.
    static final Query<UUID> MEMBER_HOLD = Query.tenant("role.member.hold", """
            select home_tenant_id
            from identity.workspace_members
            where user_id = ?
              and left_at is null
              and tenant_id = ?
            for share""", row -> row.uuid("home_tenant_id"));

    static final Command MEMBER_ASSIGN = Command.tenant("role.member.assign", """
            insert into identity.role_assignments
                (role_id, user_id, home_tenant_id, assigned_by, assigned_at, tenant_id)
            values (?, ?, ?, ?, ?, ?)
            on conflict (tenant_id, role_id, user_id) do nothing""");

    static final Command GROUP_ASSIGN = Command.tenant("role.group.assign", """
            insert into identity.role_group_assignments (role_id, group_id, assigned_by, assigned_at, tenant_id)
            values (?, ?, ?, ?, ?)
            on conflict (tenant_id, role_id, group_id) do nothing""");

    static final Query<Assignment> MEMBER_FIND = Query.tenant("role.member.find", """
            select 'user' as kind, user_id as holder, assigned_by, assigned_at
            from identity.role_assignments
            where role_id = ?
              and user_id = ?
              and tenant_id = ?""", AssignmentStore::assignment);

    static final Query<Assignment> GROUP_FIND = Query.tenant("role.group.find", """
            select 'group' as kind, group_id as holder, assigned_by, assigned_at
            from identity.role_group_assignments
            where role_id = ?
              and group_id = ?
              and tenant_id = ?""", AssignmentStore::assignment);

    static final Command MEMBER_WITHDRAW = Command.tenant("role.member.withdraw", """
            delete from identity.role_assignments
            where role_id = ?
              and user_id = ?
              and tenant_id = ?""");

    static final Command GROUP_WITHDRAW = Command.tenant("role.group.withdraw", """
            delete from identity.role_group_assignments
            where role_id = ?
              and group_id = ?
              and tenant_id = ?""");

    static final Command MEMBER_WITHDRAW_ALL = Command.tenant("role.member.withdraw-all", """
            delete from identity.role_assignments
            where user_id = ?
              and tenant_id = ?""");

    static final Query<Assignment> ASSIGNMENT_LIST =
            Query.tenant("role.assignment.list", """
            select kind, holder, assigned_by, assigned_at
            from (
                select 'user' as kind, user_id as holder, assigned_by, assigned_at
                from identity.role_assignments
                where role_id = ?
                  and user_id > ?
                  and tenant_id = ?
                union all
                select 'group' as kind, group_id as holder, assigned_by, assigned_at
                from identity.role_group_assignments
                where role_id = ?
                  and group_id > ?
                  and tenant_id = ?) assigned
            order by holder
            limit ?""", AssignmentStore::assignment);

    static final Query<Integer> ASSIGNMENT_COUNT =
            Query.tenant("role.assignment.count", """
            select cast(count(*) as integer) as many
            from (
                select user_id as holder
                from identity.role_assignments
                where role_id = ?
                  and tenant_id = ?
                union all
                select group_id as holder
                from identity.role_group_assignments
                where role_id = ?
                  and tenant_id = ?) assigned""", row -> row.integer("many"));

    /// Everything that anybody in the workspace holds: one row for each holder and role.
    static final Query<Holding> HOLDING_LIST =
            Query.tenant("role.holding.list", """
            select 'user' as kind, a.user_id as holder, r.rights
            from identity.role_assignments a
            join identity.roles r on r.id = a.role_id
            where r.tenant_id = ?
              and a.tenant_id = ?
            union all
            select 'group' as kind, a.group_id as holder, r.rights
            from identity.role_group_assignments a
            join identity.roles r on r.id = a.role_id
            where r.tenant_id = ?
              and a.tenant_id = ?""", row -> new Holding(holder(row), CustomRoleStore.rights(row)));

    private final Database database;

    AssignmentStore(Database database) {
        this.database = database;
    }

    /// What a role allows somebody who holds it.
    record Holding(Principal holder, List<AccessScope> rights) {}

    Optional<UUID> homeOfMember(Transaction transaction, UserId user) {
        return transaction.find(MEMBER_HOLD, p -> p.id(user));
    }

    void assign(Transaction transaction, CustomRoleId role, UserId user, UUID home, String giver, Instant at) {
        transaction.update(
                MEMBER_ASSIGN, p -> p.id(role).id(user).uuid(home).text(giver).instant(at));
    }

    void assign(Transaction transaction, CustomRoleId role, GroupId group, String giver, Instant at) {
        transaction.update(GROUP_ASSIGN, p -> p.id(role).id(group).text(giver).instant(at));
    }

    Optional<Assignment> find(Transaction transaction, CustomRoleId role, Principal holder) {
        return switch (holder) {
            case Principal.Member(UserId user) ->
                transaction.find(MEMBER_FIND, p -> p.id(role).id(user));
            case Principal.Group(GroupId group) ->
                transaction.find(GROUP_FIND, p -> p.id(role).id(group));
        };
    }

    void withdraw(Transaction transaction, CustomRoleId role, Principal holder) {
        switch (holder) {
            case Principal.Member(UserId user) ->
                transaction.update(MEMBER_WITHDRAW, p -> p.id(role).id(user));
            case Principal.Group(GroupId group) ->
                transaction.update(GROUP_WITHDRAW, p -> p.id(role).id(group));
        }
    }

    /// Whether there was anything to take away.
    boolean withdrawAll(Transaction transaction, UserId user) {
        return transaction.update(MEMBER_WITHDRAW_ALL, p -> p.id(user)) > 0;
    }

    List<Assignment> list(CustomRoleId role, Optional<UUID> after, int limit) {
        UUID from = after.orElse(BEFORE_ALL);
        return database.list(
                ASSIGNMENT_LIST,
                p -> p.id(role).uuid(from).scope().id(role).uuid(from).scope().integer(limit));
    }

    int count(Transaction transaction, CustomRoleId role) {
        return transaction
                .find(ASSIGNMENT_COUNT, p -> p.id(role).scope().id(role).scope())
                .orElseThrow();
    }

    List<Holding> holdings() {
        return database.list(HOLDING_LIST, p -> p.scope().scope().scope().scope());
    }

    private static Assignment assignment(Row row) {
        return new Assignment(holder(row), row.text("assigned_by"), row.instant("assigned_at"));
    }

    private static Principal holder(Row row) {
        UUID id = row.uuid("holder");
        return row.text("kind").equals(OF_GROUP)
                ? new Principal.Group(new GroupId(id))
                : new Principal.Member(new UserId(id));
    }
}
