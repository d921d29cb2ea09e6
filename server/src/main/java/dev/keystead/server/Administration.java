package dev.keystead.server;

import dev.keystead.platform.config.Config;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.metric.Metrics;
import dev.keystead.setup.Setup;
import java.net.URI;
import java.util.function.Consumer;

/// What an operator does at the command line, beside or instead of a running server.
public final class Administration {
    private Administration() {}

    /// Makes the roles and applies the migrations of this release.
    public static void migrate(Config config, Consumer<String> progress) {
        MasterKey master = MasterKeys.load(config);
        try (DatabaseHome home = DatabaseHome.openBeside(config, master, progress)) {
            progress.accept("Applying migrations to " + home.access().place());
            Storage.migrate(home.access());
        }
    }

    /// A new one-time link for the first administrator.
    public static URI newSetupLink(Config config, Consumer<String> progress) {
        MasterKey master = MasterKeys.load(config);
        try (DatabaseHome home = DatabaseHome.openBeside(config, master, progress);
                Storage storage = Storage.open(home.access(), config.database().migrate(), progress, _ -> {});
                var wiring = new Wiring(config, master, storage, new Metrics(), Wiring.clock())) {
            Setup setup = wiring.setup();
            String token = setup.prepare().orElseGet(setup::newLink).text();
            return KeysteadServer.setupLink(
                    config.http().publicUrl(config.http().port()), token);
        }
    }
}
