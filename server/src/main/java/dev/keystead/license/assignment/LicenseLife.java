package dev.keystead.license.assignment;

import dev.keystead.audit.Outcome;
import dev.keystead.license.assignment.License.Status;
import dev.keystead.license.assignment.License.Terms;
import dev.keystead.license.assignment.Licenses.Giver;
import dev.keystead.node.NodeId;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// How licences go from one status to another.
public final class LicenseLife {
    /// How many days before the end people are told, the nearest first.
    public static final List<Integer> NOTICES = List.of(1, 7, 30);

    private final LicenseStore store;
    private final LicenseRecords records;
    private final Clock clock;

    public LicenseLife(Database database, LicenseMarks marks, Clock clock) {
        this.store = new LicenseStore(database);
        this.records = new LicenseRecords(database, marks, clock);
        this.clock = clock;
    }

    /// Makes a trial a licence like any other.
    ///
    /// @param to its last day, if it has one
    Outcome<License> activate(Transaction transaction, LicenseId id, Optional<LocalDate> to, Giver giver) {
        return turn(transaction, id, giver, LicenseChange.Kind.ACTIVATED, before -> {
            if (before.status() != Status.TRIAL) {
                return illegal(before, "activated");
            }
            Terms terms = before.terms()
                    .unconverted()
                    .until(to, before.terms().limits().expiresAt());
            return refusedEnd(terms).orElseGet(() -> next(before, Status.ACTIVE, terms));
        });
    }

    Outcome<License> suspend(Transaction transaction, LicenseId id, Giver giver) {
        return turn(
                transaction,
                id,
                giver,
                LicenseChange.Kind.SUSPENDED,
                before -> before.status() == Status.ACTIVE
                        ? next(before, Status.SUSPENDED, before.terms())
                        : illegal(before, "suspended"));
    }

    Outcome<License> resume(Transaction transaction, LicenseId id, Giver giver) {
        return turn(
                transaction,
                id,
                giver,
                LicenseChange.Kind.RESUMED,
                before -> before.status() == Status.SUSPENDED
                        ? next(before, Status.ACTIVE, before.terms())
                        : illegal(before, "resumed"));
    }

    /// Gives a licence that is active or has expired a new end, or none.
    Outcome<License> renew(
            Transaction transaction, LicenseId id, Optional<LocalDate> to, Optional<Instant> expiry, Giver giver) {
        return turn(transaction, id, giver, LicenseChange.Kind.RENEWED, before -> {
            if (before.status() != Status.ACTIVE && before.status() != Status.EXPIRED) {
                return illegal(before, "renewed");
            }
            Terms terms = before.terms().until(to, expiry);
            return refusedEnd(terms).orElseGet(() -> next(before, Status.ACTIVE, terms));
        });
    }

    /// Ends a licence for good: its place is free, and nobody has a seat of it any more.
    Outcome<License> terminate(Transaction transaction, LicenseId id, Giver giver) {
        return turn(transaction, id, giver, LicenseChange.Kind.TERMINATED, before -> {
            Optional<LicenseRules.Broken> broken = LicenseRules.ofTerminating(before.status());
            if (broken.isPresent()) {
                return broken.get().outcome();
            }
            store.deleteSeats(transaction, before);
            return next(before, Status.TERMINATED, before.terms().unconverted());
        });
    }

    /// What a licence of the workspace in scope becomes by itself at a time, done.
    public Outcome<License> settle(Transaction transaction, LicenseId id, When when, String actor) {
        Optional<License> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        License before = found.get();
        if (!isRunning(before) || !before.terms().isOver(when)) {
            return new Outcome.Unchanged<>(before);
        }
        if (becomesActive(before, when)) {
            Terms open = before.terms()
                    .unconverted()
                    .until(Optional.empty(), before.terms().limits().expiresAt());
            return records.write(
                    transaction, before, before.as(Status.ACTIVE, open), LicenseChange.Kind.CONVERTED, actor);
        }
        // It ended as it lasted, not on the last day of a trial after which it went on.
        License after = before.as(
                Status.EXPIRED, before.terms().lasting(before.status()).unconverted());
        return records.write(transaction, before, after, LicenseChange.Kind.EXPIRED, actor);
    }

    /// Terminates the licences on a node of the workspace in scope that is removed, and answers them.
    public List<License> end(Transaction transaction, NodeId node, String actor) {
        var giver = new Giver(actor, true);
        return store.liveOn(transaction, node).stream()
                .flatMap(id -> terminate(transaction, id, giver) instanceof Outcome.Changed<License>(License _, var end)
                        ? Stream.of(end)
                        : Stream.empty())
                .toList();
    }

    /// A notice of an end that is near.
    ///
    /// @param days how many days before it the notice is sent at the latest
    public record Notice(License license, int days, LocalDate lastDay) {}

    /// The notice that is due about a licence of the workspace in scope, if one is. It is due once: that it was is
    /// noted in this transaction.
    public Optional<Notice> notice(Transaction transaction, LicenseId id, When when) {
        return store.findForUpdate(transaction, id)
                .filter(LicenseLife::isRunning)
                .flatMap(license -> dueNotice(license, when))
                .filter(notice -> store.noteNotice(transaction, id, notice.days()));
    }

    private static Optional<Notice> dueNotice(License license, When when) {
        return license.terms().end().flatMap(end -> {
            LocalDate lastDay = end.minusNanos(1).atZone(ZoneOffset.UTC).toLocalDate();
            long left = ChronoUnit.DAYS.between(when.day(), lastDay);
            return left < 0
                    ? Optional.empty()
                    : NOTICES.stream()
                            .filter(days -> left <= days)
                            .findFirst()
                            .map(days -> new Notice(license, days, lastDay));
        });
    }

    private static boolean isRunning(License license) {
        return license.status() == Status.TRIAL || license.status() == Status.ACTIVE;
    }

    /// A trial that converts ends by its moment of expiry alone.
    private static boolean becomesActive(License license, When when) {
        return license.status() == Status.TRIAL
                && license.terms().converts()
                && license.terms()
                        .limits()
                        .expiresAt()
                        .filter(end -> !when.at().isBefore(end))
                        .isEmpty();
    }

    private interface Turning {
        Outcome<License> of(License before);
    }

    /// Does what moves a licence from one status to another.
    private Outcome<License> turn(
            Transaction transaction, LicenseId id, Giver giver, LicenseChange.Kind kind, Turning turning) {
        Optional<License> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        License before = found.get();
        if (before.forOrg() && !giver.overOrg()) {
            return new Outcome.NotAllowed<>();
        }
        return switch (turning.of(before)) {
            case Outcome.Changed<License>(License _, License wanted) ->
                wanted.equals(before)
                        ? new Outcome.Unchanged<>(before)
                        : records.write(transaction, before, wanted, kind, giver.actor());
            case Outcome<License> refusal -> refusal;
        };
    }

    private static Outcome<License> next(License before, Status status, Terms terms) {
        return new Outcome.Changed<>(before, before.as(status, terms));
    }

    private Optional<Outcome<License>> refusedEnd(Terms terms) {
        return LicenseRules.ofEnd(terms, When.now(clock)).map(LicenseRules.Broken::outcome);
    }

    private static Outcome<License> illegal(License license, String deed) {
        return LicenseRules.illegal(license.status(), deed).outcome();
    }
}
