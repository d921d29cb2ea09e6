package dev.keystead.directory;

import dev.keystead.directory.Suspensions.Suspended;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements by which many users are suspended and let in again at once.
final class SuspensionStore {
    /// Who was suspended by hand stays so: what somebody decided about one person is not taken over by a
    /// cause that is about many. Rows are locked in the order of their ids, so that two of these never wait
    /// for each other.
    static final Query<Suspended> USERS_SUSPEND =
            Query.tenant("directory.suspension.suspend", """
            update identity.users u
            set status = 'suspended', suspension_id = ?, version = u.version + 1, updated_at = ?
            from (
                select id, status, suspension_id
                from identity.users
                where id = any(?)
                  and (status in ('active', 'pending_verification') or suspension_id is not null)
                  and tenant_id = ?
                order by id
                for update) before
            where u.id = before.id
              and u.tenant_id = ?
            returning u.id, before.status as status_before,
                before.suspension_id as suspension_before""", SuspensionStore::suspended);

    /// Those who are no longer suspended for this cause are left as they are. Rows are locked in the same order, and
    /// found one by one, as nobody has counted yet how many a cause suspended.
    static final Query<UserId> USERS_REINSTATE =
            Query.tenant("directory.suspension.reinstate", """
            update identity.users u
            set status = given.status, suspension_id = given.suspension_id, version = u.version + 1, updated_at = ?
            from (
                select n.id, n.status, n.suspension_id
                from unnest(cast(? as uuid[]), cast(? as text[]), cast(? as uuid[])) as n (id, status, suspension_id)
                order by n.id) given
            cross join lateral (
                select x.id
                from identity.users x
                where x.id = given.id
                  and x.suspension_id = ?
                  and x.tenant_id = ?
                for update) held
            where u.id = held.id
              and u.tenant_id = ?
            returning u.id""", row -> new UserId(row.uuid("id")));

    private SuspensionStore() {}

    static List<Suspended> suspend(Transaction transaction, List<UserId> users, UUID cause, Instant now) {
        return transaction.list(
                USERS_SUSPEND,
                p -> p.uuid(cause)
                        .instant(now)
                        .uuids(users, UserId::value)
                        .scope()
                        .scope());
    }

    static List<UserId> reinstate(Transaction transaction, UUID cause, List<Suspended> before, Instant now) {
        return transaction.list(
                USERS_REINSTATE,
                p -> p.instant(now)
                        .uuids(before, one -> one.user().value())
                        .texts(before.stream()
                                .map(one -> Words.of(one.statusBefore()))
                                .toList())
                        .uuids(before, one -> one.causeBefore().orElse(null))
                        .uuid(cause)
                        .scope()
                        .scope());
    }

    private static Suspended suspended(Row row) {
        Optional<UUID> cause = row.findUuid("suspension_before");
        return new Suspended(
                new UserId(row.uuid("id")), Words.parse(User.Status.class, row.text("status_before")), cause);
    }
}
