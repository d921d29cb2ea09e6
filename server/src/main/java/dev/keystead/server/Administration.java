package dev.keystead.server;

import dev.keystead.job.JobView;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.metric.Metrics;
import dev.keystead.setup.Setup;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

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
        return inside(config, progress, wiring -> {
            Setup setup = wiring.setup();
            String token = setup.prepare().orElseGet(setup::newLink).text();
            return KeysteadServer.setupLink(
                    config.http().publicUrl(config.http().port()), token);
        });
    }

    /// The jobs of the installation: when they ran and will run, and what became of it.
    public static List<JobView> jobs(Config config, Consumer<String> progress) {
        return inside(config, progress, wiring -> wiring.work().timetable().list());
    }

    /// What became of the wish that a job runs now.
    public enum JobStart {
        STARTED,
        RUNNING_ALREADY,
        UNKNOWN
    }

    /// Lets a job come next, on the first node that is free.
    public static JobStart runJob(Config config, String name, Consumer<String> progress) {
        return inside(config, progress, wiring -> wiring.work().startByHand(name));
    }

    private static <T> T inside(Config config, Consumer<String> progress, Function<Wiring, T> work) {
        MasterKey master = MasterKeys.load(config);
        try (DatabaseHome home = DatabaseHome.openBeside(config, master, progress);
                Storage storage = Storage.open(home.access(), config.database().migrate(), progress, _ -> {});
                var wiring = new Wiring(config, master, storage, new Metrics(), EdgeWiring.clock())) {
            return work.apply(wiring);
        }
    }
}
