package dev.keystead.license.assignment;

import dev.keystead.audit.Outcome;
import dev.keystead.license.catalogue.ModuleId;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.util.Optional;

/// Keeps licences with their history, and has every node forget what was.
final class LicenseRecords {
    private final LicenseStore store;
    private final LicenseHistory history;
    private final LicenseMarks marks;
    private final Clock clock;

    LicenseRecords(Database database, LicenseMarks marks, Clock clock) {
        this.store = new LicenseStore(database);
        this.history = new LicenseHistory(database, clock);
        this.marks = marks;
        this.clock = clock;
    }

    /// Keeps a new licence.
    void begin(Transaction transaction, License license, ModuleId module) {
        store.insert(transaction, license, module);
        history.write(transaction, LicenseChange.Kind.ASSIGNED, Optional.empty(), license, license.assignedBy());
        marks.changed(transaction, license);
    }

    /// Keeps a licence as it is wanted.
    Outcome<License> write(
            Transaction transaction, License before, License wanted, LicenseChange.Kind kind, String actor) {
        boolean sameEnd = before.terms().end().equals(wanted.terms().end());
        License after = store.update(transaction, wanted, sameEnd, clock.instant());
        history.write(transaction, kind, Optional.of(before), after, actor);
        marks.changed(transaction, before);
        if (before.forOrg() != after.forOrg()) {
            marks.changed(transaction, after);
        }
        return new Outcome.Changed<>(before, after);
    }
}
