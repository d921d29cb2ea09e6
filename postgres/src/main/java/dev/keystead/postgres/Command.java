package dev.keystead.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

/// Starts programs of the operating system with a bare environment, so that no `PG…` variable and no secret of ours
/// reaches them.
final class Command {
    private static final List<Path> PROGRAM_FOLDERS =
            Stream.of("/usr/bin", "/bin", "/usr/sbin", "/sbin").map(Path::of).toList();

    private Command() {}

    /// What a program that has ended left behind; output and error output are one text.
    record Result(int exitCode, String output) {
        boolean succeeded() {
            return exitCode == 0;
        }
    }

    static Optional<Path> find(String program) {
        return PROGRAM_FOLDERS.stream()
                .map(folder -> folder.resolve(program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /// Runs a program to its end.
    static Result run(List<String> command) throws IOException {
        Process process = start(bare(command).redirectErrorStream(true));
        try (InputStream output = process.getInputStream()) {
            String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            return new Result(awaitEnd(process), text.strip());
        }
    }

    /// Sends a signal, such as `INT`. A process that has just ended is no error.
    static void signal(String name, long pid) {
        try {
            run(List.of("/bin/sh", "-c", "kill -s \"$1\" \"$2\"", "sh", name, Long.toString(pid)));
        } catch (IOException e) {
            throw new UncheckedIOException("Signal " + name + " could not be sent to process " + pid, e);
        }
    }

    static ProcessBuilder bare(List<String> command) {
        var builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", "/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL", "C", "TZ", "UTC"));
        // The working folder of this process may be closed to the account that the program runs as.
        return builder.directory(Path.of("/").toFile())
                .redirectInput(Path.of("/dev/null").toFile());
    }

    /// Starts a process from a thread that lives exactly as long as the process.
    ///
    /// The kernel sends the parent-death signal when the *thread* that made the child ends, not when the
    /// process does. The caller's thread may be a pool's, or a virtual thread whose carrier goes away when idle.
    static Process start(ProcessBuilder builder) throws IOException {
        var started = new CompletableFuture<Process>();
        Thread.ofPlatform().daemon().name("parent-of-" + program(builder)).start(() -> {
            try {
                Process process = builder.start();
                started.complete(process);
                awaitEnd(process);
            } catch (IOException | RuntimeException e) {
                started.completeExceptionally(e);
            }
        });
        try {
            return started.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /// Waits for the end, also in an interrupted thread: a child that was started is always awaited.
    ///
    /// Not by `onExit()`, whose future is completed by the common pool, and so never as long as the few threads of
    /// that pool are all waiting for something themselves.
    private static int awaitEnd(Process process) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return process.waitFor();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Path program(ProcessBuilder builder) {
        return Path.of(builder.command().getFirst()).getFileName();
    }
}
