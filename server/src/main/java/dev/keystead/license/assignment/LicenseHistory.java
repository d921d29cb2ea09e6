package dev.keystead.license.assignment;

import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// What became of licences: written with each change, and read.
public final class LicenseHistory {
    private static final UUID FIRST = new UUID(0, 0);

    private final HistoryStore store;
    private final Clock clock;

    public LicenseHistory(Database database, Clock clock) {
        this.store = new HistoryStore(database);
        this.clock = clock;
    }

    /// Writes a change in its own transaction.
    ///
    /// @param by who did it (a DID)
    void write(Transaction transaction, LicenseChange.Kind kind, Optional<License> before, License after, String by) {
        store.insertAtCommit(
                transaction,
                new LicenseChange(
                        ChangeId.make(),
                        after.id(),
                        by,
                        kind,
                        before.map(license -> Json.text(LicenseState.of(license))),
                        Json.text(LicenseState.of(after)),
                        clock.instant()));
    }

    /// The changes of a licence of the workspace in scope, latest first.
    List<LicenseChange> list(LicenseId license, Optional<UUID> before, int limit) {
        return store.list(license, before, limit);
    }

    /// The changes of the workspace in scope that were made before a time, oldest first.
    ///
    /// @param after the last one of the page before, if there was one
    public List<LicenseChange> older(Instant than, Optional<LicenseChange> after, int limit) {
        return store.older(
                than,
                after.map(LicenseChange::changedAt).orElse(Instant.EPOCH),
                after.map(change -> change.id().value()).orElse(FIRST),
                limit);
    }

    /// The next workspace that has changes made before a time, for work that goes over all of them.
    ///
    /// @param after the last one that was gone through, if any was
    public static Optional<UUID> nextTenant(Database worker, Optional<UUID> after, Instant than) {
        return HistoryStore.nextTenant(worker, after.orElse(FIRST), than);
    }
}
