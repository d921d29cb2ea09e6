package dev.keystead.platform.objects;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// Files in a folder. Each has its hash beside it, in a file that ends with `.sha256` and that the program
/// `sha256sum -c` reads.
public final class ObjectFolder implements ObjectStorage {
    private static final String HASH = ".sha256";
    private static final String UNFINISHED = ".unfinished-";

    private final Path folder;
    private final String bucket;

    ObjectFolder(Path folder, String bucket) {
        this.folder = folder.toAbsolutePath().normalize();
        this.bucket = bucket;
    }

    @Override
    public String bucket() {
        return bucket;
    }

    /// The file gets its name once all of it is on the disk, and its hash before that.
    @Override
    public Stored put(String path, Path content) {
        Path file = resolved(path);
        Path unfinished = file.resolveSibling(UNFINISHED + UUID.randomUUID());
        try {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            try {
                var stored = new Stored(path, Files.size(content), Sha256.of(content));
                Optional<Stored> there = find(path);
                if (there.isPresent()) {
                    return same(there.get(), stored);
                }
                Files.copy(content, unfinished);
                force(unfinished);
                writeHash(file, stored.sha256());
                return named(unfinished, file, stored);
            } finally {
                Files.deleteIfExists(unfinished);
            }
        } catch (IOException e) {
            throw failure("cannot be written", e);
        }
    }

    /// A link is made in one step, and never in place of another file.
    private Stored named(Path unfinished, Path file, Stored stored) throws IOException {
        try {
            Files.createLink(file, unfinished);
            force(Objects.requireNonNull(file.getParent()));
            return stored;
        } catch (FileAlreadyExistsException _) {
            // Another node was faster, and may have written another hash than ours beside its file.
            writeHash(file, Sha256.of(file));
            return same(find(stored.path()).orElse(stored), stored);
        }
    }

    private static void writeHash(Path file, String sha256) throws IOException {
        Path unfinished = file.resolveSibling(UNFINISHED + UUID.randomUUID());
        try {
            Files.writeString(unfinished, sha256 + "  " + file.getFileName() + "\n");
            force(unfinished);
            Files.move(unfinished, hashOf(file), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private static void force(Path file) throws IOException {
        StandardOpenOption way = Files.isDirectory(file) ? StandardOpenOption.READ : StandardOpenOption.WRITE;
        try (FileChannel channel = FileChannel.open(file, way)) {
            channel.force(true);
        }
    }

    static Stored same(Stored there, Stored wanted) {
        if (!there.equals(wanted)) {
            throw new StorageFailure(
                    "Another file is there already under " + wanted.path() + "; look who put it there.", null);
        }
        return there;
    }

    @Override
    public Optional<Stored> find(String path) {
        Path file = resolved(path);
        try {
            long size = Files.size(file);
            String line = Files.readString(hashOf(file));
            return Optional.of(new Stored(path, size, line.substring(0, Math.min(64, line.length()))));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            throw failure("cannot be read", e);
        }
    }

    @Override
    public void read(Stored file, OutputStream out) throws IOException {
        MessageDigest digest = Sha256.digest();
        var counted = new DigestOutputStream(out, digest);
        try {
            Files.copy(resolved(file.path()), counted);
        } catch (NoSuchFileException e) {
            throw new StorageFailure(file.path() + " is not there any more.", e);
        }
        agree(file, digest);
    }

    static void agree(Stored file, MessageDigest read) {
        if (!Sha256.hex(read.digest()).equals(file.sha256())) {
            throw new StorageFailure(file.path() + " is not what was stored; somebody changed it.", null);
        }
    }

    @Override
    public List<String> list(String prefix) {
        Path start = resolved(prefix);
        if (!Files.isDirectory(start)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(start)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().endsWith(HASH))
                    .filter(file -> !file.getFileName().toString().startsWith(UNFINISHED))
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw failure("cannot be read", e);
        }
    }

    @Override
    public void delete(String path) {
        Path file = resolved(path);
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(hashOf(file));
        } catch (IOException e) {
            throw failure("cannot be written", e);
        }
    }

    private static Path hashOf(Path file) {
        return file.resolveSibling(file.getFileName() + HASH);
    }

    /// A path that leads out of the folder is none of ours.
    private Path resolved(String path) {
        Path file = folder.resolve(path).normalize();
        if (!file.startsWith(folder) || file.equals(folder)) {
            throw new IllegalArgumentException("not the path of a file: " + path);
        }
        return file;
    }

    private StorageFailure failure(String what, IOException e) {
        return new StorageFailure(
                "The folder " + folder + " (objects.endpoint) " + what + ": " + e.getMessage()
                        + "; make it writable and see that the disk has space.",
                e);
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
