package dev.keystead.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// The main process of a server, from its start until it answers.
///
/// @param process PostgreSQL itself: what stood before it in the command line has replaced itself by it
record Postmaster(Process process, int port) {
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration REPORT_EVERY = Duration.ofSeconds(3);
    private static final Duration RETRY_FOR = Duration.ofSeconds(20);

    /// Not up yet: no connection, connection lost. The third one means that the server is alive and recovering.
    private static final Set<String> NOT_YET = Set.of("08001", "08006", "57P03");

    private static final String RECOVERING = "57P03";

    static Postmaster start(DataFolder data, PostgresOptions options, String password) throws IOException {
        options.progress().report("Starting PostgreSQL " + options.binaries().version() + ".");
        long begun = System.nanoTime();
        while (true) {
            ServerLog log = ServerLog.open(data.log());
            int port = options.port() == 0 ? freePort() : options.port();
            Process process = Command.start(Command.bare(data.account().command("INT", command(data, options, port)))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.file().toFile())));
            try {
                if (answers(process, port, options, password)) {
                    requireItself(process, data);
                    return new Postmaster(process, port);
                }
                String words = log.tail();
                if (!passes(words, options) || elapsed(begun).compareTo(RETRY_FOR) > 0) {
                    throw new PostgresUnavailable("PostgreSQL did not start in " + data.folder() + ": "
                            + ServerLog.usefulLine(words) + " (the whole log is in " + log.file() + ").");
                }
            } catch (IOException | RuntimeException e) {
                stop(process);
                throw e;
            }
            stop(process);
        }
    }

    private static List<String> command(DataFolder data, PostgresOptions options, int port) {
        var settings = new TreeMap<String, String>();
        settings.put("cluster_name", "keystead");
        settings.put("log_timezone", "UTC");
        settings.put("timezone", "UTC");
        // Without the detail, which would put the values of a violated constraint into the log.
        settings.put("log_error_verbosity", "terse");
        settings.putAll(options.durability().settings());
        settings.putAll(options.settings());
        settings.putAll(Map.of(
                "listen_addresses", "127.0.0.1",
                "port", Integer.toString(port),
                "unix_socket_directories", "",
                "log_destination", "stderr",
                "logging_collector", "off"));
        var command = new ArrayList<String>();
        command.addAll(List.of(
                options.binaries().postgres().toString(), "-D", data.cluster().toString()));
        settings.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        return command;
    }

    /// Waits until the server lets the superuser in.
    ///
    /// @return false when the process has ended instead
    private static boolean answers(Process process, int port, PostgresOptions options, String password) {
        long begun = System.nanoTime();
        long lastSign = begun;
        Duration reported = Duration.ZERO;
        while (!hasEnded(process)) {
            try (Connection connection = EmbeddedPostgres.connect(port, "postgres", password)) {
                return connection.isValid(0) && process.isAlive();
            } catch (SQLException e) {
                if (!NOT_YET.contains(e.getSQLState())) {
                    throw new PostgresUnavailable("PostgreSQL started but refused its superuser: " + e.getMessage(), e);
                }
                lastSign = RECOVERING.equals(e.getSQLState()) ? System.nanoTime() : lastSign;
            }
            if (elapsed(lastSign).compareTo(options.startLimit()) > 0) {
                throw new PostgresUnavailable("PostgreSQL gave no answer on port " + port + " for "
                        + options.startLimit().toSeconds() + " s; see server.log in " + options.dataFolder() + ".");
            }
            if (elapsed(begun).minus(reported).compareTo(REPORT_EVERY) > 0) {
                reported = elapsed(begun);
                options.progress()
                        .report("PostgreSQL is still getting ready after " + reported.toSeconds()
                                + " s (it may be recovering from a crash).");
            }
        }
        return false;
    }

    /// Pauses a moment, and no longer than the process lives.
    private static boolean hasEnded(Process process) {
        try {
            return process.waitFor(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PostgresUnavailable("The start of PostgreSQL was interrupted.", e);
        }
    }

    /// Failures that pass by themselves: another program took the free port first, or the processes of a server that
    /// was killed have not all gone yet.
    private static boolean passes(String words, PostgresOptions options) {
        return (options.port() == 0 && words.contains("Address already in use"))
                || words.contains("pre-existing shared memory block");
    }

    /// Signals go to this process id, so it must be PostgreSQL's own and not that of a program in between.
    private static void requireItself(Process process, DataFolder data) throws IOException {
        String written = Files.readString(data.cluster().resolve("postmaster.pid"))
                .lines()
                .findFirst()
                .orElse("");
        if (!written.equals(Long.toString(process.pid()))) {
            throw new IllegalStateException("PostgreSQL is process " + written + " and not " + process.pid());
        }
    }

    private static void stop(Process process) {
        if (process.isAlive()) {
            OrphanedServer.end(process.toHandle(), "QUIT", RETRY_FOR);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    private static Duration elapsed(long since) {
        return Duration.ofNanos(System.nanoTime() - since);
    }
}
