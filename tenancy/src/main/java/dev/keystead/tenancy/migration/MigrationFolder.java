package dev.keystead.tenancy.migration;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What lies in a folder of migrations. Whether it agrees with its lock is [MigrationCheck]'s question.
///
/// @param names every well-named file that is there, also those that were refused
/// @param migrations those that could be read, in order
/// @param lock the lock, if there is one
/// @param problems what is wrong with names, numbers and files
public record MigrationFolder(
        Set<MigrationName> names,
        List<Migration> migrations,
        Optional<MigrationLock> lock,
        List<MigrationProblem> problems) {
    public MigrationFolder {
        names = Set.copyOf(names);
        migrations = List.copyOf(migrations);
        problems = List.copyOf(problems);
    }

    /// Reads every file of a folder on disk.
    public static MigrationFolder read(Path folder) {
        var reading = new Reading();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : sorted(files)) {
                reading.file(file);
            }
        } catch (NoSuchFileException | NotDirectoryException _) {
            reading.unreadable(folder.toString(), "there is no such folder");
        } catch (DirectoryIteratorException | IOException e) {
            reading.unreadable(folder.toString(), String.valueOf(e.getMessage()));
        }
        return reading.done();
    }

    /// Reads the files that the lock at a class-path location names, such as `db/migration`.
    ///
    /// A class path cannot be listed reliably, so a file that the lock does not name is not seen here;
    /// the build reads the folder on disk and refuses it.
    public static MigrationFolder read(ClassLoader loader, String location) {
        var reading = new Reading();
        reading.resource(loader, location, MigrationLock.FILE);
        for (MigrationLock.Line line : reading.lock.map(MigrationLock::lines).orElse(List.of())) {
            reading.resource(loader, location, line.name().file());
        }
        return reading.done();
    }

    private static List<Path> sorted(DirectoryStream<Path> files) {
        var sorted = new ArrayList<Path>();
        files.forEach(sorted::add);
        sorted.sort(Comparator.comparing(Path::toString));
        return sorted;
    }

    /// Collects what is found, file by file.
    private static final class Reading {
        private final NavigableSet<MigrationName> names = new TreeSet<>();
        private final List<Migration> migrations = new ArrayList<>();
        private final List<MigrationProblem> problems = new ArrayList<>();
        private Optional<MigrationLock> lock = Optional.empty();

        void file(Path path) {
            String file = path.getFileName().toString();
            if (Files.isSymbolicLink(path)) {
                MigrationName.parse(file).ifPresent(names::add);
                problems.add(new MigrationProblem.SymbolicLink(file));
            } else if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                problems.add(new MigrationProblem.NotAFile(file));
            } else {
                // A link that appears between the question above and this line is not followed either.
                try (InputStream bytes = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
                    content(file, bytes);
                } catch (IOException e) {
                    unreadable(file, String.valueOf(e.getMessage()));
                }
            }
        }

        void resource(ClassLoader loader, String location, String file) {
            try (InputStream bytes = loader.getResourceAsStream(location + "/" + file)) {
                // A resource that is not there shows later, as a line of the lock without its file.
                if (bytes != null) {
                    content(file, bytes);
                }
            } catch (IOException e) {
                unreadable(file, String.valueOf(e.getMessage()));
            }
        }

        private void content(String file, InputStream bytes) throws IOException {
            Optional<MigrationName> name = MigrationName.parse(file);
            if (name.isEmpty() && !file.equals(MigrationLock.FILE)) {
                problems.add(new MigrationProblem.BadName(file));
                return;
            }
            name.ifPresent(names::add);
            switch (BoundedText.of(file, bytes)) {
                case BoundedText.Refused(MigrationProblem problem) -> problems.add(problem);
                case BoundedText.Read(String text) ->
                    name.ifPresentOrElse(
                            valid -> migrations.add(Migration.of(valid, text)),
                            () -> lock = Optional.of(MigrationLock.parse(text)));
            }
        }

        void unreadable(String what, String why) {
            problems.add(new MigrationProblem.Unreadable(what, why));
        }

        MigrationFolder done() {
            problems.addAll(numbering());
            return new MigrationFolder(names, migrations, lock, problems);
        }

        /// Files that were refused still hold their number: one problem is not reported as two.
        private List<MigrationProblem> numbering() {
            NavigableMap<Integer, List<String>> byNumber = new TreeMap<>();
            names.forEach(name -> byNumber.computeIfAbsent(name.number(), _ -> new ArrayList<>())
                    .add(name.file()));
            var found = new ArrayList<MigrationProblem>();
            int expected = 1;
            for (var entry : byNumber.entrySet()) {
                for (; expected < entry.getKey(); expected++) {
                    found.add(
                            new MigrationProblem.Gap(expected, entry.getValue().getFirst()));
                }
                if (entry.getValue().size() > 1) {
                    found.add(new MigrationProblem.Duplicate(entry.getKey(), List.copyOf(entry.getValue())));
                }
                expected = entry.getKey() + 1;
            }
            return found;
        }
    }
}
