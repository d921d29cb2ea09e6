package dev.keystead.directory;

import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// The statement that finds users by what somebody types.
final class UserSearchStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    /// Sorts after every character that a key can have.
    private static final String LAST_CHARACTER = Character.toString(Character.MAX_CODE_POINT);

    /// Matches by address, then by handle, then by name, each in its own order. Every branch is one walk along
    /// one index that stops at the page's end, so a page costs the same however many users match. The start of a
    /// key is a range of keys: `^@` and LIKE use no index once the plan is kept for any parameter. A name's walk
    /// begins at its pair alone: beside another lower bound, the index would be entered at the tenant's first name.
    static final Query<Match> USER_SEARCH = Query.tenant(
            "directory.user.search",
            """
            select rank, sort_key, id, kind, handle, email, contact_email, email_verified_at, display_name, locale,
                timezone, region, avatar_url, backend, status, deceased_at, version, created_at, updated_at
            from (
                (select 1 as rank, email_key as sort_key, id, kind, handle, email, contact_email, email_verified_at,
                    display_name, locale, timezone, region, avatar_url, backend, status, deceased_at, version,
                    created_at, updated_at
                from identity.users
                where ? <= 1 and email_key >= ? and email_key < ? and email_key > ?
                  and status = any (?) and deleted_at is null and tenant_id = ?
                order by email_key
                limit ?)
                union all
                (select 2, handle, id, kind, handle, email, contact_email, email_verified_at, display_name, locale,
                    timezone, region, avatar_url, backend, status, deceased_at, version, created_at, updated_at
                from identity.users
                where ? <= 2 and handle >= ? and handle < ? and handle > ?
                  and not email_key ^@ ?
                  and status = any (?) and deleted_at is null and tenant_id = ?
                order by handle
                limit ?)
                union all
                (select 3, name_key, id, kind, handle, email, contact_email, email_verified_at, display_name, locale,
                    timezone, region, avatar_url, backend, status, deceased_at, version, created_at, updated_at
                from identity.users
                where ? <= 3 and name_key < ? and (name_key, id) > (?, ?)
                  and not email_key ^@ ? and not coalesce(handle ^@ ?, false)
                  and status = any (?) and deleted_at is null and tenant_id = ?
                order by name_key, id
                limit ?)
            ) matches
            order by rank, sort_key, id
            limit ?""",
            row -> new Match(
                    new Place(row.integer("rank"), row.text("sort_key"), row.uuid("id")), UserStore.user(row)));

    /// Where a search stands: which of its three walks, and how far along.
    record Place(int rank, String key, UUID id) {
        static final Place START = new Place(1, "", BEFORE_ALL);

        /// Where a walk begins: at the place if it is the place's own, else at its start.
        private Place in(int walk) {
            return walk == rank ? this : new Place(walk, "", BEFORE_ALL);
        }
    }

    record Match(Place place, User user) {}

    private final Database database;

    UserSearchStore(Database database) {
        this.database = database;
    }

    List<Match> find(String start, Set<User.Status> statuses, Place after, int limit) {
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
}
