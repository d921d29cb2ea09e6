package dev.keystead.server;

import dev.keystead.audit.chain.ChainReport;
import dev.keystead.audit.chain.ChainRows;
import dev.keystead.audit.chain.ChainVerifier;
import dev.keystead.audit.chain.Chains;
import dev.keystead.audit.chain.Checkpoint;
import dev.keystead.audit.chain.ExportFile;
import dev.keystead.audit.chain.VerifierKey;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.metric.Metrics;
import dev.keystead.tenancy.IdText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// Verifies audit trails for an operator or an outsider, beside or without a running server.
public final class TrailVerification {
    private static final UUID BEFORE_ALL = new UUID(0, 0);
    private static final int AT_ONCE = 500;

    private TrailVerification() {}

    /// What to verify with.
    ///
    /// @param keys that the caller trusts; those that the database or the file names itself, if there are none
    /// @param copies of checkpoints that were kept elsewhere
    public record Trust(List<VerifierKey> keys, List<Checkpoint.Signed> copies) {}

    /// Told how far it is.
    @FunctionalInterface
    public interface Counter {
        void at(long rows, long ofRows);
    }

    /// What came of it.
    ///
    /// @param pinned whether the keys came from the caller
    public record Result(List<ChainReport> chains, boolean pinned) {
        public boolean isIntact() {
            return chains.stream().allMatch(ChainReport::isIntact);
        }
    }

    /// Verifies the trails of a workspace, or of all.
    public static Result database(
            Config config, Optional<UUID> workspace, Trust trust, Consumer<String> steps, Counter counter) {
        MasterKey master = MasterKeys.load(config);
        try (DatabaseHome home = DatabaseHome.openBeside(config, master, steps);
                Storage storage = Storage.open(home.access(), config.database().migrate(), steps, _ -> {});
                var wiring = new Wiring(config, master, storage, new Metrics(), EdgeWiring.clock())) {
            AuditWiring trail = wiring.trail();
            List<VerifierKey> keys = trust.keys().isEmpty() ? trail.keys().published() : trust.keys();
            steps.accept("Verifying the audit trail");
            var chains = new Chains(storage.app());
            Collection<UUID> tenants =
                    workspace.<Collection<UUID>>map(List::of).orElseGet(() -> tenants(trail, trust.copies()));
            long all =
                    tenants.stream().mapToLong(tenant -> size(chains, tenant)).sum();
            var reports = new ArrayList<ChainReport>();
            var done = new AtomicLong();
            try (var verifier = new ChainVerifier(keys, threads())) {
                for (UUID tenant : tenants) {
                    List<ChainReport> its = chains.verify(
                            tenant,
                            verifier,
                            trust.copies(),
                            0,
                            Long.MAX_VALUE,
                            rows -> counter.at(done.get() + rows, all));
                    its.forEach(report -> done.addAndGet(report.rows()));
                    reports.addAll(its);
                }
            }
            return new Result(reports, !trust.keys().isEmpty());
        }
    }

    /// Those of the database, and those that only a copy of a checkpoint still knows.
    private static Collection<UUID> tenants(AuditWiring trail, List<Checkpoint.Signed> copies) {
        var tenants = new TreeSet<UUID>();
        List<UUID> some = trail.checkpoints().workspaces(BEFORE_ALL, AT_ONCE);
        while (!some.isEmpty()) {
            tenants.addAll(some);
            some = trail.checkpoints().workspaces(some.getLast(), AT_ONCE);
        }
        for (Checkpoint.Signed copy : copies) {
            String[] parts = copy.checkpoint().origin().split("/", -1);
            if (parts.length > 1) {
                IdText.decode(Prefix.WORKSPACE.text(), parts[parts.length - 2]).ifPresent(tenants::add);
            }
        }
        return tenants;
    }

    private static long size(Chains chains, UUID tenant) {
        return chains.claims(tenant, List.of()).stream()
                .mapToLong(claim -> claim.head().size())
                .sum();
    }

    /// Verifies a file that was exported, with nothing else at hand.
    public static Result export(Path file, Trust trust, Counter counter) {
        ExportFile export = ExportFile.open(file, trust.copies());
        List<VerifierKey> keys = trust.keys().isEmpty() ? export.keys() : trust.keys();
        long all = export.held().stream().mapToLong(ExportFile.Held::rows).sum();
        var reports = new ArrayList<ChainReport>();
        long done = 0;
        try (var verifier = new ChainVerifier(keys, threads())) {
            for (ExportFile.Held held : export.held()) {
                long before = done;
                ChainRows.Source rows = export.rows(held.claim().head().chain());
                ChainReport report =
                        verifier.verify(held.claim(), rows, held.part(), count -> counter.at(before + count, all));
                done += report.rows();
                reports.add(report);
            }
        }
        return new Result(reports, !trust.keys().isEmpty());
    }

    /// The public keys of this installation.
    public static List<VerifierKey> keys(Config config, Consumer<String> steps) {
        MasterKey master = MasterKeys.load(config);
        try (DatabaseHome home = DatabaseHome.openBeside(config, master, steps);
                Storage storage = Storage.open(home.access(), config.database().migrate(), steps, _ -> {});
                var wiring = new Wiring(config, master, storage, new Metrics(), EdgeWiring.clock())) {
            return wiring.trail().keys().published();
        }
    }

    private static int threads() {
        return Math.max(2, Runtime.getRuntime().availableProcessors());
    }
}
