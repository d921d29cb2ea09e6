package dev.keystead.audit.chain;

import dev.keystead.platform.objects.ObjectStorage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/// A file on this machine's disk for as long as it takes to store it elsewhere.
final class TrailFile implements AutoCloseable {
    /// How much of a hash tells files with the same name apart.
    private static final int TOLD_APART = 16;

    private final Path file;

    TrailFile() {
        try {
            this.file = Files.createTempFile("keystead-audit-", ".ndjson");
        } catch (IOException e) {
            throw noSpace(e);
        }
    }

    /// Writes something.
    @FunctionalInterface
    interface Content {
        void to(OutputStream out) throws IOException;
    }

    void write(Content content) {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            content.to(out);
        } catch (IOException e) {
            throw noSpace(e);
        }
    }

    /// Stores the file under a name that ends with a part of its hash: what differs never meets, and what is
    /// stored a second time is there already.
    ObjectStorage.Stored store(ObjectStorage storage, UUID tenant, String resource, String name) {
        try {
            String part = ObjectStorage.sha256(file).substring(0, TOLD_APART);
            return storage.put(storage.path(tenant, resource, name + "-" + part + ".ndjson"), file);
        } catch (IOException e) {
            throw noSpace(e);
        }
    }

    private static UncheckedIOException noSpace(IOException e) {
        return new UncheckedIOException(
                "A file cannot be made in the folder for temporary files: " + e.getMessage()
                        + "; see that the disk has space.",
                e);
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw noSpace(e);
        }
    }
}
