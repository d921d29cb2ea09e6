package dev.keystead.tenancy.migration;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Whether migrations may be applied: they are exactly what was locked, or everything that is wrong with them.
public sealed interface MigrationCheck {
    /// The migrations in the order in which they apply.
    record Sound(List<Migration> migrations) implements MigrationCheck {}

    /// All that is wrong; there is at least one problem.
    record Broken(List<MigrationProblem> problems) implements MigrationCheck {
        /// One sentence a line.
        public String sentences() {
            return problems.stream().map(MigrationProblem::sentence).collect(Collectors.joining("\n"));
        }
    }

    static MigrationCheck of(MigrationFolder folder) {
        var problems = new ArrayList<>(folder.problems());
        problems.addAll(
                folder.lock().map(lock -> lock.verify(folder)).orElseGet(() -> List.of(new MigrationProblem.NoLock())));
        return problems.isEmpty() ? new Sound(folder.migrations()) : new Broken(List.copyOf(problems));
    }
}
