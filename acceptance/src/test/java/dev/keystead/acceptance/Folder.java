package dev.keystead.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A temporary folder that other accounts may enter, as PostgreSQL must when root runs the tests.
record Folder(Path path) implements AutoCloseable {
    static Folder make() {
        try {
            Path path = Files.createTempDirectory("keystead-acceptance-");
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx--x--x"));
            return new Folder(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path at(String name) {
        return path.resolve(name);
    }

    /// What lies directly inside.
    List<String> names() {
        try (Stream<Path> entries = Files.list(path)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (NoSuchFileException | UncheckedIOException e) {
            // A process that is just ending deletes its own files at the same time; the rest is in the temporary
            // folder.
        } catch (IOException e) {
            throw new UncheckedIOException("The folder " + path + " could not be deleted", e);
        }
    }
}
