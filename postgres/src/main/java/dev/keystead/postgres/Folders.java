package dev.keystead.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// What the JDK does not offer for folders. Links are never followed.
final class Folders {
    private Folders() {}

    /// Makes the missing folders of a path, with the mode exactly as given whatever the umask is; folders that exist
    /// keep theirs.
    static void create(Path folder, String mode) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = folder.toAbsolutePath().getParent();
        if (parent != null) {
            create(parent, mode);
        }
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            // Another process may make the same folder at the same moment.
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(mode));
    }

    /// Deletes a file, or a folder with all it holds; nothing happens when there is none.
    static void delete(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                // A program that is just ending may remove its files while they are being listed.
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
                Files.deleteIfExists(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /// Makes the names in a folder (a file made, a rename) survive a power cut.
    static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
