package dev.keystead.workspace;

import dev.keystead.audit.AuditLog;
import dev.keystead.handle.Handles;
import dev.keystead.job.Clearing;
import dev.keystead.job.Job;
import dev.keystead.job.Parts;
import dev.keystead.job.Retention;
import dev.keystead.job.Table;
import dev.keystead.job.Tables;
import dev.keystead.node.Nodes;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Erases deleted workspaces once their window is over: every row of theirs in every table but the trail, whose
/// time is its own.
///
/// The tables are found in the catalogue. A transaction removes a bounded number of rows; after a crash the next
/// run goes on. That it began and what was removed stands in the trail of the system workspace, which stays.
public final class WorkspaceErasure {
    private static final Duration EVERY = Duration.ofHours(1);
    private static final int BATCH = 20;
    private static final String AUDIT = "audit";

    private static final String TREE = "identity.nodes";

    /// The workspace's own row, which is emptied.
    private static final Set<String> STAYING = Set.of("identity.workspaces");

    private final Database worker;
    private final WorkspaceErasureStore store;
    private final AuditLog audit;
    private final Consumer<WorkspaceId> files;
    private final Clock clock;

    /// @param files removes what a workspace has outside the database
    public WorkspaceErasure(Database worker, AuditLog audit, Consumer<WorkspaceId> files, Clock clock) {
        this.worker = worker;
        this.store = new WorkspaceErasureStore(worker);
        this.audit = audit;
        this.files = files;
        this.clock = clock;
    }

    public Job job() {
        return new Job("workspace-erasure", EVERY, this::run);
    }

    /// Erases what is due, and answers how many workspaces this run erased.
    public long run() {
        List<WorkspaceId> due = store.due(clock.instant().minus(Retention.ENDED), BATCH);
        if (due.isEmpty()) {
            return 0;
        }
        Clearing clearing = clearing(Tables.of(worker));
        var parts = new Parts();
        long erased = due.stream()
                .mapToLong(workspace -> parts.attempt(() -> erase(workspace, clearing) ? 1 : 0))
                .sum();
        parts.throwIfAnyFailed();
        return erased;
    }

    private static Clearing clearing(List<Table> tables) {
        return new Clearing(tables.stream()
                .filter(table -> !table.schema().equals(AUDIT) && !STAYING.contains(table.fullName()))
                .flatMap(WorkspaceErasure::steps)
                .toList());
    }

    private static Stream<Clearing.Step> steps(Table table) {
        if (table.fullName().equals(TREE)) {
            // Each pass takes the lowest level of what is left of the tree.
            return Collections.nCopies(
                    Nodes.DEEPEST_LEVEL, new Clearing.Step(TREE, WorkspaceErasureStore.LEAVES_DELETE))
                    .stream();
        }
        return Stream.of("home_tenant_id", "tenant_id").filter(table::has).map(column -> step(table, column));
    }

    private static Clearing.Step step(Table table, String column) {
        String purpose = column.equals("tenant_id") ? "workspace.erasure.rows" : "workspace.erasure.elsewhere";
        return new Clearing.Step(table.fullName(), table.delete(purpose, WorkspaceErasureStore.WHY, List.of(column)));
    }

    private boolean erase(WorkspaceId workspace, Clearing clearing) {
        return Scope.tenant(Reserved.SYSTEM_WORKSPACE.value()).call(() -> {
            if (!begin(workspace)) {
                return false;
            }
            files.accept(workspace);
            Progress progress = Progress.GOES_ON;
            while (progress == Progress.GOES_ON && !Thread.currentThread().isInterrupted()) {
                progress = worker.write(transaction -> clear(transaction, workspace, clearing));
            }
            // Also those that a job was making meanwhile.
            files.accept(workspace);
            return progress == Progress.ERASED;
        });
    }

    /// False for one that came back since it was found to be due, of which nothing is touched.
    private boolean begin(WorkspaceId workspace) {
        return worker.write(transaction -> {
            if (store.begin(transaction, workspace, clock.instant())) {
                audit.writeInternal(transaction, "workspace-erasure", "workspace.erase_begin", workspace, Map.of());
            }
            boolean erasing = store.hold(transaction, workspace);
            if (erasing) {
                // Before its rows go: nobody shall pass for a machine that the workspace had.
                Handles.freezeMachinesOf(transaction, workspace);
            }
            return erasing;
        });
    }

    private enum Progress {
        GOES_ON,
        ERASED,
        GONE
    }

    private Progress clear(Transaction transaction, WorkspaceId workspace, Clearing clearing) {
        if (!store.hold(transaction, workspace)) {
            return Progress.GONE;
        }
        Clearing.Batch batch = clearing.clear(transaction, p -> p.id(workspace));
        store.count(transaction, workspace, batch.counts());
        if (!batch.done()) {
            return Progress.GOES_ON;
        }
        return store.empty(transaction, workspace, clock.instant())
                .map(counts -> {
                    audit.writeInternal(
                            transaction,
                            "workspace-erasure",
                            "workspace.erase",
                            workspace,
                            Map.of("removed_rows", counts));
                    return Progress.ERASED;
                })
                .orElse(Progress.GONE);
    }
}
