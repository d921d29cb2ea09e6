package dev.keystead.lockout;

import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.job.Sweep;
import dev.keystead.lockout.LockoutStore.Standing;
import dev.keystead.platform.crypto.Digest;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.policy.LockoutPolicy;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Brakes on guessing. Every attempt is counted before it is judged, so that guesses in parallel gain
/// nothing.
public final class Lockouts {
    /// After so long without an attempt it is as if there had been none.
    private static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);

    private static final Limits MAILS = new Limits(5, Duration.ofMinutes(1), Duration.ofHours(1));
    private static final Duration BROWSER_KNOWN_FOR = Duration.ofDays(365);

    private final LockoutStore store;
    private final Mac mac;
    private final Clock clock;

    public Lockouts(Database database, MasterKey master, Clock clock) {
        this.store = new LockoutStore(database);
        this.mac = master.mac("lockout");
        this.clock = clock;
    }

    /// How many attempts, and how long nobody gets another one: twice as long each time.
    public record Limits(int threshold, Duration first, Duration longest) {
        /// What a workspace has decided.
        public static Limits of(LockoutPolicy policy) {
            return new Limits(
                    policy.threshold(),
                    Duration.ofSeconds(policy.firstSeconds()),
                    Duration.ofSeconds(policy.maxSeconds()));
        }
    }

    /// Who tries to get in where from.
    ///
    /// @param account the account that is meant, if there is one
    /// @param name what was typed to mean it
    /// @param browser a hash that knows the browser again
    public record Attempt(Optional<UserId> account, String name, String address, Digest browser) {
        /// Whether it means nobody yet: a passkey tells whose it is only with its answer.
        private boolean isAtNobody() {
            return account.isEmpty() && name.isEmpty();
        }
    }

    /// Whether an attempt is taken.
    public sealed interface Turn {
        /// It is, and is counted. When it proves right, the count is taken back by [Lockouts#succeeded].
        record Taken(List<Counted> counted) implements Turn {}

        record Locked(Instant until) implements Turn {}
    }

    /// Where an attempt was counted.
    public static final class Counted {
        private final Bucket bucket;
        private final Optional<UserId> account;
        private final Optional<Instant> lockedUntil;

        private Counted(Bucket bucket, Optional<UserId> account, Optional<Instant> lockedUntil) {
            this.bucket = bucket;
            this.account = account;
            this.lockedUntil = lockedUntil;
        }
    }

    /// What has expired and can go.
    public static List<Sweep.Expiring> expiring() {
        return List.of(
                new Sweep.Expiring("auth.lockouts", LockoutStore.LOCKOUT_SWEEP),
                new Sweep.Expiring("auth.known_browsers", LockoutStore.BROWSER_SWEEP));
    }

    /// Counts an attempt in the tenant of the transaction, which must commit before the attempt is judged.
    public Turn take(Transaction transaction, Attempt attempt, Limits limits) {
        Instant now = clock.instant();
        boolean known = attempt.account()
                .map(user -> store.knows(transaction, user, attempt.browser(), now))
                .orElse(false);
        List<Bucket> buckets = known ? List.of(browser(attempt)) : strangers(attempt);
        var counted = new ArrayList<Counted>();
        for (Bucket bucket : buckets) {
            Optional<Standing> taken = store.take(
                    transaction,
                    bucket,
                    bucket.kind() == Bucket.Kind.SOURCE
                            ? null
                            : attempt.account().orElse(null),
                    limits,
                    now,
                    now.plus(limits.longest()).plus(FORGOTTEN_AFTER));
            if (taken.isEmpty()) {
                // Nothing is judged, so that nothing counts: a locked source must not lock accounts as well.
                giveBack(transaction, counted);
                return new Turn.Locked(store.find(transaction, bucket, now)
                        .flatMap(Standing::lockedUntil)
                        .orElse(now));
            }
            counted.add(new Counted(bucket, attempt.account(), taken.get().lockedUntil()));
        }
        return new Turn.Taken(counted);
    }

    private List<Bucket> strangers(Attempt attempt) {
        return attempt.isAtNobody() ? List.of(source(attempt)) : List.of(account(attempt), source(attempt));
    }

    /// Until when no other attempt is taken, if this one, left as wrong, was one too many.
    public static Optional<Instant> lockedUntil(List<Counted> counted) {
        return counted.stream().flatMap(one -> one.lockedUntil.stream()).max(Comparator.naturalOrder());
    }

    /// Takes the count of the attempt back that let somebody in. Their account is at its start again; the
    /// source only loses this one, and so does an account that was named and is not theirs.
    public void succeeded(Transaction transaction, UserId user, List<Counted> counted) {
        for (Counted one : counted) {
            if (one.bucket.kind() != Bucket.Kind.SOURCE && one.account.equals(Optional.of(user))) {
                store.clear(transaction, one.bucket);
            } else {
                store.giveBack(transaction, one.bucket);
            }
        }
    }

    /// Takes the count of an attempt back that was right but let nobody in yet, or that was not judged at
    /// all. The ones before stay: whoever has found a password must not get new guesses at the second
    /// factor by typing it again.
    public void giveBack(Transaction transaction, List<Counted> counted) {
        counted.forEach(one -> store.giveBack(transaction, one.bucket));
    }

    /// Whether one more mail may be sent to somebody because a stranger asked for it; it is counted. What
    /// counts is the mailbox: many accounts with the same one get no more mails than one account does.
    ///
    /// @param user the account that it is about, if there is one already
    public boolean takeMail(Transaction transaction, Optional<UserId> user, String mailbox) {
        Instant now = clock.instant();
        var bucket = new Bucket(Bucket.Kind.MAIL, mac.digest("mail/" + Directory.nameKey(mailbox)));
        Instant end = now.plus(MAILS.longest()).plus(FORGOTTEN_AFTER);
        return store.take(transaction, bucket, user.orElse(null), MAILS, now, end)
                .isPresent();
    }

    /// Remembers that a user got in with a browser.
    public void remember(Transaction transaction, UserId user, Digest browser) {
        Instant now = clock.instant();
        store.remember(transaction, user, browser, now, now.plus(BROWSER_KNOWN_FOR));
    }

    /// Until when a user is locked out, if they are. The tenant must be in scope.
    public Optional<Instant> lockedUntil(UserId user) {
        Instant now = clock.instant();
        return store.listByUser(user, now).stream()
                .flatMap(standing -> standing.lockedUntil().stream())
                .filter(until -> until.isAfter(now))
                .max(Comparator.naturalOrder());
    }

    /// Lets a user try again at once; whether there was anything to clear.
    public boolean unlock(Transaction transaction, UserId user) {
        return store.clearByUser(transaction, user) > 0;
    }

    /// The account under the name that was typed. Its other name is counted apart, as that of nobody would
    /// be: a lock that one name brings on another tells that both are somebody's, and the same one's.
    private Bucket account(Attempt attempt) {
        String owner =
                attempt.account().map(user -> "user/" + user.text() + "/").orElse("");
        return new Bucket(Bucket.Kind.ACCOUNT, mac.digest(owner + "name/" + attempt.name()));
    }

    private Bucket source(Attempt attempt) {
        return new Bucket(Bucket.Kind.SOURCE, mac.digest("source/" + Network.of(attempt.address())));
    }

    private Bucket browser(Attempt attempt) {
        String user = attempt.account().orElseThrow().text();
        return new Bucket(
                Bucket.Kind.BROWSER,
                mac.digest("browser/" + user + "/" + attempt.browser().hex()));
    }
}
