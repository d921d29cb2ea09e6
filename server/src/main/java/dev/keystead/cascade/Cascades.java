package dev.keystead.cascade;

import dev.keystead.audit.AuditLog;
import dev.keystead.cascade.CascadeAccount.Reason;
import dev.keystead.cascade.CascadeAccount.State;
import dev.keystead.cascade.CascadeJob.Status;
import dev.keystead.cascade.CascadeJobStore.Progress;
import dev.keystead.cascade.RevocationStore.Lineage;
import dev.keystead.cascade.WalkStore.Found;
import dev.keystead.directory.Suspensions;
import dev.keystead.directory.Suspensions.Suspended;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.job.Sweep;
import dev.keystead.session.Session;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.Transaction;
import dev.keystead.trust.Trust;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The batches of a cascade: down the lineage, and back when it is undone. Each is one transaction.
final class Cascades {
    static final int BATCH = 200;

    /// Until when a cascade can be undone.
    static final Duration REVERSIBLE = Duration.ofDays(14);

    /// After how many batches in a row that fail a job is given up.
    static final int MOST_FAILURES = 5;

    private static final int TRUSTED = 7_000;
    private static final Duration LONG_HERE = Duration.ofDays(365);

    private final CascadeJobStore jobs;
    private final CascadeAccountStore accounts;
    private final RevocationStore revocations;
    private final Suspensions suspensions;
    private final Sessions sessions;
    private final Trust trust;
    private final AuditLog audit;
    private final Clock clock;

    Cascades(
            CascadeJobStore jobs,
            CascadeAccountStore accounts,
            RevocationStore revocations,
            Suspensions suspensions,
            Sessions sessions,
            Trust trust,
            AuditLog audit,
            Clock clock) {
        this.jobs = jobs;
        this.accounts = accounts;
        this.revocations = revocations;
        this.suspensions = suspensions;
        this.sessions = sessions;
        this.trust = trust;
        this.audit = audit;
        this.clock = clock;
    }

    /// What is old enough to go, the people of a cascade before the cascade.
    static List<Sweep.Expiring> ended() {
        return List.of(
                new Sweep.Expiring("identity.cascade_accounts", CascadeAccountStore.ACCOUNT_SWEEP),
                new Sweep.Expiring("identity.cascade_jobs", CascadeJobStore.JOB_SWEEP));
    }

    /// Who is left alone by a cascade that looks now.
    WalkStore.Limits limits() {
        return new WalkStore.Limits(TRUSTED, clock.instant().minus(LONG_HERE));
    }

    /// What a batch came to.
    enum Step {
        /// There may be more to do.
        MORE,
        /// Nothing is left.
        DONE,
        /// There is nothing to do here, or another node does it.
        NOT_MINE
    }

    /// Does the next batch of a job.
    Step step(Transaction transaction, CascadeJobId id) {
        return jobs.claim(transaction, id)
                .map(job -> switch (job.status()) {
                    case PENDING, RUNNING -> walk(transaction, job);
                    case REVERSING -> restore(transaction, job);
                    case COMPLETED, REVERSED, FAILED -> Step.NOT_MINE;
                })
                .orElse(Step.NOT_MINE);
    }

    /// Notes that a batch failed. After as many as may in a row the job is given up, so that somebody looks: what
    /// it did stays done.
    Optional<CascadeJob> failed(Transaction transaction, CascadeJobId id, String why) {
        Optional<CascadeJob> noted = jobs.failed(transaction, id, why, MOST_FAILURES);
        noted.filter(job -> job.status() == Status.FAILED)
                .ifPresent(job -> audit.writeInternal(
                        transaction,
                        "cascade",
                        "cascade.fail",
                        id,
                        Map.of("notes", why, "found", job.found(), "suspended", job.suspended())));
        return noted;
    }

