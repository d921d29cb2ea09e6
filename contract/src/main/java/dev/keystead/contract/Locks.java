package dev.keystead.contract;

import dev.keystead.tenancy.migration.Migration;
import dev.keystead.tenancy.migration.MigrationCheck;
import dev.keystead.tenancy.migration.MigrationFolder;
import dev.keystead.tenancy.migration.MigrationLock;
import dev.keystead.tenancy.migration.MigrationProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The lock of a folder of migrations: checking it, and adding new migrations to it.
public final class Locks {
    private Locks() {}

    /// What came of writing a lock.
    public sealed interface Outcome {
        /// The lock holds for every file now.
        ///
        /// @param added the files that it did not know before; when there are none, nothing was written
        record Locked(List<String> added) implements Outcome {}

        /// Nothing was written: these must be put right first.
        record Refused(List<MigrationProblem> problems) implements Outcome {}
    }

    public static MigrationCheck check(Path folder) {
        return MigrationCheck.of(MigrationFolder.read(folder));
    }

    /// Adds the files that are not locked yet. Anything else that is wrong stops it: whoever changes a migration that
    /// has not landed anywhere takes its line out of the lock first, by hand.
    public static Outcome write(Path folder) throws IOException {
        MigrationFolder read = MigrationFolder.read(folder);
        return switch (MigrationCheck.of(read)) {
            case MigrationCheck.Sound(List<Migration> _) -> new Outcome.Locked(List.of());
            case MigrationCheck.Broken(List<MigrationProblem> problems) -> {
                List<MigrationProblem> lasting = problems.stream()
                        .filter(problem -> !curedByWriting(problem))
                        .toList();
                if (!lasting.isEmpty()) {
                    yield new Outcome.Refused(lasting);
                }
                MigrationLock.of(read.migrations()).write(folder);
                yield new Outcome.Locked(added(read));
            }
        };
    }

    private static boolean curedByWriting(MigrationProblem problem) {
        return problem instanceof MigrationProblem.NoLock || problem instanceof MigrationProblem.NotLocked;
    }

    private static List<String> added(MigrationFolder read) {
        var added = new ArrayList<String>();
        read.migrations().forEach(migration -> added.add(migration.name().file()));
        read.lock()
                .ifPresent(lock ->
                        lock.lines().forEach(line -> added.remove(line.name().file())));
        return List.copyOf(added);
    }
}
