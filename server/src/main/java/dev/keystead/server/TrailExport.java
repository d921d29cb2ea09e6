package dev.keystead.server;

import dev.keystead.audit.chain.ExportFilter;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.metric.Metrics;
import java.io.IOException;
import java.io.OutputStream;
import java.util.UUID;
import java.util.function.Consumer;

/// Takes the audit trail of a workspace out of the database for an operator, beside a running server or without
/// one.
public final class TrailExport {
    private TrailExport() {}

    /// Writes a file that verifies by itself, and answers how many entries it has.
    public static long write(
            Config config, UUID workspace, ExportFilter filter, OutputStream out, Consumer<String> steps)
            throws IOException {
        MasterKey master = MasterKeys.load(config);
        try (DatabaseHome home = DatabaseHome.openBeside(config, master, steps);
                Storage storage = Storage.open(home.access(), config.database().migrate(), steps, _ -> {});
                var wiring = new Wiring(config, master, storage, new Metrics(), EdgeWiring.clock())) {
            steps.accept("Exporting the audit trail");
            return wiring.trail().writer().write(workspace, filter, out);
        }
    }
}
