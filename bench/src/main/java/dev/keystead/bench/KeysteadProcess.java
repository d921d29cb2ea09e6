package dev.keystead.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A Keystead that this program started: `serve` on a free port and a data folder of its own.
///
/// What it prints is read to the end all the time, so that it never waits for us, and its last lines are kept
/// to be shown when it fails.
final class KeysteadProcess implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("Keystead is ready at (http://[^\\s\"]+)");
    private static final Pattern SETUP = Pattern.compile("/setup\\?token=(ksetup_[A-Za-z0-9_-]+)");
    private static final Duration READY_WITHIN = Duration.ofMinutes(3);
    private static final Duration TOKEN_WITHIN = Duration.ofSeconds(10);
    private static final Duration STOPPED_WITHIN = Duration.ofMinutes(1);
    private static final int POLL_MILLIS = 5;
    private static final int LINES_KEPT = 15;

    private final Process process;
    private final Path dataFolder;
    private final long startedAtNanos;
    private final CompletableFuture<String> address = new CompletableFuture<>();
    private final CompletableFuture<String> setupToken = new CompletableFuture<>();
    private final Deque<String> lastLines = new ArrayDeque<>();

    private KeysteadProcess(Process process, Path dataFolder, long startedAtNanos) {
        this.process = process;
        this.dataFolder = dataFolder;
        this.startedAtNanos = startedAtNanos;
    }

    static KeysteadProcess start(List<String> launcher, Path dataFolder) {
        List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of("serve", "--http-port", "0", "--data-dir", dataFolder.toString()));
        long now = System.nanoTime();
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            KeysteadProcess keystead = new KeysteadProcess(process, dataFolder, now);
            Thread.ofPlatform().name("keystead-output").daemon().start(keystead::readOutput);
            return keystead;
        } catch (IOException notStarted) {
            throw new Refusal("Keystead cannot be started by " + launcher.getFirst() + " ("
                    + Refusal.reasonOf(notStarted) + "): name the command with --launcher PATH.");
        }
    }

    private void readOutput() {
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                keep(line);
            }
        } catch (IOException | UncheckedIOException closed) {
            // The stream breaks when the process is killed; what it printed until then has been read.
        }
        Refusal ended = new Refusal("Keystead ended before it was ready. Its last words:\n" + lastWords());
        address.completeExceptionally(ended);
        setupToken.completeExceptionally(ended);
    }

    private void keep(String line) {
        synchronized (lastLines) {
            lastLines.addLast(line);
            if (lastLines.size() > LINES_KEPT) {
                lastLines.removeFirst();
            }
        }
        Matcher setup = SETUP.matcher(line);
        if (setup.find()) {
            setupToken.complete(setup.group(1));
        }
        Matcher ready = READY.matcher(line);
        if (ready.find()) {
            address.complete(ready.group(1));
        }
    }

    private String lastWords() {
        synchronized (lastLines) {
            // The token in it is worth nothing without this throw-away server, but a log is no place for it.
            return lastLines.isEmpty()
                    ? "(none)"
                    : SETUP.matcher(String.join("\n", lastLines)).replaceAll("/setup?token=…");
        }
    }

    /// Waits for the first 200 of `/readyz`.
    ///
    /// @return how long that took since the command was given
    Duration awaitReady() throws InterruptedException {
        HttpRequest readyz = HttpRequest.get(url("/readyz"));
        try (Connections connections = new Connections()) {
            String last = "";
            while (System.nanoTime() - startedAtNanos < READY_WITHIN.toNanos()) {
                try {
                    HttpAnswer answer = connections.send(readyz);
                    if (answer.status() == 200) {
                        return Duration.ofNanos(System.nanoTime() - startedAtNanos);
                    }
                    last = answer.toString();
                } catch (IOException notYet) {
                    last = Refusal.reasonOf(notYet);
                }
                Thread.sleep(POLL_MILLIS);
            }
            throw new Refusal(
                    "Keystead said that it is ready but " + readyz.url() + " never answered 200; at last: " + last);
        }
    }

    HttpUrl url(String path) throws InterruptedException {
        String base = await(address, READY_WITHIN, "a line `Keystead is ready at http://…`");
        HttpUrl url = HttpUrl.parse(base.replaceFirst("/+$", "") + path);
        url.loopbackAddress();
        return url;
    }

    /// The token that a first start prints, with which its first API key can be had.
    String setupToken() throws InterruptedException {
        return await(setupToken, TOKEN_WITHIN, "a line with `/setup?token=ksetup_…`, as a first start should");
    }

    private String await(CompletableFuture<String> line, Duration within, String what) throws InterruptedException {
        try {
            return line.get(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException tooLong) {
            throw new Refusal("Keystead did not print " + what + " within " + within.toSeconds()
                    + " s. Its last words:\n" + lastWords());
        } catch (ExecutionException ended) {
            throw ended.getCause() instanceof Refusal refusal ? refusal : new IllegalStateException(ended.getCause());
        }
    }

    /// The server and its PostgreSQL. A launcher that wrote no pid is watched itself, with all it started.
    Watched watched() {
        return new Watched(OptionalLong.of(serverPid().orElse(process.pid())), postgresPid());
    }

    /// CPU of the launcher and everything it started until now.
    long cpuMillis() {
        return ProcessTree.read().cpuMillis(process.pid(), Set.of());
    }

    private OptionalLong serverPid() {
        return findPid(dataFolder.resolve("keystead.pid"));
    }

    private OptionalLong postgresPid() {
        return findPid(dataFolder.resolve("postgres").resolve("cluster").resolve("postmaster.pid"));
    }

    /// Remarks about pid files that should be there and are not.
    List<String> missingPidFiles() {
        List<String> remarks = new ArrayList<>();
        if (serverPid().isEmpty()) {
            remarks.add("There is no pid in " + dataFolder.resolve("keystead.pid")
                    + ": the launcher and all it started count as the server.");
        }
        if (postgresPid().isEmpty()) {
            remarks.add("There is no pid in " + dataFolder.resolve("postgres/cluster/postmaster.pid")
                    + ": PostgreSQL is not told apart.");
        }
        return remarks;
    }

    /// The number on a file's first line, if a process of that number is alive.
    private static OptionalLong findPid(Path file) {
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            Optional<String> line = Optional.ofNullable(reader.readLine()).map(String::strip);
            if (line.isPresent() && line.get().matches("[1-9]\\d{0,9}")) {
                long pid = Long.parseLong(line.get());
                return ProcessHandle.of(pid).isPresent() ? OptionalLong.of(pid) : OptionalLong.empty();
            }
        } catch (IOException unreadable) {
            // A missing file and an unreadable one mean the same: the pid is not known.
        }
        return OptionalLong.empty();
    }

    /// Asks the server to stop and waits until it has; what of it does not stop in time is killed.
    ///
    /// Only processes that descend from the one started here are ever signalled, whatever a pid file says.
    void stop() throws InterruptedException {
        List<ProcessHandle> ours = ours();
        long server = serverPid().orElse(process.pid());
        ours.stream()
                .filter(handle -> handle.pid() == server)
                .findFirst()
                .orElse(process.toHandle())
                .destroy();
        if (!process.waitFor(STOPPED_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
            kill(ours);
            throw new Refusal("Keystead did not stop within " + STOPPED_WITHIN.toSeconds()
                    + " s of being asked to and was killed. Its last words:\n" + lastWords());
        }
    }

    private List<ProcessHandle> ours() {
        List<ProcessHandle> ours = new ArrayList<>(process.descendants().toList());
        ours.add(process.toHandle());
        return ours;
    }

    private static void kill(List<ProcessHandle> ours) {
        ours.forEach(ProcessHandle::destroyForcibly);
        ours.forEach(handle -> handle.onExit().join());
    }

    /// Ends what still runs, without ceremony: for the way out after a failure.
    @Override
    public void close() {
        kill(ours());
    }
}