    private Step walk(Transaction transaction, CascadeJob job) {
        Instant now = clock.instant();
        List<Found> found =
                WalkStore.below(transaction, job.rootPath(), job.generation(), job.place(), limits(), BATCH);
        if (found.isEmpty()) {
            return atEndOfGeneration(transaction, job, now);
        }
        List<UserId> wanted = found.stream()
                .filter(one -> one.leftAlone().isEmpty())
                .map(Found::user)
                .toList();
        Map<UserId, Suspended> suspended = shutOut(transaction, job.id(), wanted);
        var walked = new ArrayList<CascadeAccount>();
        for (Found one : found) {
            walked.add(account(
                    job.found() + walked.size(),
                    one.user(),
                    job.generation(),
                    one.leftAlone(),
                    Optional.ofNullable(suspended.get(one.user())),
                    now));
        }
        accounts.insert(transaction, job.id(), walked, now);
        jobs.advance(
                transaction,
                job.id(),
                new Progress(
                        job.generation(),
                        found.getLast().path(),
                        walked.size(),
                        suspended.size(),
                        count(walked, State.FLAGGED),
                        Optional.empty()));
        return Step.MORE;
    }

    /// A generation without anybody is below the last one.
    private Step atEndOfGeneration(Transaction transaction, CascadeJob job, Instant now) {
        boolean empty = job.place().equals(job.rootPath());
        var progress = new Progress(
                empty ? job.generation() : job.generation() + 1,
                job.rootPath(),
                0,
                0,
                0,
                empty ? Optional.of(now) : Optional.empty());
        jobs.advance(transaction, job.id(), progress);
        if (!empty) {
            return Step.MORE;
        }
        audit.writeInternal(
                transaction,
                "cascade",
                "cascade.complete",
                job.id(),
                Map.of("found", job.found(), "suspended", job.suspended(), "flagged", job.flagged()));
        return Step.DONE;
    }

    /// Suspends people for the sake of a job, and ends what they are inside with.
    private Map<UserId, Suspended> shutOut(Transaction transaction, CascadeJobId job, List<UserId> users) {
        Map<UserId, Suspended> suspended = suspensions.suspend(transaction, users, job.value()).stream()
                .collect(Collectors.toMap(Suspended::user, Function.identity()));
        List<UserId> fresh = suspended.values().stream()
                .filter(one -> one.statusBefore() != User.Status.SUSPENDED)
                .map(Suspended::user)
                .toList();
        if (!fresh.isEmpty()) {
            sessions.endOf(transaction, fresh, Session.End.USER);
            audit.writeInternal(transaction, "cascade", "user.suspend", fresh, Map.of("cascade_job_id", job.text()));
        }
        return suspended;
    }

    /// Somebody who was to be suspended and was not had been dealt with in the moment between.
    private static CascadeAccount account(
            int position,
            UserId user,
            int generation,
            Optional<Reason> leftAlone,
            Optional<Suspended> suspended,
            Instant now) {
        Optional<Reason> reason =
                suspended.isPresent() ? Optional.empty() : Optional.of(leftAlone.orElse(Reason.SUSPENDED_BEFORE));
        State state = reason.map(why -> why.isToBeReviewed() ? State.FLAGGED : State.UNTOUCHED)
                .orElse(State.SUSPENDED);
        return new CascadeAccount(
                position,
                user,
                generation,
                state,
                reason,
                suspended.map(Suspended::statusBefore),
                suspended.flatMap(Suspended::causeBefore),
                now,
                Optional.empty());
    }

    private static int count(List<CascadeAccount> walked, State state) {
        return Math.toIntExact(
                walked.stream().filter(one -> one.state() == state).count());
    }

