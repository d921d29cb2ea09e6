package dev.keystead.domain;

import dev.keystead.audit.Outcome;
import dev.keystead.domain.CheckStore.Place;
import dev.keystead.job.Job;
import dev.keystead.job.Parts;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/// Looks after domains: each proof is looked for again once a day, claims that nobody proved in time go, and what
/// a deleted workspace held is free again.
///
/// A domain whose proof is missing is taken away after seven days; the owners hear of it at the first. An answer
/// that says nothing, such as none at all, changes nothing. A link in a mail proves a domain for a year; then another
/// one must be opened.
public final class DomainChecks {
    private static final Duration EVERY = Duration.ofHours(1);
    static final Duration PATIENCE = Duration.ofDays(7);
    private static final int BATCH = 200;

    private final Domains domains;
    private final DomainNotices notices;
    private final Proofs proofs;
    private final CheckStore store;
    private final Database database;
    private final Clock clock;

    /// @param database where each change is made inside its own workspace's wall
    /// @param worker sees what is due in all workspaces, and changes nothing
    public DomainChecks(
            Domains domains, DomainNotices notices, Proofs proofs, Database database, Database worker, Clock clock) {
        this.domains = domains;
        this.notices = notices;
        this.proofs = proofs;
        this.store = new CheckStore(worker);
        this.database = database;
        this.clock = clock;
    }

    public Job job() {
        return new Job("domain-checks", EVERY, this::run);
    }

    /// Does what is due, and answers how many domains it touched.
    public long run() {
        var parts = new Parts();
        long touched = all(parts, () -> store.expired(clock.instant(), BATCH), this::expire)
                + all(parts, () -> store.due(clock.instant(), BATCH), this::check);
        parts.throwIfAnyFailed();
        return touched;
    }

    /// Batch by batch, until one brings nothing forward: what fails stays due, and would come again and again.
    private static long all(Parts parts, Supplier<List<Place>> batch, ToLongFunction<Place> work) {
        long touched = 0;
        long before = -1;
        while (touched > before && !Thread.currentThread().isInterrupted()) {
            before = touched;
            for (Place place : batch.get()) {
                touched += parts.attempt(() -> work.applyAsLong(place));
            }
        }
        return touched;
    }

    private <T> T inside(Place place, Database.Work<T> work) {
        return Scope.tenant(place.workspace().value()).call(() -> database.write(work));
    }

    private long expire(Place place) {
        return inside(place, transaction -> {
            boolean due = domains.findForUpdate(transaction, place.domain())
                    .filter(domains::isExpired)
                    .isPresent();
            if (!due) {
                return 0L;
            }
            if (domains.delete(transaction, place.domain(), Optional.empty())
                    instanceof Outcome.Deleted<DomainClaim>(DomainClaim gone)) {
                notices.expired(transaction, gone);
            }
            return 1L;
        });
    }

    private long check(Place place) {
        Instant now = clock.instant();
        Optional<DomainClaim> turn = inside(place, transaction -> turn(transaction, place, now));
        if (turn.isEmpty()) {
            return 0;
        }
        DomainClaim claim = turn.get();
        if (!claim.isVerified()) {
            return 1;
        }
        switch (look(place, claim, now)) {
            case Proof.Found() ->
                inside(place, transaction -> {
                    store.kept(transaction, claim, now);
                    return true;
                });
            case Proof.Missing _ -> inside(place, transaction -> missed(transaction, place, claim, now));
            case Proof.Unknown _ -> {}
        }
        return 1;
    }

    /// A mail leaves nothing to look for: it proves who read it, for a year.
    private Proof look(Place place, DomainClaim claim, Instant now) {
        if (claim.method() != ProofMethod.EMAIL) {
            return proofs.look(place.workspace(), claim);
        }
        return claim.isMailOldAt(now) ? new Proof.Missing("was proven long ago") : new Proof.Unknown("is not old");
    }

    /// The claim whose turn it is. What a deleted workspace holds is taken away at once.
    private Optional<DomainClaim> turn(Transaction transaction, Place place, Instant now) {
        Optional<DomainClaim> turn = store.turn(transaction, place.domain(), now.plus(Domains.CHECKED_EVERY), now);
        if (turn.isEmpty() || !domains.isLeft(transaction)) {
            return turn;
        }
        DomainClaim released = domains.release(transaction, place.domain());
        notices.left(transaction, released);
        return Optional.of(released);
    }

    /// Whether another link was opened since it was this one's turn.
    private boolean isProvenMeanwhile(Transaction transaction, DomainClaim claim, Instant now) {
        return claim.method() == ProofMethod.EMAIL
                && domains.findForUpdate(transaction, claim.domain())
                        .filter(found -> found.isMailOldAt(now))
                        .isEmpty();
    }

    private boolean missed(Transaction transaction, Place place, DomainClaim claim, Instant now) {
        if (isProvenMeanwhile(transaction, claim, now) || !store.missed(transaction, claim, now)) {
            return false;
        }
        if (claim.failingSince().isEmpty()) {
            notices.missing(transaction, place.workspace(), claim, PATIENCE.toDays());
        } else if (!claim.failingSince().get().isAfter(now.minus(PATIENCE))) {
            notices.released(transaction, place.workspace(), domains.release(transaction, claim.domain()));
        }
        return true;
    }
}
