package dev.keystead.directory;

import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The statements on users who were deleted, which nothing else sees.
final class ErasureStore {
    static final String WHY = "erasure goes over the deleted users of all workspaces";

    static final Query<Deleted> USERS_DELETED =
            Query.crossTenant("directory.erasure.list", WHY, """
            select tenant_id, id, deleted_at, erasure_begun_at, erasure_counts::text as counts
            from identity.users
            where deleted_at <= ?
              and (deleted_at, id) > (?, ?)
            order by deleted_at, id
            limit ?""", ErasureStore::deleted);

    static final Query<Deleted> USER_DELETED = Query.tenant("directory.erasure.find", """
            select tenant_id, id, deleted_at, erasure_begun_at, erasure_counts::text as counts
            from identity.users
            where id = ?
              and status = 'deactivated'
              and tenant_id = ?""", ErasureStore::deleted);

    /// Only of the deletion that was looked at: whoever came back since and was deleted again has a new window.
    static final Command USER_BEGIN = Command.tenant("directory.erasure.begin", """
            update identity.users
            set erasure_begun_at = ?
            where id = ?
              and deleted_at = ?
              and status = 'deactivated'
              and erasure_begun_at is null
              and tenant_id = ?""");

    /// Held by one batch at a time: of two nodes, one waits until the other's rows are gone. Nobody whose erasure has
    /// not begun.
    static final Query<UserId> USER_HOLD =
            Query.tenant("directory.erasure.hold", """
            select id
            from identity.users
            where id = ?
              and status = 'deactivated'
              and erasure_begun_at is not null
              and tenant_id = ?
            for update""", row -> new UserId(row.uuid("id")));

    static final Command USER_COUNT = Command.crossTenant("directory.erasure.count", WHY, """
            update identity.users
            set erasure_counts = erasure_counts
                || jsonb_build_object(cast(? as text), coalesce((erasure_counts ->> ?)::bigint, 0) + ?)
            where id = ?
              and status = 'deactivated'
              and tenant_id = ?""");

    static final Query<String> USER_ERASE =
            Query.crossTenant("directory.erasure.user", WHY, """
            delete from identity.users
            where id = ?
              and status = 'deactivated'
              and tenant_id = ?
            returning erasure_counts::text as counts""", row -> row.text("counts"));

    static final Query<UUID> WORKPLACES =
            Query.crossTenant("directory.erasure.workplaces", WHY, """
            select tenant_id
            from identity.workspace_members
            where user_id = ?
              and home_tenant_id = ?""", row -> row.uuid("tenant_id"));

    private final Database database;

    ErasureStore(Database database) {
        this.database = database;
    }

    /// Somebody who was deleted.
    ///
    /// @param counts how many rows of each table are gone, as JSON
    record Deleted(UUID tenant, UserId user, Instant at, Optional<Instant> begunAt, String counts) {
        static final Deleted FIRST =
                new Deleted(new UUID(0, 0), new UserId(new UUID(0, 0)), Instant.EPOCH, Optional.empty(), "{}");
    }

    List<Deleted> list(Instant until, Deleted after, int limit) {
        return database.list(
                USERS_DELETED,
                p -> p.instant(until).instant(after.at()).id(after.user()).integer(limit));
    }

    Optional<Deleted> find(UserId user) {
        return database.find(USER_DELETED, p -> p.id(user));
    }

    Optional<Deleted> find(Transaction transaction, UserId user) {
        return transaction.find(USER_DELETED, p -> p.id(user));
    }

    /// Whether the erasure begins now; it may have begun before, or the user has come back since.
    boolean begin(Transaction transaction, Deleted user, Instant at) {
        return transaction.update(USER_BEGIN, p -> p.instant(at).id(user.user()).instant(user.at())) == 1;
    }

    /// Whether the user is still there and being erased, and nobody else's to erase until the transaction ends.
    boolean hold(Transaction transaction, UserId user) {
        return transaction.find(USER_HOLD, p -> p.id(user)).isPresent();
    }

    void count(Transaction transaction, Deleted user, Map<String, Integer> removed) {
        removed.forEach((table, rows) -> transaction.update(
                USER_COUNT,
                p -> p.text(table).text(table).number(rows).id(user.user()).uuid(user.tenant())));
    }

    /// Removes the user's own row, and answers what was removed before it; nothing when another node did so.
    Optional<Object> erase(Transaction transaction, Deleted user) {
        return transaction
                .find(USER_ERASE, p -> p.id(user.user()).uuid(user.tenant()))
                .map(Json::tree);
    }

    /// The workspaces in which somebody is or was a member: only there can they have done anything.
    List<UUID> workplaces(Deleted user) {
        return database.list(WORKPLACES, p -> p.id(user.user()).uuid(user.tenant()));
    }

    private static Deleted deleted(Row row) {
        return new Deleted(
                row.uuid("tenant_id"),
                new UserId(row.uuid("id")),
                row.instant("deleted_at"),
                row.findInstant("erasure_begun_at"),
                row.text("counts"));
    }
}
