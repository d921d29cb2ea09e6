package dev.keystead.invite;

import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import dev.keystead.trust.Allowance;
import java.time.Instant;
import java.util.Optional;

/// The statements on quotas.
final class QuotaStore {
    static final Query<Quota> QUOTA_FIND = Query.tenant("invite.quota.find", """
            select total_allowed, total_issued, total_redeemed, period_allowed, period_issued, period_reset_at,
                set_by_hand
            from identity.invite_quotas
            where user_id = ?
              and tenant_id = ?""", QuotaStore::quota);

    static final Command QUOTA_OPEN = Command.tenant("invite.quota.open", """
            insert into identity.invite_quotas
                (user_id, total_allowed, total_issued, total_redeemed, period_allowed, period_issued, period_reset_at,
                 set_by_hand, updated_at, tenant_id)
            values (?, ?, 0, 0, ?, 0, ?, false, ?, ?)
            on conflict do nothing""");

    /// Checks and counts at once: of many at the same moment, as many find room as there is. The first one
    /// after the end of a period begins the next.
    static final Query<Quota> QUOTA_TAKE = Query.tenant("invite.quota.take", """
            update identity.invite_quotas
            set total_issued = total_issued + 1,
                period_issued = case when period_reset_at <= ? then 1 else period_issued + 1 end,
                period_reset_at = case when period_reset_at <= ? then ? else period_reset_at end,
                updated_at = ?
            where user_id = ?
              and total_issued < total_allowed
              and period_allowed > case when period_reset_at <= ? then 0 else period_issued end
              and tenant_id = ?
            returning total_allowed, total_issued, total_redeemed, period_allowed, period_issued, period_reset_at,
                set_by_hand""", QuotaStore::quota);

    static final Command QUOTA_REDEEM = Command.tenant("invite.quota.redeem", """
            update identity.invite_quotas
            set total_redeemed = total_redeemed + 1, updated_at = ?
            where user_id = ?
              and tenant_id = ?""");

    static final Query<Quota> QUOTA_SET = Query.tenant("invite.quota.set", """
            insert into identity.invite_quotas as q
                (user_id, total_allowed, total_issued, total_redeemed, period_allowed, period_issued, period_reset_at,
                 set_by_hand, updated_at, tenant_id)
            values (?, ?, 0, 0, ?, 0, ?, ?, ?, ?)
            on conflict (tenant_id, user_id) do update
            set total_allowed = excluded.total_allowed,
                period_allowed = excluded.period_allowed,
                set_by_hand = excluded.set_by_hand,
                updated_at = excluded.updated_at
            returning total_allowed, total_issued, total_redeemed, period_allowed, period_issued, period_reset_at,
                set_by_hand""", QuotaStore::quota);

    private final Database database;

    QuotaStore(Database database) {
        this.database = database;
    }

    Optional<Quota> find(UserId user) {
        return database.find(QUOTA_FIND, p -> p.id(user));
    }

    Optional<Quota> find(Transaction transaction, UserId user) {
        return transaction.find(QUOTA_FIND, p -> p.id(user));
    }

    /// Makes the row of somebody who has none.
    void open(Transaction transaction, UserId user, Allowance allowed, Instant now) {
        transaction.update(
                QUOTA_OPEN,
                p -> p.id(user)
                        .integer(allowed.inAll())
                        .integer(allowed.perPeriod())
                        .instant(now.plus(Quota.PERIOD))
                        .instant(now));
    }

    /// Counts one more; nothing when there is no room, or no row.
    Optional<Quota> take(Transaction transaction, UserId user, Instant now) {
        return transaction.find(
                QUOTA_TAKE,
                p -> p.instant(now)
                        .instant(now)
                        .instant(now.plus(Quota.PERIOD))
                        .instant(now)
                        .id(user)
                        .instant(now));
    }

    void redeem(Transaction transaction, UserId user, Instant now) {
        transaction.update(QUOTA_REDEEM, p -> p.instant(now).id(user));
    }

    Quota set(Transaction transaction, UserId user, Allowance allowed, boolean byHand, Instant now) {
        return transaction
                .find(
                        QUOTA_SET,
                        p -> p.id(user)
                                .integer(allowed.inAll())
                                .integer(allowed.perPeriod())
                                .instant(now.plus(Quota.PERIOD))
                                .flag(byHand)
                                .instant(now))
                .orElseThrow();
    }

    private static Quota quota(Row row) {
        return new Quota(
                row.integer("total_allowed"),
                row.integer("total_issued"),
                row.integer("total_redeemed"),
                row.integer("period_allowed"),
                row.integer("period_issued"),
                row.instant("period_reset_at"),
                row.flag("set_by_hand"));
    }
}
