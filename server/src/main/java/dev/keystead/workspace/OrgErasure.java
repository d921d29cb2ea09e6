package dev.keystead.workspace;

import dev.keystead.audit.AuditLog;
import dev.keystead.job.Clearing;
import dev.keystead.job.Job;
import dev.keystead.job.Parts;
import dev.keystead.job.Retention;
import dev.keystead.job.Table;
import dev.keystead.job.Tables;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Erases deleted organisations once all of their workspaces are erased: every row of theirs in every table,
/// found in the catalogue. What is left is an empty row, to which those of the workspaces refer. The proof
/// stands in the trail of the system workspace, which stays.
public final class OrgErasure {
    private static final Duration EVERY = Duration.ofHours(1);
    private static final int BATCH = 20;

    /// The rows that are emptied: the organisation's own and those of its workspaces.
    private static final Set<String> STAYING = Set.of("identity.orgs", "identity.workspaces");

    private final Database worker;
    private final OrgErasureStore store;
    private final AuditLog audit;
    private final Clock clock;

    public OrgErasure(Database worker, AuditLog audit, Clock clock) {
        this.worker = worker;
        this.store = new OrgErasureStore(worker);
        this.audit = audit;
        this.clock = clock;
    }

    public Job job() {
        return new Job("org-erasure", EVERY, this::run);
    }

    /// Erases what is due, and answers how many organisations this run erased.
    public long run() {
        List<OrgId> due = store.due(clock.instant().minus(Retention.ENDED), BATCH);
        if (due.isEmpty()) {
            return 0;
        }
        Clearing clearing = clearing(Tables.of(worker));
        var parts = new Parts();
        long erased = due.stream()
                .mapToLong(org -> parts.attempt(() -> erase(org, clearing)))
                .sum();
        parts.throwIfAnyFailed();
        return erased;
    }

    private static Clearing clearing(List<Table> tables) {
        return new Clearing(tables.stream()
                .filter(table -> table.has("org_id") && !STAYING.contains(table.fullName()))
                .map(table -> new Clearing.Step(
                        table.fullName(),
                        table.delete("workspace.org-erasure.rows", OrgErasureStore.WHY, List.of("org_id"))))
                .toList());
    }

    private long erase(OrgId org, Clearing clearing) {
        return Scope.tenant(Reserved.SYSTEM_WORKSPACE.value())
                .call(() -> worker.write(transaction -> erase(transaction, org, clearing)));
    }

    private long erase(Transaction transaction, OrgId org, Clearing clearing) {
        if (!store.hold(transaction, org)) {
            return 0;
        }
        Clearing.Batch batch = clearing.clear(transaction, p -> p.id(org));
        if (!batch.done()) {
            // The next run goes on.
            return 0;
        }
        store.empty(transaction, org, clock.instant());
        audit.writeInternal(transaction, "org-erasure", "org.erase", org, Map.of("removed_rows", batch.counts()));
        return 1;
    }
}
