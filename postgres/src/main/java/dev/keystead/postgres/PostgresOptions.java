package dev.keystead.postgres;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// How to run an embedded server.
///
/// @param dataFolder where the data lives; made when it does not exist
/// @param port the port on 127.0.0.1, or 0 for any free one, chosen anew at each start
/// @param binaries the programs to run
/// @param durability what a commit promises
/// @param settings further server settings, as in `postgresql.conf`
/// @param progress told about everything that may take longer than a second
/// @param startLimit how long a server that shows no sign of life is waited for; crash recovery is a sign of life
public record PostgresOptions(
        Path dataFolder,
        int port,
        PostgresBinaries binaries,
        Durability durability,
        Map<String, String> settings,
        Progress progress,
        Duration startLimit) {
    private static final Pattern SETTING_NAME = Pattern.compile("[a-z_][a-z0-9_]*(\\.[a-z_][a-z0-9_]*)?");

    /// Settings that carry the promises of this package (where it listens, who may log in, where data and log are).
    private static final Set<String> RESERVED = Set.of(
            "config_file",
            "data_directory",
            "external_pid_file",
            "hba_file",
            "ident_file",
            "listen_addresses",
            "log_destination",
            "logging_collector",
            "port",
            "unix_socket_directories");

    public PostgresOptions {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("Not a port: " + port);
        }
        settings = Map.copyOf(settings);
        for (String name : new TreeSet<>(settings.keySet())) {
            if (!SETTING_NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("Not the name of a PostgreSQL setting: " + name);
            }
            if (RESERVED.contains(name)) {
                throw new IllegalArgumentException("The embedded PostgreSQL decides the setting " + name + " itself");
            }
        }
    }

    /// A durable server on any free port.
    public static PostgresOptions in(Path dataFolder, PostgresBinaries binaries) {
        return new PostgresOptions(
                dataFolder, 0, binaries, Durability.DURABLE, Map.of(), Progress.silent(), Duration.ofSeconds(60));
    }

    public PostgresOptions withPort(int newPort) {
        return new PostgresOptions(dataFolder, newPort, binaries, durability, settings, progress, startLimit);
    }

    public PostgresOptions withSettings(Map<String, String> newSettings) {
        return new PostgresOptions(dataFolder, port, binaries, durability, newSettings, progress, startLimit);
    }

    public PostgresOptions withProgress(Progress newProgress) {
        return new PostgresOptions(dataFolder, port, binaries, durability, settings, newProgress, startLimit);
    }

    /// The same, fast, for data that may be lost.
    public PostgresOptions forTests() {
        return new PostgresOptions(dataFolder, port, binaries, Durability.EXPENDABLE, settings, progress, startLimit);
    }
}
