package dev.keystead.group;

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

/// The statements on who is in which group.
///
/// A row of somebody who was deleted stays until they are erased, and is seen by none of these.
final class GroupMemberStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    static final Query<GroupMember> MEMBER_FIND = Query.tenant("group.member.find", """
            select g.user_id, coalesce(u.display_name, m.display_name) as display_name, g.added_by, g.added_at
            from identity.group_members g
            left join identity.users u on u.id = g.user_id and u.status <> 'deactivated' and u.tenant_id = ?
            left join identity.workspace_members m on m.user_id = g.user_id and m.left_at is null and m.tenant_id = ?
            where g.group_id = ?
              and g.user_id = ?
              and (u.id is not null or m.user_id is not null)
              and g.tenant_id = ?""", GroupMemberStore::member);

    static final Query<GroupMember> MEMBER_LIST = Query.tenant("group.member.list", """
            select g.user_id, coalesce(u.display_name, m.display_name) as display_name, g.added_by, g.added_at
            from identity.group_members g
            left join identity.users u on u.id = g.user_id and u.status <> 'deactivated' and u.tenant_id = ?
            left join identity.workspace_members m on m.user_id = g.user_id and m.left_at is null and m.tenant_id = ?
            where g.group_id = ?
              and g.user_id > ?
              and (u.id is not null or m.user_id is not null)
              and g.tenant_id = ?
            order by g.user_id
            limit ?""", GroupMemberStore::member);

    static final Command MEMBER_INSERT = Command.tenant("group.member.insert", """
            insert into identity.group_members (group_id, user_id, home_tenant_id, added_by, added_at, tenant_id)
            values (?, ?, ?, ?, ?, ?)
            on conflict (tenant_id, group_id, user_id) do nothing""");

    static final Command MEMBER_DELETE = Command.tenant("group.member.delete", """
            delete from identity.group_members
            where group_id = ?
              and user_id = ?
              and tenant_id = ?""");

    static final Command MEMBERS_DELETE = Command.tenant("group.member.delete-all", """
            delete from identity.group_members
            where group_id = ?
              and tenant_id = ?""");

    static final Command PLACES_DELETE = Command.tenant("group.place.delete-all", """
            delete from identity.group_members
            where user_id = ?
              and tenant_id = ?""");

    static final Query<Integer> MEMBER_COUNT = Query.tenant("group.member.count", """
            select cast(count(*) as integer) as many
            from identity.group_members
            where group_id = ?
              and tenant_id = ?""", row -> row.integer("many"));

    static final Query<Integer> PLACE_COUNT = Query.tenant("group.place.count", """
            select cast(count(*) as integer) as many
            from identity.group_members
            where user_id = ?
              and tenant_id = ?""", row -> row.integer("many"));

    /// One row on which whoever puts somebody into groups waits for others who do.
    static final Query<GroupId> PLACE_FIRST_LOCK =
            Query.tenant("group.place.lock-first", """
            select id
            from identity.groups
            where id = (
                select group_id
                from identity.group_members
                where user_id = ?
                  and tenant_id = ?
                order by group_id
                limit 1)
              and tenant_id = ?
            for no key update""", row -> new GroupId(row.uuid("id")));

    static final Query<Group> PLACE_LIST = Query.tenant("group.place.list", """
            select g.id, g.name, g.description, g.external_id, g.version, g.created_at, g.updated_at
            from identity.group_members p
            join identity.groups g on g.id = p.group_id
            where p.user_id = ?
              and p.group_id > ?
              and g.tenant_id = ?
              and p.tenant_id = ?
            order by p.group_id
            limit ?""", GroupStore::group);

    static final Query<GroupId> PLACES_BY_ADDER =
            Query.tenant("group.place.by-adder", """
            select group_id
            from identity.group_members
            where user_id = ?
              and added_by = ?
              and tenant_id = ?
            order by group_id""", row -> new GroupId(row.uuid("group_id")));

    static final Query<UserId> MEMBERS_DELETE_BY_ADDER =
            Query.tenant("group.member.delete-by-adder", """
            delete from identity.group_members
            where added_by = ?
              and tenant_id = ?
            returning user_id""", row -> new UserId(row.uuid("user_id")));

    /// All groups of a person, in the order of their names.
    static final Query<Groups.Place> PLACES = Query.tenant(
            "group.place.all", """
            select g.id, g.name
            from identity.group_members p
            join identity.groups g on g.id = p.group_id
            where p.user_id = ?
              and g.tenant_id = ?
              and p.tenant_id = ?
            order by g.name_key""", row -> new Groups.Place(new GroupId(row.uuid("id")), row.text("name")));

    /// Where a member is at home. They do not leave before this transaction ends.
    static final Query<UUID> HOME_OF_MEMBER = Query.tenant("group.person.home", """
            select home_tenant_id
            from identity.workspace_members
            where user_id = ?
              and left_at is null
              and tenant_id = ?
            for share""", row -> row.uuid("home_tenant_id"));

    static final Query<Integer> PERSON_IS_THERE = Query.tenant("group.person.find", """
            select 1 as there
            from identity.users
            where id = ?
              and status <> 'deactivated'
              and tenant_id = ?
            union
            select 1 as there
            from identity.workspace_members
            where user_id = ?
              and left_at is null
              and tenant_id = ?""", row -> row.integer("there"));

    private final Database database;

    GroupMemberStore(Database database) {
        this.database = database;
    }

    Optional<GroupMember> find(Transaction transaction, GroupId group, UserId user) {
        return transaction.find(
                MEMBER_FIND, p -> p.scope().scope().id(group).id(user).scope());
    }

    List<GroupMember> list(GroupId group, Optional<UUID> after, int limit) {
        return database.list(
                MEMBER_LIST,
                p -> p.scope()
                        .scope()
                        .id(group)
                        .uuid(after.orElse(BEFORE_ALL))
                        .scope()
                        .integer(limit));
    }

    void insert(Transaction transaction, GroupId group, UserId user, UUID home, String adder, Instant at) {
        transaction.update(
                MEMBER_INSERT, p -> p.id(group).id(user).uuid(home).text(adder).instant(at));
    }

    List<GroupId> placesBy(Transaction transaction, UserId user, String adder) {
        return transaction.list(PLACES_BY_ADDER, p -> p.id(user).text(adder));
    }

    List<UserId> deleteBy(Transaction transaction, String adder) {
        return transaction.list(MEMBERS_DELETE_BY_ADDER, p -> p.text(adder));
    }

    void delete(Transaction transaction, GroupId group, UserId user) {
        transaction.update(MEMBER_DELETE, p -> p.id(group).id(user));
    }

    void deleteAll(Transaction transaction, GroupId group) {
        transaction.update(MEMBERS_DELETE, p -> p.id(group));
    }

    void deletePlaces(Transaction transaction, UserId user) {
        transaction.atCommit(PLACES_DELETE, p -> p.id(user));
    }

    int count(Transaction transaction, GroupId group) {
        return transaction.find(MEMBER_COUNT, p -> p.id(group)).orElseThrow();
    }

    int countPlaces(Transaction transaction, UserId user) {
        return transaction.find(PLACE_COUNT, p -> p.id(user)).orElseThrow();
    }

    /// The same, which nobody else changes who counts so before this transaction ends.
    int countPlacesHeld(Transaction transaction, UserId user) {
        transaction.find(PLACE_FIRST_LOCK, p -> p.id(user).scope().scope());
        return countPlaces(transaction, user);
    }

    List<Group> listOf(UserId user, Optional<UUID> after, int limit) {
        return database.list(
                PLACE_LIST,
                p -> p.id(user).uuid(after.orElse(BEFORE_ALL)).scope().scope().integer(limit));
    }

    List<Groups.Place> places(UserId user) {
        return database.list(PLACES, p -> p.id(user).scope().scope());
    }

    Optional<UUID> homeOfMember(Transaction transaction, UserId user) {
        return transaction.find(HOME_OF_MEMBER, p -> p.id(user));
    }

    boolean isThere(UserId user) {
        return database.find(PERSON_IS_THERE, p -> p.id(user).scope().id(user).scope())
                .isPresent();
    }

    private static GroupMember member(Row row) {
        return new GroupMember(
                new UserId(row.uuid("user_id")),
                row.text("display_name"),
                row.text("added_by"),
                row.instant("added_at"));
    }
}
