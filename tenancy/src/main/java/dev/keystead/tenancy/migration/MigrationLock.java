package dev.keystead.tenancy.migration;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The lock beside the migrations: what each file was when it landed.
///
/// @param lines the well-formed lines, in the order of the file
/// @param problems what is wrong with the others
public record MigrationLock(List<Line> lines, List<MigrationProblem> problems) {
    public static final String FILE = "_migrations.lock";

    private static final Pattern LINE = Pattern.compile("([0-9]{4}) {2}([0-9a-f]{64}) {2}(\\S+)");

    /// One migration and the SHA-256 that it had.
    public record Line(MigrationName name, String sha256) {
        String text() {
            return name.digits() + "  " + sha256 + "  " + name.file() + "\n";
        }
    }

    public MigrationLock {
        lines = List.copyOf(lines);
        problems = List.copyOf(problems);
    }

    /// The lock that would hold for these migrations.
    public static MigrationLock of(List<Migration> migrations) {
        List<Line> lines = migrations.stream()
                .map(migration -> new Line(migration.name(), migration.sha256()))
                .toList();
        return new MigrationLock(lines, List.of());
    }

    public static MigrationLock parse(String text) {
        var lines = new ArrayList<Line>();
        var problems = new ArrayList<MigrationProblem>();
        String[] rows = text.isEmpty() ? new String[0] : text.split("\n", -1);
        // The newline that ends the last line does not begin another.
        int count = text.endsWith("\n") ? rows.length - 1 : rows.length;
        int last = 0;
        for (int i = 0; i < count; i++) {
            Optional<Line> line = line(rows[i]);
            if (line.isEmpty()) {
                problems.add(new MigrationProblem.MalformedLock(i + 1, rows[i]));
            } else {
                MigrationName name = line.get().name();
                if (name.number() <= last) {
                    problems.add(new MigrationProblem.UnsortedLock(i + 1, name.file()));
                }
                last = name.number();
                lines.add(line.get());
            }
        }
        return new MigrationLock(lines, problems);
    }

    private static Optional<Line> line(String row) {
        Matcher matcher = LINE.matcher(row);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return MigrationName.parse(matcher.group(3))
                .filter(name -> name.digits().equals(matcher.group(1)))
                .map(name -> new Line(name, matcher.group(2)));
    }

    /// Everything in which a folder differs from this lock, and what is wrong with the lock itself.
    public List<MigrationProblem> verify(MigrationFolder folder) {
        Map<MigrationName, String> locked = new TreeMap<>();
        lines.forEach(line -> locked.put(line.name(), line.sha256()));
        var found = new ArrayList<>(problems);
        for (Migration migration : folder.migrations()) {
            String sha256 = locked.get(migration.name());
            String file = migration.name().file();
            if (sha256 == null) {
                found.add(new MigrationProblem.NotLocked(file));
            } else if (!sha256.equals(migration.sha256())) {
                found.add(new MigrationProblem.Changed(file, sha256, migration.sha256()));
            }
        }
        for (MigrationName name : locked.keySet()) {
            if (!folder.names().contains(name)) {
                found.add(new MigrationProblem.Missing(name.file()));
            }
        }
        return found;
    }

    public String text() {
        return lines.stream().map(Line::text).collect(Collectors.joining());
    }

    /// Writes the lock into a folder: whole or not at all.
    public void write(Path folder) throws IOException {
        Path whole = folder.resolve(FILE + ".new");
        try {
            Files.writeString(whole, text(), CREATE, TRUNCATE_EXISTING, WRITE, LinkOption.NOFOLLOW_LINKS);
            Files.move(whole, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(whole);
        }
    }
}
