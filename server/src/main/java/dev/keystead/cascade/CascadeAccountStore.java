package dev.keystead.cascade;

import dev.keystead.cascade.CascadeAccount.Reason;
import dev.keystead.cascade.CascadeAccount.State;
import dev.keystead.directory.Suspensions.Suspended;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The statements on the people whom a cascade found.
final class CascadeAccountStore {
    /// One statement for a batch: whatever it says about one person, it says about all of them.
    static final Command ACCOUNTS_INSERT = Command.tenant("cascade.account.insert-many", """
            insert into identity.cascade_accounts
                (job_id, position, user_id, generation, state, reason, status_before, suspension_before, found_at,
                 tenant_id)
            select ?, n.position, n.user_id, n.generation, n.state, n.reason, n.status_before, n.suspension_before, ?,
                cast(? as uuid)
            from unnest(cast(? as integer[]), cast(? as uuid[]), cast(? as integer[]), cast(? as text[]),
                    cast(? as text[]), cast(? as text[]), cast(? as uuid[]))
                as n (position, user_id, generation, state, reason, status_before, suspension_before)""");

    static final Query<CascadeAccount> ACCOUNT_LIST =
            Query.tenant("cascade.account.list", """
            select position, user_id, generation, state, reason, status_before, suspension_before, found_at, decided_at
            from identity.cascade_accounts
            where job_id = ?
              and position > ?
              and tenant_id = ?
            order by position
            limit ?""", CascadeAccountStore::account);

    static final Query<CascadeAccount> ACCOUNT_LIST_BY_STATE =
            Query.tenant("cascade.account.list-by-state", """
            select position, user_id, generation, state, reason, status_before, suspension_before, found_at, decided_at
            from identity.cascade_accounts
            where job_id = ?
              and state = ?
              and position > ?
              and tenant_id = ?
            order by position
            limit ?""", CascadeAccountStore::account);

    /// What undoing made of the next of those whom the job keeps out. By their places, which are found in the primary
    /// key
    /// whatever the statistics say: about a job that has just ended they say nothing.
    static final Command ACCOUNTS_SETTLE = Command.tenant("cascade.account.settle", """
            update identity.cascade_accounts
            set state = case when user_id = any(?) then 'restored' else 'kept' end, decided_at = ?
            where job_id = ?
              and position > ?
              and position <= ?
              and state in ('suspended', 'confirmed')
              and tenant_id = ?""");

    /// A later cascade that took somebody over from this one gives them back, when it is undone, what this
    /// one would have.
    static final Command ACCOUNTS_INHERIT = Command.tenant("cascade.account.inherit", """
            update identity.cascade_accounts a
            set status_before = given.status, suspension_before = given.suspension_id
            from unnest(cast(? as uuid[]), cast(? as text[]), cast(? as uuid[])) as given (id, status, suspension_id)
            where a.user_id = given.id
              and a.suspension_before = ?
              and a.tenant_id = ?""");

    static final Query<CascadeAccount> ACCOUNT_FIND =
            Query.tenant("cascade.account.find", """
            select position, user_id, generation, state, reason, status_before, suspension_before, found_at, decided_at
            from identity.cascade_accounts
            where job_id = ?
              and user_id = ?
              and tenant_id = ?""", CascadeAccountStore::account);

    /// Of two who decide, one does.
    static final Query<CascadeAccount> ACCOUNT_DECIDE =
            Query.tenant("cascade.account.decide", """
            update identity.cascade_accounts
            set state = ?, status_before = ?, suspension_before = ?, decided_at = ?
            where job_id = ?
              and user_id = ?
              and state = 'flagged'
              and tenant_id = ?
            returning position, user_id, generation, state, reason, status_before, suspension_before, found_at,
                decided_at""", CascadeAccountStore::account);

