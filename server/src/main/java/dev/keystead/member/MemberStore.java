package dev.keystead.member;

import dev.keystead.directory.UserId;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on memberships.
final class MemberStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    static final Command MEMBER_INSERT =
            Command.tenant("member.member.insert", """
            insert into identity.workspace_members (user_id, home_tenant_id, role, affiliation, handle, display_name,
                avatar_url, profile_version, added_by, version, joined_at, role_changed_at, guest_expires_at, left_at,
                metadata, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, null,
                ?::jsonb, ?)""").onConflict("this user is already a member");

    static final Query<Membership> MEMBER_FIND = Query.tenant("member.member.find", """
            select tenant_id, user_id, home_tenant_id, role, affiliation, handle, display_name, avatar_url,
                profile_version, added_by, version, joined_at, role_changed_at, guest_expires_at, left_at,
                metadata::text as metadata
            from identity.workspace_members
            where user_id = ?
              and tenant_id = ?""", MemberStore::membership);

    static final Query<Membership> MEMBER_LOCK = Query.tenant("member.member.lock", """
            select tenant_id, user_id, home_tenant_id, role, affiliation, handle, display_name, avatar_url,
                profile_version, added_by, version, joined_at, role_changed_at, guest_expires_at, left_at,
                metadata::text as metadata
            from identity.workspace_members
            where user_id = ?
              and tenant_id = ?
            for update""", MemberStore::membership);

    /// The owners in one order, so that two who demote each other wait instead of leaving the workspace without one.
    static final Query<UserId> OWNERS_LOCK =
            Query.tenant("member.member.lock-owners", """
            select user_id
            from identity.workspace_members
            where role = 'owner'
              and left_at is null
              and tenant_id = ?
            order by user_id
            for update""", row -> new UserId(row.uuid("user_id")));

    static final Query<Membership> MEMBER_LIST = Query.tenant("member.member.list", """
            select tenant_id, user_id, home_tenant_id, role, affiliation, handle, display_name, avatar_url,
                profile_version, added_by, version, joined_at, role_changed_at, guest_expires_at, left_at,
                metadata::text as metadata
            from identity.workspace_members
            where user_id > ?
              and tenant_id = ?
            order by user_id
            limit ?""", MemberStore::membership);

    static final Query<Membership> MEMBER_LIST_BY_ROLE =
            Query.tenant("member.member.list-by-role", """
            select tenant_id, user_id, home_tenant_id, role, affiliation, handle, display_name, avatar_url,
                profile_version, added_by, version, joined_at, role_changed_at, guest_expires_at, left_at,
                metadata::text as metadata
            from identity.workspace_members
            where role = ?
              and left_at is null
              and user_id > ?
              and tenant_id = ?
            order by user_id
            limit ?""", MemberStore::membership);

    static final Query<Membership> MEMBER_UPDATE = Query.tenant("member.member.update", """
            update identity.workspace_members
            set role = ?, affiliation = ?, handle = ?, display_name = ?, avatar_url = ?, profile_version = ?,
                added_by = ?, version = version + 1, joined_at = ?, role_changed_at = ?, guest_expires_at = ?,
                left_at = ?, metadata = ?::jsonb
            where user_id = ?
              and tenant_id = ?
            returning tenant_id, user_id, home_tenant_id, role, affiliation, handle, display_name, avatar_url,
                profile_version, added_by, version, joined_at, role_changed_at, guest_expires_at, left_at,
                metadata::text as metadata""", MemberStore::membership);

    /// Along the user's axis: what a person is a member of, in every workspace.
    static final Query<Membership> OWN_LIST = Query.user("member.own.list", """
            select tenant_id, user_id, home_tenant_id, role, affiliation, handle, display_name, avatar_url,
                profile_version, added_by, version, joined_at, role_changed_at, guest_expires_at, left_at,
                metadata::text as metadata
            from identity.workspace_members
            where left_at is null
              and tenant_id > ?
              and user_id = ?
            order by tenant_id
            limit ?""", MemberStore::membership);

    static final Query<Guest> GUESTS_DUE = Query.crossTenant(
            "member.guest.due",
            "guests of all workspaces whose time is over lose their place together",
            """
            select tenant_id, user_id
            from identity.workspace_members
            where guest_expires_at < ?
              and left_at is null
              and affiliation = 'guest'
            order by guest_expires_at, user_id
            limit ?""",
            row -> new Guest(new WorkspaceId(row.uuid("tenant_id")), new UserId(row.uuid("user_id"))));
    /// A copy is replaced by that of a later version alone. The worker's.
    static final Command COPIES_UPDATE = Command.crossTenant(
            "member.profile.update", "people are members of workspaces that are not their own", """
            update identity.workspace_members
            set handle = ?,
                display_name = ?,
                avatar_url = ?,
                profile_version = ?,
                version = version + 1
            where user_id = ?
              and home_tenant_id = ?
              and profile_version < ?""");

    /// Where somebody who is gone is still a member. The worker's.
    static final Query<WorkspaceId> PLACES_OF_GONE = Query.crossTenant(
            "member.place.list-of-gone",
            "people are members of workspaces that are not their own",
            """
            select tenant_id
            from identity.workspace_members
            where user_id = ?
              and home_tenant_id = ?
              and left_at is null
            order by tenant_id""",
            row -> new WorkspaceId(row.uuid("tenant_id")));

    /// Memberships of people whose account is deleted and not erased yet. The worker's.
    static final Query<Left> PLACES_LEFT = Query.crossTenant(
            "member.place.list-left",
            "people are members of workspaces that are not their own",
            """
            select m.tenant_id, m.user_id, m.home_tenant_id
            from identity.users u
            cross join lateral (
                select p.tenant_id, p.user_id, p.home_tenant_id
                from identity.workspace_members p
                where p.user_id = u.id
                  and p.home_tenant_id = u.tenant_id
                  and p.left_at is null
                offset 0) m
            where u.deleted_at > ?
              and u.deleted_at <= ?
            order by m.tenant_id, m.user_id
            limit ?""",
            row -> new Left(
                    new WorkspaceId(row.uuid("tenant_id")),
                    new UserId(row.uuid("user_id")),
                    new WorkspaceId(row.uuid("home_tenant_id"))));

    private final Database database;

    MemberStore(Database database) {
        this.database = database;
    }

    /// A guest and where.
    record Guest(WorkspaceId workspace, UserId user) {}

    /// Where somebody is a member whose account is deleted.
    record Left(WorkspaceId workspace, UserId user, WorkspaceId home) {}

    List<Left> placesLeft(Instant now, int limit) {
        return database.list(
                PLACES_LEFT, p -> p.instant(Instant.EPOCH).instant(now).integer(limit));
    }

    List<Guest> guestsDue(Instant now, int limit) {
        return database.list(GUESTS_DUE, p -> p.instant(now).integer(limit));
    }

    void insert(Transaction transaction, Membership member) {
        transaction.update(
                MEMBER_INSERT,
                p -> p.id(member.user())
                        .id(member.home())
                        .text(Words.of(member.role()))
                        .text(Words.of(member.affiliation()))
                        .text(member.handle().orElse(null))
                        .text(member.displayName())
                        .text(member.avatarUrl().orElse(null))
                        .integer(member.profileVersion())
                        .text(member.addedBy())
                        .instant(member.joinedAt())
                        .instant(member.roleChangedAt())
                        .instant(member.guestExpiresAt().orElse(null))
                        .text(Json.text(member.metadata())));
    }

    Optional<Membership> find(UserId user) {
        return database.find(MEMBER_FIND, p -> p.id(user));
    }

    Optional<Membership> find(Transaction transaction, UserId user) {
        return transaction.find(MEMBER_FIND, p -> p.id(user));
    }

    Optional<Membership> findForUpdate(Transaction transaction, UserId user) {
        return transaction.find(MEMBER_LOCK, p -> p.id(user));
    }

    List<UserId> lockOwners(Transaction transaction) {
        return transaction.list(OWNERS_LOCK, p -> {});
    }

    List<Membership> list(Optional<Role> role, Optional<UUID> after, int limit) {
        UUID from = after.orElse(BEFORE_ALL);
        return role.map(wanted -> database.list(
                        MEMBER_LIST_BY_ROLE,
                        p -> p.text(Words.of(wanted)).uuid(from).scope().integer(limit)))
                .orElseGet(() ->
                        database.list(MEMBER_LIST, p -> p.uuid(from).scope().integer(limit)));
    }

    List<Membership> owners(Transaction transaction, int limit) {
        return listByRole(transaction, Role.OWNER, limit);
    }

    List<Membership> administrators(Transaction transaction, int limit) {
        return listByRole(transaction, Role.ADMIN, limit);
    }

    private static List<Membership> listByRole(Transaction transaction, Role role, int limit) {
        return transaction.list(
                MEMBER_LIST_BY_ROLE,
                p -> p.text(Words.of(role)).uuid(BEFORE_ALL).scope().integer(limit));
    }

    List<Membership> listOwn(Optional<UUID> after, int limit) {
        return database.list(
                OWN_LIST, p -> p.uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    Membership update(Transaction transaction, Membership member) {
        return transaction
                .find(
                        MEMBER_UPDATE,
                        p -> p.text(Words.of(member.role()))
                                .text(Words.of(member.affiliation()))
                                .text(member.handle().orElse(null))
                                .text(member.displayName())
                                .text(member.avatarUrl().orElse(null))
                                .integer(member.profileVersion())
                                .text(member.addedBy())
                                .instant(member.joinedAt())
                                .instant(member.roleChangedAt())
                                .instant(member.guestExpiresAt().orElse(null))
                                .instant(member.leftAt().orElse(null))
                                .text(Json.text(member.metadata()))
                                .id(member.user()))
                .orElseThrow();
    }

    private static Membership membership(Row row) {
        return new Membership(
                new WorkspaceId(row.uuid("tenant_id")),
                new UserId(row.uuid("user_id")),
                new WorkspaceId(row.uuid("home_tenant_id")),
                Words.parse(Role.class, row.text("role")),
                Words.parse(Affiliation.class, row.text("affiliation")),
                row.findText("handle"),
                row.text("display_name"),
                row.findText("avatar_url"),
                row.integer("profile_version"),
                row.text("added_by"),
                row.integer("version"),
                row.instant("joined_at"),
                row.instant("role_changed_at"),
                row.findInstant("guest_expires_at"),
                row.findInstant("left_at"),
                Json.tree(row.text("metadata")));
    }
}
