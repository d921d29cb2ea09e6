package dev.keystead.job;

import dev.keystead.audit.AuditLog;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Removes rows whose time is over, in batches: each is a transaction with the entry that says why.
public final class Sweep {
    private static final int BATCH = 1_000;

    private final Database worker;
    private final AuditLog audit;
    private final TypedId systemWorkspace;
    private final Clock clock;

    /// @param systemWorkspace where entries about work across tenants are kept
    public Sweep(Database worker, AuditLog audit, TypedId systemWorkspace, Clock clock) {
        this.worker = worker;
        this.audit = audit;
        this.systemWorkspace = systemWorkspace;
        this.clock = clock;
    }

    /// A table whose rows come to an end.
    ///
    /// @param delete deletes at most as many rows as its second parameter says whose time was over before its
    ///     first
    public record Expiring(String table, Command delete) {}

    /// Writes the entry of a batch, in the transaction that removes it.
    @FunctionalInterface
    private interface Broom {
        void removed(Transaction transaction, Map<String, ?> what);
    }

    /// Removes what has expired from runtime tables.
    public Job expiry(List<Expiring> tables) {
        Broom broom = (transaction, what) ->
                audit.writeInternal(transaction, "expiry", "expiry.sweep", systemWorkspace, what);
        return new Job("expiry", Duration.ofMinutes(1), () -> sweepAll(broom, tables));
    }

    /// Removes what was deleted, revoked or withdrawn longer ago than it is kept.
    ///
    /// @param tables those that refer to others come before these
    public Job retention(List<Expiring> tables) {
        Broom broom = (transaction, what) ->
                audit.writeInternal(transaction, "retention", "retention.sweep", systemWorkspace, what);
        return new Job("retention", Duration.ofHours(1), () -> sweepAll(broom, tables));
    }

    private long sweepAll(Broom broom, List<Expiring> tables) {
        var parts = new Parts();
        long rows = tables.stream()
                .mapToLong(table -> parts.attempt(() -> sweep(broom, table)))
                .sum();
        parts.throwIfAnyFailed();
        return rows;
    }

    private long sweep(Broom broom, Expiring expiring) {
        long total = 0;
        int removed = BATCH;
        while (removed == BATCH && !Thread.currentThread().isInterrupted()) {
            removed = sweepOnce(broom, expiring);
            total += removed;
        }
        return total;
    }

    private int sweepOnce(Broom broom, Expiring expiring) {
        Instant now = clock.instant();
        return Scope.tenant(systemWorkspace.value())
                .call(() -> worker.write(transaction -> {
                    int removed = transaction.update(
                            expiring.delete(), p -> p.instant(now).integer(BATCH));
                    if (removed > 0) {
                        broom.removed(
                                transaction,
                                Map.of("table", expiring.table(), "rows", removed, "why", "their time was over"));
                    }
                    return removed;
                }));
    }
}
