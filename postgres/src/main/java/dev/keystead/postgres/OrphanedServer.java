package dev.keystead.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A server that outlived the Keystead which started it, or is just ending after it.
final class OrphanedServer {
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final Duration FAST_SHUTDOWN_LIMIT = Duration.ofSeconds(60);
    private static final Duration IMMEDIATE_SHUTDOWN_LIMIT = Duration.ofSeconds(20);

    private OrphanedServer() {}

    /// Stops the server that still runs on a cluster, if there is one. The caller owns the cluster by its lock.
    static void stop(Path cluster, Progress progress) throws IOException {
        Path pidFile = cluster.resolve("postmaster.pid");
        Optional<ProcessHandle> named = findProcess(pidFile);
        if (named.isEmpty()) {
            // PostgreSQL itself clears the file away when no process has that id.
            return;
        }
        ProcessHandle process = named.get();
        if (!isServerOf(process.pid(), cluster)) {
            // The id was given to another program since; PostgreSQL cannot tell and would refuse to start.
            Files.deleteIfExists(pidFile);
            return;
        }
        progress.report(
                "Stopping the PostgreSQL that an earlier Keystead left behind (process " + process.pid() + ").");
        if (!end(process, "INT", FAST_SHUTDOWN_LIMIT) && !end(process, "QUIT", IMMEDIATE_SHUTDOWN_LIMIT)) {
            throw new PostgresUnavailable("PostgreSQL process " + process.pid() + ", left behind by an earlier Keystead"
                    + " on " + cluster + ", does not stop; stop it by hand (kill -9 " + process.pid() + ").");
        }
    }

    /// Asks a server to stop, and waits for it, also in an interrupted thread.
    ///
    /// @return whether it ended within the limit
    static boolean end(ProcessHandle process, String signal, Duration limit) {
        Command.signal(signal, process.pid());
        long begun = System.nanoTime();
        boolean interrupted = false;
        while (process.isAlive() && System.nanoTime() - begun < limit.toNanos()) {
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !process.isAlive();
    }

    private static Optional<ProcessHandle> findProcess(Path pidFile) throws IOException {
        if (!Files.exists(pidFile)) {
            return Optional.empty();
        }
        String firstLine = Files.readString(pidFile, StandardCharsets.US_ASCII)
                .lines()
                .findFirst()
                .orElse("");
        if (!firstLine.matches("[1-9][0-9]{0,9}")) {
            return Optional.empty();
        }
        return ProcessHandle.of(Long.parseLong(firstLine)).filter(ProcessHandle::isAlive);
    }

    /// Whether a server runs on the cluster now, whoever started it.
    static boolean isRunning(Path cluster) throws IOException {
        Optional<ProcessHandle> process = findProcess(cluster.resolve("postmaster.pid"));
        return process.isPresent() && isServerOf(process.get().pid(), cluster);
    }

    /// Whether a process is a `postgres` that was started with `-D` and this very cluster.
    private static boolean isServerOf(long pid, Path cluster) throws IOException {
        String commandLine;
        try {
            commandLine = Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return false;
        }
        List<String> words = List.of(commandLine.split("\0", -1));
        int folder = words.indexOf("-D") + 1;
        return words.getFirst().endsWith("/postgres")
                && folder > 0
                && folder < words.size()
                && words.get(folder).equals(cluster.toString());
    }
}
