package dev.keystead.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A Keystead on new data, both of which are gone when this is closed, also when the program is interrupted.
final class ThrowAwayKeystead implements AutoCloseable {
    private final List<String> launcher;
    private final PrintStream progress;
    private final Path folder = newFolder();
    private final AtomicReference<@Nullable KeysteadProcess> running = new AtomicReference<>();

    /// @param launcher the command before `serve`
    ThrowAwayKeystead(List<String> launcher, PrintStream progress) {
        this.launcher = launcher;
        this.progress = progress;
        // Interrupting the program from the keyboard must not leave a server and a database behind. After an orderly
        // end the hook finds nothing left to do.
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "keystead-cleanup"));
    }

    /// The data folder's parent may be passed through by others, because PostgreSQL may run under another user.
    private static Path newFolder() {
        try {
            Path folder = Files.createTempDirectory("keystead-bench-");
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
            return folder;
        } catch (IOException noRoom) {
            throw new Refusal("No folder for the data can be made in " + System.getProperty("java.io.tmpdir") + ": "
                    + Refusal.reasonOf(noRoom) + ".");
        }
    }

    /// Starts it on empty data and waits until it is ready.
    KeysteadProcess startFirst() throws InterruptedException {
        progress.println("starting Keystead on new data by " + String.join(" ", launcher) + " …");
        KeysteadProcess keystead = start();
        progress.println("first start took " + keystead.awaitReady().toMillis() + " ms");
        keystead.missingPidFiles().forEach(progress::println);
        return keystead;
    }

    /// Starts it on the data that it has; nothing is waited for.
    KeysteadProcess start() {
        KeysteadProcess keystead = KeysteadProcess.start(launcher, folder.resolve("data"));
        running.set(keystead);
        return keystead;
    }

    /// Turns the token that a first start prints into an API key.
    static String redeemSetupToken(KeysteadProcess keystead) throws InterruptedException {
        HttpUrl bootstrap = keystead.url("/v1/system/bootstrap");
        String body = new JsonLine().with("token", keystead.setupToken()).toString();
        try (Connections connections = new Connections()) {
            HttpAnswer answer = connections.send(HttpRequest.postJson(bootstrap, body));
            if (answer.status() != 201) {
                throw new Refusal(
                        "POST " + bootstrap + " should turn the setup token into an API key but answered " + answer);
            }
            return JsonText.find(answer.text(), "api_key")
                    .orElseThrow(() -> new Refusal("The answer of POST " + bootstrap + " has no member `api_key`."));
        } catch (IOException broken) {
            throw new Refusal("POST " + bootstrap + " did not work: " + Refusal.reasonOf(broken));
        }
    }

    @Override
    public void close() {
        KeysteadProcess keystead = running.getAndSet(null);
        if (keystead != null) {
            keystead.close();
        }
        try {
            deleteTree();
        } catch (IOException stuck) {
            progress.println("The folder " + folder + " could not be removed: " + Refusal.reasonOf(stuck) + ".");
        }
    }

    private void deleteTree() throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isSymbolicLink() && Files.isDirectory(file)) {
                    // What a link leads to was not made here, so it is told and not removed.
                    progress.println("left behind: " + file.toRealPath());
                }
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException problem) throws IOException {
                if (problem != null) {
                    throw problem;
                }
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