    /// Begins a job: its root is suspended before the batches, without an entry of its own, as the
    /// revocation's says it.
    void begin(Transaction transaction, CascadeJobId id, Revocations.Wish wish, Lineage lineage, Instant now) {
        UserId root = wish.user();
        Optional<Suspended> suspended = suspensions.suspend(transaction, List.of(root), id.value()).stream()
                .findFirst();
        sessions.endOf(transaction, List.of(root), Session.End.USER);
        jobs.insert(
                transaction,
                new CascadeJob(
                        id,
                        root,
                        lineage.path(),
                        wish.actor(),
                        now,
                        Status.PENDING,
                        lineage.generation() + 1,
                        lineage.path(),
                        1,
                        suspended.isPresent() ? 1 : 0,
                        0,
                        0,
                        -1,
                        now.plus(REVERSIBLE),
                        Optional.empty(),
                        Optional.empty(),
                        CascadeJob.Trouble.NONE));
        accounts.insert(
                transaction,
                id,
                List.of(account(0, root, lineage.generation(), Optional.empty(), suspended, now)),
                now);
    }

    private Step restore(Transaction transaction, CascadeJob job) {
        Instant now = clock.instant();
        List<CascadeAccount> batch = accounts.next(transaction, job.id(), job.restoredTo(), BATCH);
        int to = batch.isEmpty() ? job.restoredTo() : batch.getLast().position();
        List<Suspended> before = batch.stream()
                .filter(one -> one.state() == State.SUSPENDED || one.state() == State.CONFIRMED)
                .map(one -> new Suspended(
                        one.user(), one.statusBefore().orElse(User.Status.ACTIVE), one.suspensionBefore()))
                .toList();
        Set<UserId> restored =
                new HashSet<>(suspensions.reinstate(transaction, job.id().value(), before));
        if (!before.isEmpty()) {
            inherit(transaction, job.id().value(), before);
            accounts.settle(transaction, job.id(), job.restoredTo(), to, restored, now);
        }
        List<UserId> back = before.stream()
                .filter(one -> one.statusBefore() != User.Status.SUSPENDED && restored.contains(one.user()))
                .map(Suspended::user)
                .toList();
        audit.writeInternal(
                transaction,
                "cascade",
                "user.reactivate",
                back,
                Map.of("cascade_job_id", job.id().text()));
        boolean done = batch.size() < BATCH;
        jobs.restored(transaction, job.id(), to, restored.size(), done ? Optional.of(now) : Optional.empty());
        if (done) {
            forgive(transaction, job, restored.size(), now);
        }
        return done ? Step.DONE : Step.MORE;
    }

    /// Whatever took somebody over from a cause that is undone gives them back, when it is undone itself, what that
    /// cause would have.
    void inherit(Transaction transaction, UUID cause, List<Suspended> before) {
        accounts.inherit(transaction, cause, before);
        revocations.inherit(transaction, cause, before);
    }

    /// What was undone to the last counts against nobody any more.
    private void forgive(Transaction transaction, CascadeJob job, int last, Instant now) {
        revocations.reverse(transaction, job.id(), now).ifPresent(revocation -> recompute(transaction, revocation));
        audit.writeInternal(
                transaction,
                "cascade",
                "cascade.restore",
                job.id(),
                Map.of("found", job.found(), "restored", job.restored() + last));
    }

    /// A revocation counts against three people; the night is too late for what they may invite.
    void recompute(Transaction transaction, Revocation revocation) {
        List<UserId> concerned = Stream.of(
                        Optional.of(revocation.invitee()), revocation.inviter(), revocation.invitersInviter())
                .flatMap(Optional::stream)
                .toList();
        trust.recompute(transaction, concerned);
    }

    /// Suspends somebody who was flagged, by decision.
    Optional<CascadeAccount> confirm(Transaction transaction, CascadeJob job, UserId user) {
        Optional<Suspended> suspended = suspensions
                .suspend(transaction, List.of(user), job.id().value())
                .stream()
                .findFirst();
        if (suspended.isEmpty()) {
            return Optional.empty();
        }
        sessions.endOf(transaction, List.of(user), Session.End.USER);
        jobs.confirmed(transaction, job.id());
        return accounts.decide(transaction, job.id(), user, State.CONFIRMED, suspended, clock.instant());
    }

    static boolean isOver(CascadeJob job) {
        Status doing = job.trouble().failedWhile().orElse(job.status());
        return doing == Status.REVERSING || doing == Status.REVERSED;
    }
}
