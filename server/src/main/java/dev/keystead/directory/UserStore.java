package dev.keystead.directory;

import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Answer;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Questions;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// The statements on users. Deleted users are seen by none of them.
///
/// Statements that go by id tell the deleted by their status, not by `deleted_at`: to a planner without statistics, as
/// in
/// a new database, a partial index on the living looks a hair better than the primary key, and it would read the whole
/// tenant. Statements that are made for a partial index name its condition.
final class UserStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    static final Command USER_INSERT = Command.tenant("directory.user.insert", """
            insert into identity.users
                (id, kind, handle, email, email_key, contact_email, email_verified_at, display_name, name_key, locale,
                 timezone, region, avatar_url, backend, status, version, created_at, updated_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)""")
            .onConflict("a user with this e-mail address or handle exists already");

    static final Query<User> USER_FIND = Query.tenant("directory.user.find", """
            select id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone, region,
                avatar_url, backend, status, deceased_at, version, created_at, updated_at
            from identity.users
            where id = ?
              and status <> 'deactivated'
              and tenant_id = ?""", UserStore::user);

    /// As it is until this transaction ends.
    static final Query<User> USER_HOLD = Query.tenant("directory.user.hold", """
            select id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone, region,
                avatar_url, backend, status, deceased_at, version, created_at, updated_at
            from identity.users
            where id = ?
              and status <> 'deactivated'
              and tenant_id = ?
            for share""", UserStore::user);

    static final Query<User> USER_LOCK = Query.tenant("directory.user.lock", """
            select id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone, region,
                avatar_url, backend, status, deceased_at, version, created_at, updated_at
            from identity.users
            where id = ?
              and status <> 'deactivated'
              and tenant_id = ?
            for update""", UserStore::user);

    static final Query<User> USER_BY_EMAIL = Query.tenant("directory.user.by-email", """
            select id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone, region,
                avatar_url, backend, status, deceased_at, version, created_at, updated_at
            from identity.users
            where email_key = ?
              and deleted_at is null
              and tenant_id = ?""", UserStore::user);

    static final Query<User> USER_BY_HANDLE = Query.tenant("directory.user.by-handle", """
            select id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone, region,
                avatar_url, backend, status, deceased_at, version, created_at, updated_at
            from identity.users
            where handle = ?
              and deleted_at is null
              and tenant_id = ?""", UserStore::user);

    static final Query<User> USER_LIST = Query.tenant("directory.user.list", """
            select id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone, region,
                avatar_url, backend, status, deceased_at, version, created_at, updated_at
            from identity.users
            where id > ?
              and status <> 'deactivated'
              and tenant_id = ?
            order by id
            limit ?""", UserStore::user);

    static final Query<User> USER_LIST_BY_STATUS = Query.tenant("directory.user.list-by-status", """
            select id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone, region,
                avatar_url, backend, status, deceased_at, version, created_at, updated_at
            from identity.users
            where status = ?
              and id > ?
              and deleted_at is null
              and tenant_id = ?
            order by id
            limit ?""", UserStore::user);

    static final Query<User> USER_UPDATE = Query.tenant("directory.user.update", """
            update identity.users
            set handle_changed_at = case when handle is distinct from ? then ? else handle_changed_at end,
                handle = ?, email = ?, email_key = ?, contact_email = ?, email_verified_at = ?, display_name = ?,
                name_key = ?, locale = ?, timezone = ?, region = ?, avatar_url = ?, status = ?,
                suspension_id = case when cast(? as text) = 'suspended' then suspension_id end,
                version = version + 1, updated_at = ?
            where id = ?
              and status <> 'deactivated'
              and tenant_id = ?
            returning id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone,
                region, avatar_url, backend, status, deceased_at, version, created_at, updated_at""", UserStore::user)
            .onConflict("another user has this e-mail address or handle");

    static final Query<Optional<Instant>> USER_HANDLE_CHANGED =
            Query.tenant("directory.user.handle-changed", """
            select handle_changed_at
            from identity.users
            where id = ?
              and status <> 'deactivated'
              and tenant_id = ?""", row -> row.findInstant("handle_changed_at"));

    /// The suspension is by hand from now on: no undoing of a cascade lets them in.
    static final Query<User> USER_MARK_DECEASED = Query.tenant("directory.user.mark-deceased", """
            update identity.users
            set deceased_at = ?, deceased_from = status, status = 'suspended', suspension_id = null,
                version = version + 1, updated_at = ?
            where id = ?
              and deceased_at is null
              and status <> 'deactivated'
              and tenant_id = ?
            returning id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone,
                region, avatar_url, backend, status, deceased_at, version, created_at, updated_at""", UserStore::user);

    static final Query<User> USER_UNMARK_DECEASED =
            Query.tenant("directory.user.unmark-deceased", """
            update identity.users
            set status = deceased_from, deceased_at = null, deceased_from = null, version = version + 1, updated_at = ?
            where id = ?
              and deceased_at is not null
              and status <> 'deactivated'
              and tenant_id = ?
            returning id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone,
                region, avatar_url, backend, status, deceased_at, version, created_at, updated_at""", UserStore::user);

    static final Command USER_DELETE = Command.tenant("directory.user.delete", """
            update identity.users
            set status_when_deleted = status, status = 'deactivated', suspension_id = null, deleted_at = ?,
                version = version + 1, updated_at = ?
            where id = ?
              and status <> 'deactivated'
              and tenant_id = ?""");

    /// Somebody who was deleted and can come back. Whoever begins to erase them waits, or was faster.
    static final Query<User> USER_LOCK_DELETED = Query.tenant("directory.user.lock-deleted", """
            select id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone, region,
                avatar_url, backend, status, deceased_at, version, created_at, updated_at
            from identity.users
            where id = ?
              and status = 'deactivated'
              and erasure_begun_at is null
              and tenant_id = ?
            for update""", UserStore::user);

    static final Query<User> USER_RESTORE = Query.tenant("directory.user.restore", """
            update identity.users
            set status = coalesce(status_when_deleted, 'active'), status_when_deleted = null, deleted_at = null,
                version = version + 1, updated_at = ?
            where id = ?
              and status = 'deactivated'
              and tenant_id = ?
            returning id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone,
                region, avatar_url, backend, status, deceased_at, version, created_at, updated_at""", UserStore::user)
            .onConflict("another user has this e-mail address or handle by now");

    private final Database database;

    UserStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, User user) {
        transaction.update(
                USER_INSERT,
                p -> p.id(user.id())
                        .text(Words.of(user.kind()))
                        .text(user.handle().orElse(null))
                        .text(user.email())
                        .text(SearchKey.of(user.email()))
                        .text(user.contactEmail().orElse(null))
                        .instant(user.emailVerifiedAt().orElse(null))
                        .text(user.displayName())
                        .text(SearchKey.of(user.displayName()))
                        .text(user.locale())
                        .text(user.timezone())
                        .text(user.region())
                        .text(user.avatarUrl().orElse(null))
                        .text(Words.of(user.backend()))
                        .text(Words.of(user.status()))
                        .instant(user.createdAt())
                        .instant(user.updatedAt()));
    }

    Optional<User> find(UserId id) {
        return database.find(USER_FIND, p -> p.id(id));
    }

    Optional<User> find(Transaction transaction, UserId id) {
        return transaction.find(USER_FIND, p -> p.id(id));
    }

    Optional<User> findHeld(Transaction transaction, UserId id) {
        return transaction.find(USER_HOLD, p -> p.id(id));
    }

    Optional<User> findByName(String typed) {
        String key = SearchKey.of(typed);
        return database.find(byName(key), p -> p.text(key));
    }

    Answer<User> findByName(Questions questions, String typed) {
        String key = SearchKey.of(typed);
        return questions.add(byName(key), p -> p.text(key));
    }

    /// An address has an at sign and a handle has none.
    private static Query<User> byName(String key) {
        return key.contains("@") ? USER_BY_EMAIL : USER_BY_HANDLE;
    }

    Optional<User> findForUpdate(Transaction transaction, UserId id) {
        return transaction.find(USER_LOCK, p -> p.id(id));
    }

    Optional<User> findDeletedForUpdate(Transaction transaction, UserId id) {
        return transaction.find(USER_LOCK_DELETED, p -> p.id(id));
    }

    Optional<User> restore(Transaction transaction, UserId id, Instant now) {
        return transaction.find(USER_RESTORE, p -> p.instant(now).id(id));
    }

    List<User> list(Optional<UUID> after, int limit) {
        return database.list(
                USER_LIST, p -> p.uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    List<User> listByStatus(User.Status status, Optional<UUID> after, int limit) {
        return database.list(
                USER_LIST_BY_STATUS,
                p -> p.text(Words.of(status))
                        .uuid(after.orElse(BEFORE_ALL))
                        .scope()
                        .integer(limit));
    }

    Optional<User> update(Transaction transaction, User user) {
        return transaction.find(
                USER_UPDATE,
                p -> p.text(user.handle().orElse(null))
                        .instant(user.updatedAt())
                        .text(user.handle().orElse(null))
                        .text(user.email())
                        .text(SearchKey.of(user.email()))
                        .text(user.contactEmail().orElse(null))
                        .instant(user.emailVerifiedAt().orElse(null))
                        .text(user.displayName())
                        .text(SearchKey.of(user.displayName()))
                        .text(user.locale())
                        .text(user.timezone())
                        .text(user.region())
                        .text(user.avatarUrl().orElse(null))
                        .text(Words.of(user.status()))
                        .text(Words.of(user.status()))
                        .instant(user.updatedAt())
                        .id(user.id()));
    }

    /// When the handle was last changed, if it ever was.
    Optional<Instant> handleChangedAt(UserId id) {
        return database.find(USER_HANDLE_CHANGED, p -> p.id(id)).flatMap(Function.identity());
    }

    Optional<Instant> handleChangedAt(Transaction transaction, UserId id) {
        return transaction.find(USER_HANDLE_CHANGED, p -> p.id(id)).flatMap(Function.identity());
    }

    boolean delete(Transaction transaction, UserId id, Instant at) {
        return transaction.update(USER_DELETE, p -> p.instant(at).instant(at).id(id)) == 1;
    }

    Optional<User> markDeceased(Transaction transaction, UserId id, Instant deceasedAt, Instant now) {
        return transaction.find(
                USER_MARK_DECEASED, p -> p.instant(deceasedAt).instant(now).id(id));
    }

    Optional<User> unmarkDeceased(Transaction transaction, UserId id, Instant now) {
        return transaction.find(USER_UNMARK_DECEASED, p -> p.instant(now).id(id));
    }

    static User user(Row row) {
        return new User(
                new UserId(row.uuid("id")),
                Words.parse(User.Kind.class, row.text("kind")),
                row.findText("handle"),
                row.text("email"),
                row.findText("contact_email"),
                row.findInstant("email_verified_at"),
                row.text("display_name"),
                row.text("locale"),
                row.text("timezone"),
                row.text("region"),
                row.findText("avatar_url"),
                Words.parse(User.Backend.class, row.text("backend")),
                Words.parse(User.Status.class, row.text("status")),
                row.findInstant("deceased_at"),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
