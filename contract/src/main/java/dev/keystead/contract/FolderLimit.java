package dev.keystead.contract;

import dev.keystead.contract.text.FolderRules;
import dev.keystead.tenancy.Printable;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/// Looks at the size of a folder before it is read, so that a wrong or hostile one cannot fill the memory.
final class FolderLimit {
    private static final int MOST_FILES = 10_000;
    private static final long LARGEST_FILE = 1 << 20;
    private static final long MOST_BYTES = 64L << 20;

    private FolderLimit() {}

    /// What is wrong, if the folder holds more than any folder of migrations does. A folder that cannot be listed is
    /// not
    /// judged here.
    static Optional<Finding> exceeded(Path folder) {
        int files = 0;
        long bytes = 0;
        try (DirectoryStream<Path> listing = Files.newDirectoryStream(folder)) {
            for (Path file : listing) {
                bytes += Math.min(size(file), LARGEST_FILE);
                if (++files > MOST_FILES) {
                    return unfit(folder, "more than " + MOST_FILES + " files, but numbers end at 9999");
                }
                if (bytes > MOST_BYTES) {
                    return unfit(folder, "more than " + (MOST_BYTES >> 20) + " MiB");
                }
            }
        } catch (IOException | DirectoryIteratorException _) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .size();
        } catch (NoSuchFileException _) {
            // It went away since the folder was listed.
            return 0;
        }
    }

    private static Optional<Finding> unfit(Path folder, String what) {
        return Optional.of(FolderRules.folder(
                shown(folder), "The folder holds " + what + ": name a folder of migrations and nothing else."));
    }

    static String shown(Path folder) {
        Path name = folder.getFileName();
        return Printable.of(name == null || name.toString().isEmpty() ? "." : name.toString());
    }
}
