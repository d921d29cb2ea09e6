package dev.keystead.cascade;

import dev.keystead.audit.AuditLog;
import dev.keystead.cascade.CascadeAccount.Reason;
import dev.keystead.cascade.CascadeAccount.State;
import dev.keystead.cascade.RevocationStore.Lineage;
import dev.keystead.directory.Directory;
import dev.keystead.directory.Suspensions;
import dev.keystead.directory.Suspensions.Suspended;
import dev.keystead.directory.UserId;
import dev.keystead.job.Sweep;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.session.Session;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import dev.keystead.trust.Trust;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/// The rules of revoking people, of what follows for those below, and of undoing it.
public final class Revocations {
    private final RevocationStore store;
    private final CascadeJobStore jobs;
    private final CascadeAccountStore accounts;
    private final Suspensions suspensions;
    private final Sessions sessions;
    private final Cascades cascades;
    private final Database database;
    private final Consumer<Transaction> hurry;
    private final Clock clock;

    /// @param hurry lets the work on cascades come next, once a transaction is kept
    public Revocations(
            Database database,
            Directory directory,
            Sessions sessions,
            Trust trust,
            AuditLog audit,
            Consumer<Transaction> hurry,
            Clock clock) {
        this.database = database;
        this.store = new RevocationStore(database);
        this.jobs = new CascadeJobStore(database);
        this.accounts = new CascadeAccountStore(database);
        this.suspensions = new Suspensions(directory, clock);
        this.sessions = sessions;
        this.hurry = hurry;
        this.cascades = new Cascades(jobs, accounts, store, suspensions, sessions, trust, audit, clock);
        this.clock = clock;
    }

    /// What is old enough to go.
    public static List<Sweep.Expiring> ended() {
        return Cascades.ended();
    }

    /// The work on cascades.
    ///
    /// @param tenant whose people have lineage
    public CascadeWork work(UUID tenant) {
        return new CascadeWork(database, jobs, cascades, tenant);
    }

    /// What an operator wants.
    record Wish(UserId user, Revocation.Reason reason, Optional<String> detail, boolean cascade, String actor) {}

    /// How many people a cascade would find below somebody, and what it would do.
    record Forecast(int found, int suspended, int flagged, int untouched) {}

    /// What a cascade would do now, without doing it; nothing for whoever has no lineage.
    Optional<Forecast> forecast(Transaction transaction, UserId user) {
        return store.lineage(transaction, user).map(lineage -> {
            int suspended = 0;
            int flagged = 0;
            int untouched = 0;
            for (WalkStore.Count count :
                    WalkStore.count(transaction, lineage.path(), lineage.generation() + 1, cascades.limits())) {
                Optional<Reason> why = count.leftAlone();
                if (why.isEmpty()) {
                    suspended += count.people();
                } else if (why.get().isToBeReviewed()) {
                    flagged += count.people();
                } else {
                    untouched += count.people();
                }
            }
            return new Forecast(suspended + flagged + untouched, suspended, flagged, untouched);
        });
    }

    /// Revokes somebody: suspended now, and everybody below soon if that is wanted. Nothing for whoever has
    /// no lineage.
    ///
    /// @throws Refusal for the last one who runs the installation
    Optional<Revocation> revoke(Transaction transaction, Wish wish) {
        return store.lineage(transaction, wish.user()).map(lineage -> revoke(transaction, wish, lineage));
    }

    private void refuseIfKept(Transaction transaction, UserId user) {
        suspensions.holdUnlessKept(transaction, user).ifPresent(why -> {
            throw Refusal.recorded(Reply.conflict(why));
        });
    }

    private Revocation revoke(Transaction transaction, Wish wish, Lineage lineage) {
        refuseIfKept(transaction, wish.user());
        Instant now = clock.instant();
        Optional<CascadeJobId> job = wish.cascade() ? Optional.of(CascadeJobId.make()) : Optional.empty();
        RevocationId id = RevocationId.make();
        var revocation = new Revocation(
                id,
                wish.user(),
                lineage.inviter(),
                lineage.invitersInviter(),
                wish.reason(),
                wish.detail(),
                wish.actor(),
                now,
                job,
                job.isPresent() ? Optional.empty() : suspend(transaction, wish.user(), id),
                Optional.empty());
        store.insert(transaction, revocation);
        job.ifPresent(cascade -> {
            cascades.begin(transaction, cascade, wish, lineage, now);
            hurry.accept(transaction);
        });
        cascades.recompute(transaction, revocation);
        return revocation;
    }

    /// For the sake of the revocation: no undoing of a cascade lets them in. Answers what was taken from them,
    /// which is nothing if they were suspended by hand before.
    private Optional<Suspended> suspend(Transaction transaction, UserId user, RevocationId cause) {
        Optional<Suspended> before = suspensions.suspend(transaction, List.of(user), cause.value()).stream()
                .findFirst();
        sessions.endOf(transaction, List.of(user), Session.End.USER);
        return before;
    }

    /// What became of the wish to undo a revocation.
    sealed interface Undoing {
        record Undone(Revocation before, Revocation after) implements Undoing {}

        record NotFound() implements Undoing {}

        /// It cannot be done.
        ///
        /// @param why a sentence for whoever asked
        record Refused(String why) implements Undoing {}
    }

