package dev.keystead.server;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.AuditRoutes;
import dev.keystead.audit.Trail;
import dev.keystead.audit.chain.AuditMonths;
import dev.keystead.audit.chain.ChainRoutes;
import dev.keystead.audit.chain.Chains;
import dev.keystead.audit.chain.CheckpointCopies;
import dev.keystead.audit.chain.CheckpointCopy;
import dev.keystead.audit.chain.CheckpointKeys;
import dev.keystead.audit.chain.CheckpointObjects;
import dev.keystead.audit.chain.Checkpoints;
import dev.keystead.audit.chain.ExportRoutes;
import dev.keystead.audit.chain.ExportWriter;
import dev.keystead.audit.chain.Sealer;
import dev.keystead.audit.chain.StoredExports;
import dev.keystead.audit.chain.TrailArchive;
import dev.keystead.job.Bell;
import dev.keystead.job.Job;
import dev.keystead.job.Lookout;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.objects.ObjectStorage;
import dev.keystead.policy.Policies;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Reserved;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/// The objects that seal, sign and show the audit trail.
final class AuditWiring implements AutoCloseable {
    /// The job that makes stored exports.
    static final String EXPORTS = "audit-exports";

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration HALF_A_DAY = Duration.ofHours(12);

    private final AuditMonths months;
    private final Checkpoints checkpoints;
    private final CheckpointKeys keys;
    private final ObjectStorage storage;
    private final ExportWriter writer;
    private final StoredExports exports;
    private final Sealer sealer;
    private final AtomicBoolean monthsMade = new AtomicBoolean();
    private final Lookout sealing;
    private final List<Route> routes;

    /// What the trail stands on.
    ///
    /// @param audit what requests write with
    /// @param workerAudit what background work writes with
    /// @param policies how long a workspace keeps what was done in it
    /// @param hurryExports lets the job that makes stored exports come next
    record Ground(
            Config config,
            MasterKey master,
            Storage storage,
            AuditLog audit,
            AuditLog workerAudit,
            Policies policies,
            Consumer<Transaction> hurryExports,
            Clock clock) {}

    AuditWiring(Ground ground) {
        Config config = ground.config();
        Database app = ground.storage().app();
        Database worker = ground.storage().worker();
        AuditLog audit = ground.audit();
        Clock clock = ground.clock();
        this.storage = ObjectStorage.open(config.objects(), clock);
        this.keys = new CheckpointKeys(
                app, audit, ground.master(), Reserved.SYSTEM_WORKSPACE, config.deploymentName() + "/audit", clock);
        this.checkpoints = new Checkpoints(worker, keys, copies(config, storage), clock);
        this.writer = new ExportWriter(app, checkpoints, keys, clock);
        Optional<TrailArchive> archive = config.audit().archive()
                ? Optional.of(new TrailArchive(storage, writer, new Chains(app)))
                : Optional.empty();
        Function<UUID, Duration> kept =
                tenant -> ground.policies().retention(tenant).audit(Trail.ADMIN_AUDIT.kept());
        this.months = new AuditMonths(
                worker,
                checkpoints,
                new AuditMonths.Rules(kept, WorkspaceId::new, archive),
                ground.workerAudit(),
                Reserved.SYSTEM_WORKSPACE,
                clock);
        this.exports = new StoredExports(
                worker, writer, storage, ground.workerAudit(), ground.storage().clock());
        // Other work of this node needs connections too.
        this.sealer = new Sealer(worker, config.database().workerPoolSize() / 2, clock);
        this.sealing = new Lookout("audit-seal", new Bell(), this::seal);
        this.routes = Stream.of(
                        new AuditRoutes(audit).routes(),
                        new ChainRoutes(app, keys, writer, audit, WorkspaceId::new).routes(),
                        new ExportRoutes(app, storage, audit, ground.hurryExports(), clock).routes())
                .flatMap(List::stream)
                .toList();
    }

    /// Where copies of checkpoints go.
    private static List<CheckpointCopy> copies(Config config, ObjectStorage storage) {
        var copies = new ArrayList<CheckpointCopy>();
        Optional.ofNullable(config.audit().checkpointFolder())
                .map(CheckpointCopies::new)
                .ifPresent(copies::add);
        if (config.audit().archive()) {
            copies.add(new CheckpointObjects(storage, Reserved.SYSTEM_WORKSPACE));
        }
        return copies;
    }

    List<Route> routes() {
        return routes;
    }

    ObjectStorage objects() {
        return storage;
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

    ExportWriter writer() {
        return writer;
    }

    Checkpoints checkpoints() {
        return checkpoints;
    }

    /// Checkpoints every hour, the months of the trails, and stored exports.
    List<Job> jobs() {
        return List.of(
                new Job("audit-checkpoints", HOUR, checkpoints::signMoved),
                new Job("audit-months", HALF_A_DAY, months::run),
                new Job(EXPORTS, MINUTE, exports::run));
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
        try (storage) {
            sealing.close();
        }
    }
}
