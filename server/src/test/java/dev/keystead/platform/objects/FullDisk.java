package dev.keystead.platform.objects;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A small disk of its own, which can be filled up. The test is left out where this account may mount none.
public final class FullDisk implements AutoCloseable {
    private final Path folder;
    private final Path filling;

    private FullDisk(Path folder) {
        this.folder = folder;
        this.filling = folder.resolve("filling");
    }

    public static FullDisk mount() {
        try {
            Path folder = Files.createTempDirectory("small-disk");
            boolean mounted = run(List.of("mount", "-t", "tmpfs", "-o", "size=4m", "none", folder.toString())) == 0;
            if (!mounted) {
                Files.delete(folder);
            }
            assumeTrue(mounted, "this account may not mount a disk");
            return new FullDisk(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int run(List<String> command) {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException _) {
            return -1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public Path folder() {
        return folder;
    }

    /// Leaves no byte free.
    public void fill() {
        try (var out = Files.newOutputStream(filling)) {
            var block = new byte[4096];
            while (true) {
                out.write(block);
            }
        } catch (IOException _) {
            // No space is left: that is what was wanted.
        }
    }

    public void empty() {
        try {
            Files.deleteIfExists(filling);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        run(List.of("umount", "-l", folder.toString()));
        try {
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
