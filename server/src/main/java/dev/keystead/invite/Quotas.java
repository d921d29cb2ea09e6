package dev.keystead.invite;

import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import dev.keystead.trust.Allowance;
import dev.keystead.trust.Score;
import dev.keystead.trust.Trust;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/// What people may invite: kept for each from their first invitation on, computed until then.
public final class Quotas {
    private final QuotaStore store;
    private final Lineage lineage;
    private final Trust trust;
    private final Clock clock;

    public Quotas(Database database, Lineage lineage, Trust trust, Clock clock) {
        this.store = new QuotaStore(database);
        this.lineage = lineage;
        this.trust = trust;
        this.clock = clock;
    }

    /// What somebody may invite. Not for use inside a transaction.
    public Quota of(UserId user) {
        return store.find(user).orElseGet(() -> untouched(lineage.standing(user)));
    }

    /// The same inside a transaction.
    Quota of(Transaction transaction, UserId user) {
        return store.find(transaction, user).orElseGet(() -> untouched(lineage.standing(transaction, user)));
    }

    private Quota untouched(Lineage.Standing standing) {
        return Quota.untouched(allowance(standing), clock.instant());
    }

    /// What follows from where somebody stands, as long as no night has computed their score.
    private static Allowance allowance(Lineage.Standing standing) {
        return Allowance.of(Score.ofStanding(standing.depth(), standing.staff()));
    }

    /// How many people somebody can invite at this moment. Not for use inside a transaction.
    public int left(UserId user) {
        return of(user).left(clock.instant());
    }

    /// Counts an invitation; nothing when there is no room for it.
    Optional<Quota> take(Transaction transaction, UserId user, Lineage.Standing standing) {
        Instant now = clock.instant();
        Optional<Quota> taken = store.take(transaction, user, now);
        Allowance allowance = allowance(standing);
        if (taken.isPresent() || allowance.perPeriod() == 0) {
            return taken;
        }
        store.open(transaction, user, allowance, now);
        return store.take(transaction, user, now);
    }

    /// Counts that an account came of an invitation.
    void redeemed(Transaction transaction, UserId inviter) {
        store.redeem(transaction, inviter, clock.instant());
    }

    /// Decides by hand what somebody may invite; no recomputation changes it from now on.
    Quota decide(Transaction transaction, UserId user, Allowance allowed) {
        return store.set(transaction, user, allowed, true, clock.instant());
    }

    /// Lets what somebody may invite follow from their score again.
    Quota release(Transaction transaction, UserId user) {
        Allowance allowed = trust.score(transaction, user)
                .map(Allowance::of)
                .orElseGet(() -> allowance(lineage.standing(transaction, user)));
        return store.set(transaction, user, allowed, false, clock.instant());
    }
}
