package dev.keystead.license.usage;

import dev.keystead.job.Sweep;
import dev.keystead.license.assignment.License;
import dev.keystead.license.assignment.LicenseMarks;
import dev.keystead.license.assignment.Licenses;
import dev.keystead.license.assignment.When;
import dev.keystead.license.catalogue.LicenseRefusal;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The rules of what is used.
public final class Usage {
    /// How long the sender of an increment may repeat it.
    static final Duration KNOWN_FOR = Duration.ofDays(35);

    /// As much as can be counted at all.
    private static final long MOST = 1_000_000_000_000_000L;

    private final UsageStore store;
    private final Licenses licenses;
    private final LicenseMarks marks;
    private final Clock clock;

    public Usage(Database database, Licenses licenses, LicenseMarks marks, Clock clock) {
        this.store = new UsageStore(database);
        this.licenses = licenses;
        this.marks = marks;
        this.clock = clock;
    }

    /// What removes keys that are known for long enough.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("licensing.usage_entries", UsageStore.ENTRIES_SWEEP);
    }

    /// What became of an increment.
    sealed interface Change {
        /// It counts.
        ///
        /// @param used the sum with it
        record Counted(long used) implements Change {}

        /// It was counted before, under the same key.
        record Unchanged(long used) implements Change {}

        record NotFound() implements Change {}

        record Refused(LicenseRefusal code, String reason) implements Change {}
    }

    /// Counts an amount under its sender's own key. The licence, and thereby what it allows, stays meanwhile.
    Change add(Transaction transaction, License usable, String key, long amount) {
        Optional<License> held = licenses.hold(transaction, usable);
        if (held.isEmpty()) {
            return new Change.NotFound();
        }
        License license = held.get();
        Transaction inside = transaction.with(Scope.tenant(license.tenant()));
        Optional<UsageStore.Entry> before = store.findEntry(inside, license.id(), key);
        if (before.isPresent()) {
            return before.get().amount() == amount
                    ? new Change.Unchanged(before.get().usedAfter())
                    : new Change.Refused(LicenseRefusal.KEY_REUSED, "this key was used for another amount");
        }
        When when = When.now(clock);
        if (!license.isInForce(when)) {
            return new Change.Refused(
                    LicenseRefusal.NOT_IN_FORCE,
                    license.status() == License.Status.ACTIVE || license.status() == License.Status.TRIAL
                            ? "the licence does not hold today: it has not begun, or has ended"
                            : "the licence is neither active nor on trial");
        }
        Instant now = when.at();
        Optional<Long> cap = license.terms().limits().usageCap();
        Optional<Long> used = store.add(inside, license.id(), amount, cap.orElse(MOST), now);
        if (used.isEmpty()) {
            return new Change.Refused(
                    LicenseRefusal.CAP, "this would be more than the " + cap.orElse(MOST) + " that the licence allows");
        }
        store.insertEntry(
                inside, license.id(), key, new UsageStore.Entry(amount, used.get()), now, now.plus(KNOWN_FOR));
        if (cap.filter(most -> used.get() >= most).isPresent()) {
            marks.changed(inside, license);
        }
        return new Change.Counted(used.get());
    }

    /// How much of a licence was used.
    UsageStore.Used used(License license) {
        return Scope.tenant(license.tenant())
                .call(() -> store.find(license.id()))
                .orElse(new UsageStore.Used(0, Optional.empty()));
    }
}
