package dev.keystead.job;

import dev.keystead.audit.AuditLog;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.TypedId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Removes what has expired from runtime tables, in batches.
public final class Sweep {
    private static final Duration EVERY = Duration.ofMinutes(1);
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

    /// A table whose rows expire.
    ///
    /// @param delete deletes at most as many rows as its second parameter says that expired before its first
    public record Expiring(String table, Command delete) {}

    public Job job(List<Expiring> tables) {
        return new Job("expiry", EVERY, () -> sweepAll(tables));
    }

    private long sweepAll(List<Expiring> tables) {
        var parts = new Parts();
        long rows = tables.stream()
                .mapToLong(table -> parts.attempt(() -> sweep(table)))
                .sum();
        parts.throwIfAnyFailed();
        return rows;
    }

    private long sweep(Expiring expiring) {
        long total = 0;
        int removed = BATCH;
        while (removed == BATCH && !Thread.currentThread().isInterrupted()) {
            removed = sweepOnce(expiring);
            total += removed;
        }
        return total;
    }

    private int sweepOnce(Expiring expiring) {
        Instant now = clock.instant();
        return Scope.tenant(systemWorkspace.value())
                .call(() -> worker.write(transaction -> {
                    int removed = transaction.update(
                            expiring.delete(), p -> p.instant(now).integer(BATCH));
                    if (removed > 0) {
                        audit.writeInternal(
                                transaction,
                                "expiry",
                                "expiry.sweep",
                                systemWorkspace,
                                Map.of("table", expiring.table(), "rows", removed, "why", "the rows have expired"));
                    }
                    return removed;
                }));
    }
}
