package dev.keystead.audit.chain;

import dev.keystead.platform.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Copies of checkpoints in a folder outside the database, one line of JSON each, in a file for each month.
/// They are only ever appended to, and on the disk before the database says that they exist: who rewrites the
/// database contradicts them.
public final class CheckpointCopies implements CheckpointCopy {
    private static final DateTimeFormatter MONTH =
            DateTimeFormatter.ofPattern("yyyy-MM").withZone(ZoneOffset.UTC);
    private static final String ENDING = ".ndjson";

    private final Path folder;

    public CheckpointCopies(Path folder) {
        this.folder = folder;
    }

    /// Appends notes and waits until the disk has them.
    @Override
    public void append(Instant now, List<Checkpoint.Signed> signed) {
        Path file = folder.resolve("checkpoints-" + MONTH.format(now) + ENDING);
        try {
            Files.createDirectories(folder);
            try (FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                ByteBuffer bytes =
                        StandardCharsets.UTF_8.encode((endsInsideALine(channel) ? "\n" : "") + lines(signed));
                channel.position(channel.size());
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Checkpoints of the audit trail cannot be copied to " + folder
                            + " (audit.checkpoint-folder); make it writable and see that the disk has space",
                    e);
        }
    }

    /// The form of copies: a line of JSON for each.
    static String lines(List<Checkpoint.Signed> signed) {
        return signed.stream()
                .map(each -> Json.text(Map.of("note", each.note())) + "\n")
                .collect(Collectors.joining());
    }

    /// A full disk or a crash can leave half a line; what follows begins a new one.
    private static boolean endsInsideALine(FileChannel channel) throws IOException {
        if (channel.size() == 0) {
            return false;
        }
        ByteBuffer last = ByteBuffer.allocate(1);
        channel.read(last, channel.size() - 1);
        return last.get(0) != '\n';
    }

    /// Every copy in a file, or in the files of a folder and those below it, in their order. A line that was cut off is
    /// passed over.
    ///
    /// @throws UncheckedIOException when it cannot be read
    public static List<Checkpoint.Signed> read(Path fileOrFolder) {
        var copies = new ArrayList<Checkpoint.Signed>();
        try {
            for (Path file : files(fileOrFolder)) {
                try (Stream<String> lines = Files.lines(file)) {
                    lines.forEach(line -> note(line).flatMap(Checkpoint::parse).ifPresent(copies::add));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return copies;
    }

    private static List<Path> files(Path fileOrFolder) throws IOException {
        if (!Files.isDirectory(fileOrFolder)) {
            return List.of(fileOrFolder);
        }
        try (Stream<Path> inside = Files.walk(fileOrFolder)) {
            return inside.filter(file -> file.toString().endsWith(ENDING))
                    .sorted(Comparator.naturalOrder())
                    .toList();
        }
    }

    private static Optional<String> note(String line) {
        try {
            return Optional.of(Json.tree(line).path("note").asString(""));
        } catch (RuntimeException _) {
            return Optional.empty();
        }
    }
}