    /// Undoes a revocation without a cascade: the person gets back what it took from them, unless somebody has
    /// decided otherwise since, and it counts against nobody any more.
    Undoing reverse(Transaction transaction, RevocationId id) {
        Optional<Revocation> found = store.findHeld(transaction, id);
        if (found.isEmpty()) {
            return new Undoing.NotFound();
        }
        Revocation revocation = found.get();
        if (revocation.job().isPresent()) {
            return new Undoing.Refused("the revocation has a cascade; undo "
                    + revocation.job().get().text() + " instead");
        }
        if (revocation.reversedAt().isPresent()) {
            return new Undoing.Refused("the revocation has been undone already");
        }
        Instant now = clock.instant();
        Instant end = revocation.revokedAt().plus(Cascades.REVERSIBLE);
        if (end.isBefore(now)) {
            return new Undoing.Refused("the revocation could be undone until " + end + "; reactivate the user instead");
        }
        revocation.before().ifPresent(before -> {
            suspensions.reinstate(transaction, id.value(), List.of(before));
            cascades.inherit(transaction, id.value(), List.of(before));
        });
        store.reverse(transaction, id, now);
        cascades.recompute(transaction, revocation);
        return new Undoing.Undone(revocation, store.findHeld(transaction, id).orElseThrow());
    }

    List<Revocation> list(Optional<UserId> invitee, Optional<UUID> before, int limit) {
        return store.list(invitee, before, limit);
    }

    Optional<CascadeJob> find(CascadeJobId id) {
        return jobs.find(id);
    }

    List<CascadeJob> jobs(Optional<UUID> before, int limit) {
        return jobs.list(before, limit);
    }

    List<CascadeAccount> accounts(CascadeJobId job, Optional<State> state, int after, int limit) {
        return accounts.list(job, state, after, limit);
    }

    /// What became of the wish to undo a cascade, or to decide about somebody in one.
    sealed interface Decision {
        /// There is work again, for those who undo it or try it again.
        record Resumed(CascadeJob before, CascadeJob after) implements Decision {}

        record Decided(CascadeAccount before, CascadeAccount after) implements Decision {}

        record NotFound() implements Decision {}

        /// It cannot be done.
        ///
        /// @param why a sentence for whoever asked
        record Refused(String why) implements Decision {}
    }

    /// Has a cascade undone, as soon as its batch under way has ended.
    Decision reverse(Transaction transaction, CascadeJobId id) {
        Optional<CascadeJob> found = jobs.findHeld(transaction, id);
        if (found.isEmpty()) {
            return new Decision.NotFound();
        }
        CascadeJob job = found.get();
        if (Cascades.isOver(job)) {
            return new Decision.Refused("the cascade has been undone already, or is being undone");
        }
        if (job.reversibleUntil().isBefore(clock.instant())) {
            return new Decision.Refused("the cascade could be undone until " + job.reversibleUntil()
                    + "; reactivate people one by one instead");
        }
        jobs.reverse(transaction, id);
        hurry.accept(transaction);
        return new Decision.Resumed(job, jobs.findHeld(transaction, id).orElseThrow());
    }

    /// Has a cascade go on that was given up, with what it was doing.
    Decision retry(Transaction transaction, CascadeJobId id) {
        Optional<CascadeJob> found = jobs.findHeld(transaction, id);
        if (found.isEmpty()) {
            return new Decision.NotFound();
        }
        CascadeJob job = found.get();
        if (job.status() != CascadeJob.Status.FAILED) {
            return new Decision.Refused("only a cascade that failed can be tried again");
        }
        jobs.retry(transaction, id);
        hurry.accept(transaction);
        return new Decision.Resumed(job, jobs.findHeld(transaction, id).orElseThrow());
    }

    /// Suspends somebody whom a cascade flagged.
    ///
    /// @throws Refusal for the last one who runs the installation
    Decision confirm(Transaction transaction, CascadeJobId id, UserId user) {
        return decide(transaction, id, user, job -> {
            refuseIfKept(transaction, user);
            return cascades.confirm(transaction, job, user);
        });
    }

    /// Lets somebody be whom a cascade flagged.
    Decision dismiss(Transaction transaction, CascadeJobId id, UserId user) {
        return decide(
                transaction,
                id,
                user,
                job -> accounts.decide(
                        transaction, job.id(), user, State.DISMISSED, Optional.empty(), clock.instant()));
    }

    /// The job is held, so that nobody undoes it meanwhile.
    private Decision decide(
            Transaction transaction,
            CascadeJobId id,
            UserId user,
            Function<CascadeJob, Optional<CascadeAccount>> deciding) {
        Optional<CascadeJob> job = jobs.findHeld(transaction, id);
        Optional<CascadeAccount> before = job.flatMap(found -> accounts.find(transaction, id, user));
        if (job.isEmpty() || before.isEmpty()) {
            return new Decision.NotFound();
        }
        if (Cascades.isOver(job.get())) {
            return new Decision.Refused("the cascade has been undone; suspend the user by hand instead");
        }
        if (before.get().state() != State.FLAGGED) {
            return new Decision.Refused("the user does not wait for a review in this cascade");
        }
        return deciding.apply(job.get())
                .map(after -> (Decision) new Decision.Decided(before.get(), after))
                .orElseGet(() ->
                        new Decision.Refused("the user was suspended or deleted meanwhile; dismiss the flag instead"));
    }
}
