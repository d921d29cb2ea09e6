package dev.keystead.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// What several tests need of the file system and the processes.
final class TestFolders {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private TestFolders() {}

    /// Lets every account enter a folder, as the server's account must when root runs the tests.
    static Path reachable(Path folder) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        return folder;
    }

    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    static boolean isRoot() throws IOException {
        return ServerAccount.selfIsRoot();
    }

    /// Looks again and again, for a minute at most, until something holds.
    static void await(String what, BooleanSupplier condition) {
        long begun = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begun > LIMIT.toNanos()) {
                throw new AssertionError("Awaited in vain: " + what);
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
    }

    static void awaitEnd(long pid) {
        await("the end of process " + pid, () -> ProcessHandle.of(pid).isEmpty());
    }
}
