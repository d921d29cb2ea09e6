package dev.keystead.server;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.AuditRoutes;
import dev.keystead.audit.chain.AuditMonths;
import dev.keystead.audit.chain.ChainRoutes;
import dev.keystead.audit.chain.CheckpointCopies;
import dev.keystead.audit.chain.CheckpointKeys;
import dev.keystead.audit.chain.Checkpoints;
import dev.keystead.audit.chain.ExportWriter;
import dev.keystead.audit.chain.Sealer;
import dev.keystead.job.Bell;
import dev.keystead.job.Job;
import dev.keystead.job.Lookout;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.http.Route;
import dev.keystead.workspace.Reserved;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// The objects that seal, sign and show the audit trail.
final class AuditWiring implements AutoCloseable {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration HALF_A_DAY = Duration.ofHours(12);

    private final AuditMonths months;
    private final Checkpoints checkpoints;
    private final CheckpointKeys keys;
    private final Sealer sealer;
    private final AtomicBoolean monthsMade = new AtomicBoolean();
    private final Lookout sealing;
    private final List<Route> routes;

    /// @param audit what requests write with
    /// @param workerAudit what background work writes with
    AuditWiring(Config config, MasterKey master, Storage storage, AuditLog audit, AuditLog workerAudit, Clock clock) {
        this.keys = new CheckpointKeys(
                storage.app(), audit, master, Reserved.SYSTEM_WORKSPACE, config.deploymentName() + "/audit", clock);
        Optional<CheckpointCopies> copies =
                Optional.ofNullable(config.audit().checkpointFolder()).map(CheckpointCopies::new);
        this.checkpoints = new Checkpoints(storage.worker(), keys, copies, clock);
        this.months = new AuditMonths(storage.worker(), checkpoints, workerAudit, Reserved.SYSTEM_WORKSPACE, clock);
        // Other work of this node needs connections too.
        this.sealer = new Sealer(storage.worker(), config.database().workerPoolSize() / 2, clock);
        this.sealing = new Lookout("audit-seal", new Bell(), this::seal);
        var exports = new ExportWriter(storage.app(), checkpoints, keys, clock);
        this.routes = Stream.of(
                        new AuditRoutes(audit).routes(),
                        new ChainRoutes(storage.app(), keys, exports, audit, WorkspaceId::new).routes())
                .flatMap(List::stream)
                .toList();
    }

    List<Route> routes() {
        return routes;
    }

    Sealer sealer() {
        return sealer;
    }

    AuditMonths months() {
        return months;
    }

    CheckpointKeys keys() {
        return keys;
    }

    Checkpoints checkpoints() {
        return checkpoints;
    }

    /// Checkpoints every hour, and the months of the trails.
    List<Job> jobs() {
        return List.of(
                new Job("audit-checkpoints", HOUR, checkpoints::signMoved),
                new Job("audit-months", HALF_A_DAY, months::run));
    }

    /// The month must be there, however long the installation did not run. Should another node be making it at
    /// this moment, the next look finds it.
    private void seal(BooleanSupplier stopping) {
        if (!monthsMade.get()) {
            months.make();
            monthsMade.set(true);
        }
        sealer.look(stopping);
    }

    /// Begins to seal.
    void start() {
        sealing.start();
    }

    @Override
    public void close() {
        sealing.close();
    }
}