    static final Command ACCOUNT_SWEEP =
            Command.crossTenant("cascade.account.remove", "old cascades of all workspaces are removed together", """
            delete from identity.cascade_accounts
            where (tenant_id, job_id, position) in (
                select a.tenant_id, a.job_id, a.position
                from (
                    select tenant_id, id
                    from identity.cascade_jobs
                    where irreversible_at < cast(? as timestamptz) - interval '90 days'
                    order by tenant_id, irreversible_at
                    limit 100) j
                cross join lateral (
                    select found.tenant_id, found.job_id, found.position
                    from identity.cascade_accounts found
                    where found.tenant_id = j.tenant_id
                      and found.job_id = j.id
                    limit 1000) a
                limit ?)""");

    private final Database database;

    CascadeAccountStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, CascadeJobId job, List<CascadeAccount> accounts, Instant now) {
        transaction.update(
                ACCOUNTS_INSERT,
                p -> p.id(job)
                        .instant(now)
                        .scope()
                        .integers(accounts, CascadeAccount::position)
                        .uuids(accounts, account -> account.user().value())
                        .integers(accounts, CascadeAccount::generation)
                        .texts(accounts.stream()
                                .map(account -> Words.of(account.state()))
                                .toList())
                        .nullableTexts(
                                accounts,
                                account -> account.reason().map(Words::of).orElse(null))
                        .nullableTexts(
                                accounts,
                                account -> account.statusBefore().map(Words::of).orElse(null))
                        .uuids(accounts, account -> account.suspensionBefore().orElse(null)));
    }

    List<CascadeAccount> list(CascadeJobId job, Optional<State> state, int after, int limit) {
        return state.map(wanted -> database.list(
                        ACCOUNT_LIST_BY_STATE,
                        p -> p.id(job)
                                .text(Words.of(wanted))
                                .integer(after)
                                .scope()
                                .integer(limit)))
                .orElseGet(() -> database.list(
                        ACCOUNT_LIST, p -> p.id(job).integer(after).scope().integer(limit)));
    }

    /// The next of a job, in the order of its walk.
    List<CascadeAccount> next(Transaction transaction, CascadeJobId job, int after, int limit) {
        return transaction.list(
                ACCOUNT_LIST, p -> p.id(job).integer(after).scope().integer(limit));
    }

    /// Notes which of those behind a place got back what they had; the others whom the job kept out stay as they are.
    ///
    /// @param to the place of the last one
    void settle(Transaction transaction, CascadeJobId job, int after, int to, Set<UserId> restored, Instant now) {
        transaction.update(
                ACCOUNTS_SETTLE,
                p -> p.uuids(List.copyOf(restored), UserId::value)
                        .instant(now)
                        .id(job)
                        .integer(after)
                        .integer(to));
    }

    void inherit(Transaction transaction, UUID cause, List<Suspended> before) {
        transaction.update(
                ACCOUNTS_INHERIT,
                p -> p.uuids(before, one -> one.user().value())
                        .texts(before.stream()
                                .map(one -> Words.of(one.statusBefore()))
                                .toList())
                        .uuids(before, one -> one.causeBefore().orElse(null))
                        .uuid(cause));
    }

    Optional<CascadeAccount> find(Transaction transaction, CascadeJobId job, UserId user) {
        return transaction.find(ACCOUNT_FIND, p -> p.id(job).id(user));
    }

    Optional<CascadeAccount> decide(
            Transaction transaction,
            CascadeJobId job,
            UserId user,
            State state,
            Optional<Suspended> suspended,
            Instant now) {
        return transaction.find(
                ACCOUNT_DECIDE,
                p -> p.text(Words.of(state))
                        .text(suspended.map(one -> Words.of(one.statusBefore())).orElse(null))
                        .uuid(suspended.flatMap(Suspended::causeBefore).orElse(null))
                        .instant(now)
                        .id(job)
                        .id(user));
    }

    private static CascadeAccount account(Row row) {
        Optional<UUID> suspension = row.findUuid("suspension_before");
        return new CascadeAccount(
                row.integer("position"),
                new UserId(row.uuid("user_id")),
                row.integer("generation"),
                Words.parse(State.class, row.text("state")),
                row.findText("reason").map(word -> Words.parse(Reason.class, word)),
                row.findText("status_before").map(word -> Words.parse(User.Status.class, word)),
                suspension,
                row.instant("found_at"),
                row.findInstant("decided_at"));
    }
}
