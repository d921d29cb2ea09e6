package dev.keystead.lockout;

import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.job.Sweep;
import dev.keystead.lockout.LockoutStore.Places;
import dev.keystead.platform.crypto.Digest;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.policy.LockoutPolicy;
import dev.keystead.tenancy.Answer;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Questions;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Brakes on guessing. Every attempt is counted before it is judged, so that guesses in parallel gain
/// nothing.
public final class Lockouts {
    /// After so long without an attempt it is as if there had been none.
    private static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);

    private static final Limits MAILS = new Limits(5, Duration.ofMinutes(1), Duration.ofHours(1));
    private static final Duration BROWSER_KNOWN_FOR = Duration.ofDays(365);
    private static final Duration BROWSER_NOTED_EVERY = Duration.ofDays(1);
    private static final Duration EXPIRY_GRID = Duration.ofMinutes(10);

    private final Database database;
    private final LockoutStore store;
    private final Mac mac;
    private final Clock clock;

    public Lockouts(Database database, MasterKey master, Clock clock) {
        this.database = database;
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
        private final LockoutStore.Taken taken;

        private Counted(Bucket bucket, Optional<UserId> account, LockoutStore.Taken taken) {
            this.bucket = bucket;
            this.account = account;
            this.taken = taken;
        }
    }

    /// What has expired and can go.
    public static List<Sweep.Expiring> expiring() {
        return List.of(
                new Sweep.Expiring("auth.lockouts", LockoutStore.LOCKOUT_SWEEP),
                new Sweep.Expiring("auth.known_browsers", LockoutStore.BROWSER_SWEEP));
    }

    /// Counts an attempt in the tenant in scope. Not for use inside a transaction.
    public Turn take(Attempt attempt, Limits limits) {
        return settle(database.write(transaction -> take(transaction, attempt, limits, new Questions())));
    }

    /// An attempt that is counted with a commit, and not to be judged before [Lockouts#settle] says so.
    public static final class Counting {
        private final Attempt attempt;
        private final Places places;
        private final Answer<LockoutStore.Taken> answer;

        private Counting(Attempt attempt, Places places, Answer<LockoutStore.Taken> answer) {
            this.attempt = attempt;
            this.places = places;
            this.answer = answer;
        }
    }

    /// Counts an attempt as the transaction commits.
    ///
    /// @param questions are asked in the same round trip
    public Counting take(Transaction transaction, Attempt attempt, Limits limits, Questions questions) {
        Instant now = clock.instant();
        Places places = places(attempt);
        Answer<LockoutStore.Taken> answer = store.take(
                questions,
                places,
                attempt.account().orElse(null),
                attempt.browser(),
                limits,
                now,
                expiry(now.plus(limits.longest()).plus(FORGOTTEN_AFTER)));
        transaction.askAtCommit(questions);
        return new Counting(attempt, places, answer);
    }

    /// Whether an attempt that was counted may be judged. Not for use inside a transaction.
    public Turn settle(Counting counting) {
        Places places = counting.places;
        List<Counted> counted = counting.answer.list().stream()
                .map(taken -> new Counted(bucket(places, taken.kind()), counting.attempt.account(), taken))
                .toList();
        boolean everywhere = counted.stream().anyMatch(one -> one.bucket.kind() == Bucket.Kind.BROWSER)
                || counted.size()
                        == Stream.of(places.named(), places.source())
                                .flatMap(Optional::stream)
                                .count();
        return everywhere
                ? new Turn.Taken(counted)
                : database.write(transaction -> locked(transaction, counting, counted, clock.instant()));
    }

    /// Nothing is judged, so that nothing counts: a locked source must not lock accounts as well. Something is counted
    /// at all only when another attempt locked one of the places at the same moment.
    private Turn locked(Transaction transaction, Counting counting, List<Counted> counted, Instant now) {
        giveBack(transaction, counted);
        return new Turn.Locked(belonging(transaction, counting, counted, now).stream()
                .flatMap(place -> store.find(transaction, place, now).stream())
                .flatMap(standing -> standing.lockedUntil().stream())
                .filter(now::isBefore)
                .findFirst()
                .orElse(now));
    }

    /// The places where an attempt belongs.
    private List<Bucket> belonging(Transaction transaction, Counting counting, List<Counted> counted, Instant now) {
        Places places = counting.places;
        Attempt attempt = counting.attempt;
        boolean known = counted.isEmpty()
                && attempt.account()
                        .filter(user -> store.knows(transaction, user, attempt.browser(), now))
                        .isPresent();
        return (known ? Stream.of(places.browser()) : Stream.of(places.named(), places.source()))
                .flatMap(Optional::stream)
                .toList();
    }

    private Places places(Attempt attempt) {
        return new Places(
                attempt.account().map(user -> browser(user, attempt.browser())),
                attempt.isAtNobody() ? Optional.empty() : Optional.of(account(attempt)),
                Optional.of(source(attempt)));
    }

    private static Bucket bucket(Places places, Bucket.Kind kind) {
        return Stream.of(places.browser(), places.named(), places.source())
                .flatMap(Optional::stream)
                .filter(bucket -> bucket.kind() == kind)
                .findFirst()
                .orElseThrow();
    }

    /// A time of forgetting need not be exact. One that is the same for many attempts in a row is not written
    /// into the index of each.
    private static Instant expiry(Instant time) {
        long grid = EXPIRY_GRID.toSeconds();
        return Instant.ofEpochSecond((time.getEpochSecond() / grid + 1) * grid);
    }

    /// Until when no other attempt is taken, if this one, left as wrong, was one too many.
    public static Optional<Instant> lockedUntil(List<Counted> counted) {
        return counted.stream().flatMap(one -> one.taken.lockedUntil().stream()).max(Comparator.naturalOrder());
    }

    /// Takes the count of the attempt back that let somebody in. Their account is at its start again; the
    /// source only loses this one, and so does an account that was named and is not theirs.
    public void succeeded(Transaction transaction, UserId user, List<Counted> counted) {
        for (Counted one : counted) {
            if (one.bucket.kind() != Bucket.Kind.SOURCE && one.account.equals(Optional.of(user))) {
                store.forget(transaction, one.bucket);
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
        var places = new Places(Optional.empty(), Optional.of(bucket), Optional.empty());
        Instant end = expiry(now.plus(MAILS.longest()).plus(FORGOTTEN_AFTER));
        var questions = new Questions();
        var taken = store.take(questions, places, user.orElse(null), null, MAILS, now, end);
        transaction.ask(questions);
        return !taken.list().isEmpty();
    }

    /// Remembers that a user got in with a browser. Once a day is enough: nobody forgets a browser by the hour.
    ///
    /// @param counted where the attempt was counted by which they got in
    public void remember(Transaction transaction, UserId user, Digest browser, List<Counted> counted) {
        Instant now = clock.instant();
        Instant lately = now.minus(BROWSER_NOTED_EVERY);
        boolean noted = counted.stream()
                .filter(one -> one.account.equals(Optional.of(user)))
                .flatMap(one -> one.taken.knownAt().stream())
                .anyMatch(lately::isBefore);
        if (noted) {
            return;
        }
        store.remember(transaction, user, browser, now, expiry(now.plus(BROWSER_KNOWN_FOR)));
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

    private Bucket browser(UserId user, Digest browser) {
        return new Bucket(Bucket.Kind.BROWSER, mac.digest("browser/" + user.text() + "/" + browser.hex()));
    }
}
