package dev.keystead.postgres;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The file that a server writes its log to, as this start of the server sees it.
final class ServerLog {
    private static final long ROTATE_BYTES = 10L << 20;
    private static final int TAIL_BYTES = 64 << 10;
    private static final Pattern GRAVE = Pattern.compile("\\b(FATAL|PANIC|ERROR|error):");
    private static final Pattern PREFIX = Pattern.compile("^\\d{4}-\\d\\d-\\d\\d \\S+ \\S+ \\[\\d+\\] ");

    private final Path file;
    private final long offset;

    private ServerLog(Path file, long offset) {
        this.file = file;
        this.offset = offset;
    }

    /// Readable by its owner alone, since a statement that failed is in it. A long log is kept as `server.log.1`.
    static ServerLog open(Path file) throws IOException {
        if (Files.exists(file) && Files.size(file) > ROTATE_BYTES) {
            Files.move(file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
        try (FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            return new ServerLog(file, channel.size());
        }
    }

    Path file() {
        return file;
    }

    /// What the server wrote since this start, at most the last part of it.
    String tail() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long from = Math.max(offset, channel.size() - TAIL_BYTES);
            ByteBuffer bytes = ByteBuffer.allocate(TAIL_BYTES);
            channel.position(from);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // Reads on until the buffer is full or the file ends.
            }
            return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
        }
    }

    /// The last line that names an error, or else the last line.
    static String usefulLine(String log) {
        List<String> lines = log.lines().filter(line -> !line.isBlank()).toList();
        return lines.reversed().stream()
                .filter(line -> GRAVE.matcher(line).find())
                .findFirst()
                .or(() -> lines.reversed().stream().findFirst())
                .map(line -> PREFIX.matcher(line).replaceFirst("").strip())
                .orElse("it said nothing");
    }
}
