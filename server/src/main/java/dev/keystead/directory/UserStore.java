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
import java.util.Set;
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

    /// Sorts after every character that a key can have.
    private static final String LAST_CHARACTER = Character.toString(Character.MAX_CODE_POINT);

    static final Command USER_INSERT = Command.tenant("directory.user.insert", """
            insert into identity.users
                (id, kind, handle, email, email_key, contact_email, email_verified_at, display_name, name_key, locale,
                 timezone, status, version, created_at, updated_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)""")
            .onConflict("a user with this e-mail address or handle exists already");

    static final Query<User> USER_FIND = Query.tenant("directory.user.find", """
            select id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone, status,
                version, created_at, updated_at
            from identity.users
            where id = ?
              and status <> 'deactivated'
              and tenant_id = ?""", UserStore::user);

    /// As it is until this transaction ends.
    static final Query<User> USER_HOLD = Query.tenant("directory.user.hold", """
            select id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone, status,
                version, created_at, updated_at
            from identity.users
            where id = ?
              and status <> 'deactivated'
              and tenant_id = ?
            for share""", UserStore::user);

    static final Query<User> USER_LOCK = Query.tenant("directory.user.lock", """
            select id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone, status,
                version, created_at, updated_at
            from identity.users
            where id = ?
              and status <> 'deactivated'
              and tenant_id = ?
            for update""", UserStore::user);

    static final Query<User> USER_BY_EMAIL = Query.tenant("directory.user.by-email", """
            select id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone, status,
                version, created_at, updated_at
            from identity.users
            where email_key = ?
              and deleted_at is null
              and tenant_id = ?""", UserStore::user);

    static final Query<User> USER_BY_HANDLE = Query.tenant("directory.user.by-handle", """
            select id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone, status,
                version, created_at, updated_at
            from identity.users
            where handle = ?
              and deleted_at is null
              and tenant_id = ?""", UserStore::user);

    static final Query<User> USER_LIST = Query.tenant("directory.user.list", """
            select id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone, status,
                version, created_at, updated_at
            from identity.users
            where id > ?
              and status <> 'deactivated'
              and tenant_id = ?
            order by id
            limit ?""", UserStore::user);

    static final Query<User> USER_LIST_BY_STATUS = Query.tenant("directory.user.list-by-status", """
            select id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone, status,
                version, created_at, updated_at
            from identity.users
            where status = ?
              and id > ?
              and deleted_at is null
              and tenant_id = ?
            order by id
            limit ?""", UserStore::user);

    /// Matches by address, then by handle, then by name, each in its own order. Every branch is one walk along
    /// one index that stops at the page's end, so a page costs the same however many users match. The start of a
    /// key is a range of keys: `^@` and LIKE use no index once the plan is kept for any parameter. A name's walk
    /// begins at its pair alone: beside another lower bound, the index would be entered at the tenant's first name.
    static final Query<Match> USER_SEARCH = Query.tenant(
            "directory.user.search",
            """
            select rank, sort_key, id, kind, handle, email, contact_email, email_verified_at, display_name, locale,
                timezone, status, version, created_at, updated_at
            from (
                (select 1 as rank, email_key as sort_key, id, kind, handle, email, contact_email, email_verified_at,
                    display_name, locale, timezone, status, version, created_at, updated_at
                from identity.users
                where ? <= 1 and email_key >= ? and email_key < ? and email_key > ?
                  and status = any (?) and deleted_at is null and tenant_id = ?
                order by email_key
                limit ?)
                union all
                (select 2, handle, id, kind, handle, email, contact_email, email_verified_at, display_name, locale,
                    timezone, status, version, created_at, updated_at
                from identity.users
                where ? <= 2 and handle >= ? and handle < ? and handle > ?
                  and not email_key ^@ ?
                  and status = any (?) and deleted_at is null and tenant_id = ?
                order by handle
                limit ?)
                union all
                (select 3, name_key, id, kind, handle, email, contact_email, email_verified_at, display_name, locale,
                    timezone, status, version, created_at, updated_at
                from identity.users
                where ? <= 3 and name_key < ? and (name_key, id) > (?, ?)
                  and not email_key ^@ ? and not coalesce(handle ^@ ?, false)
                  and status = any (?) and deleted_at is null and tenant_id = ?
                order by name_key, id
                limit ?)
            ) matches
            order by rank, sort_key, id
            limit ?""",
            row -> new Match(new Place(row.integer("rank"), row.text("sort_key"), row.uuid("id")), user(row)));

    /// Where a search stands: which of its three walks, and how far along.
    record Place(int rank, String key, UUID id) {
        static final Place START = new Place(1, "", BEFORE_ALL);

        /// Where a walk begins: at the place if it is the place's own, else at its start.
        private Place in(int walk) {
            return walk == rank ? this : new Place(walk, "", BEFORE_ALL);
        }
    }

    record Match(Place place, User user) {}

    static final Query<User> USER_UPDATE = Query.tenant("directory.user.update", """
            update identity.users
            set handle_changed_at = case when handle is distinct from ? then ? else handle_changed_at end,
                handle = ?, email = ?, email_key = ?, contact_email = ?, email_verified_at = ?, display_name = ?,
                name_key = ?, locale = ?, timezone = ?, status = ?,
                suspension_id = case when cast(? as text) = 'suspended' then suspension_id end,
                version = version + 1, updated_at = ?
            where id = ?
              and status <> 'deactivated'
              and tenant_id = ?
            returning id, kind, handle, email, contact_email, email_verified_at, display_name, locale, timezone, status,
                version, created_at, updated_at""", UserStore::user)
            .onConflict("another user has this e-mail address or handle");

    static final Query<Optional<Instant>> USER_HANDLE_CHANGED =
            Query.tenant("directory.user.handle-changed", """
            select handle_changed_at
            from identity.users
            where id = ?
              and status <> 'deactivated'
              and tenant_id = ?""", row -> row.findInstant("handle_changed_at"));

    static final Command USER_DELETE = Command.tenant("directory.user.delete", """
            update identity.users
            set status = 'deactivated', suspension_id = null, deleted_at = ?, version = version + 1, updated_at = ?
            where id = ?
              and status <> 'deactivated'
              and tenant_id = ?""");

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

    Answer<User> find(Questions questions, UserId id) {
        return questions.add(USER_FIND, p -> p.id(id));
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

    List<Match> search(String start, Set<User.Status> statuses, Place after, int limit) {
        String key = SearchKey.of(start);
        String end = key + LAST_CHARACTER;
        List<String> words = statuses.stream().map(Words::of).toList();
        Place byName = after.in(3);
        return database.list(
                USER_SEARCH,
                p -> p.integer(after.rank())
                        .text(key)
                        .text(end)
                        .text(after.in(1).key())
                        .texts(words)
                        .scope()
                        .integer(limit)
                        .integer(after.rank())
                        .text(key)
                        .text(end)
                        .text(after.in(2).key())
                        .text(key)
                        .texts(words)
                        .scope()
                        .integer(limit)
                        .integer(after.rank())
                        .text(end)
                        .text(byName.key().isEmpty() ? key : byName.key())
                        .uuid(byName.id())
                        .text(key)
                        .text(key)
                        .texts(words)
                        .scope()
                        .integer(limit)
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

    private static User user(Row row) {
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
                Words.parse(User.Status.class, row.text("status")),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
