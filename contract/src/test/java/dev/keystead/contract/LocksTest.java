package dev.keystead.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.tenancy.migration.MigrationCheck;
import dev.keystead.tenancy.migration.MigrationLock;
import dev.keystead.tenancy.migration.MigrationProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocksTest {
    @TempDir
    Path folder;

    @Test
    void theFirstLockTakesInEveryFile() throws IOException {
        write("0001_core.sql", "select 1;\n");
        write("0002_users.sql", "select 2;\n");

        assertThat(Locks.write(folder)).isEqualTo(new Locks.Outcome.Locked(List.of("0001_core.sql", "0002_users.sql")));
        assertThat(Locks.check(folder)).isInstanceOf(MigrationCheck.Sound.class);
        try (var files = Files.list(folder)) {
            assertThat(files).as("no half-written lock is left behind").hasSize(3);
        }
    }

    @Test
    void aLaterLockOnlyAddsLines() throws IOException {
        write("0001_core.sql", "select 1;\n");
        Locks.write(folder);
        String before = lock();
        write("0002_users.sql", "select 2;\n");

        assertThat(Locks.write(folder)).isEqualTo(new Locks.Outcome.Locked(List.of("0002_users.sql")));
        assertThat(lock()).startsWith(before);
        assertThat(Locks.write(folder)).isEqualTo(new Locks.Outcome.Locked(List.of()));
    }

    @Test
    void aChangedMigrationIsNotLockedAnew() throws IOException {
        write("0001_core.sql", "select 1;\n");
        Locks.write(folder);
        String before = lock();
        write("0001_core.sql", "select 2;\n");
        write("0002_users.sql", "select 2;\n");

        assertThat(Locks.write(folder))
                .isInstanceOfSatisfying(
                        Locks.Outcome.Refused.class,
                        refused -> assertThat(refused.problems())
                                .hasExactlyElementsOfTypes(MigrationProblem.Changed.class));
        assertThat(lock()).isEqualTo(before);
    }

    @Test
    void aGapIsNotLocked() throws IOException {
        write("0002_users.sql", "select 2;\n");
        assertThat(Locks.write(folder))
                .isEqualTo(new Locks.Outcome.Refused(List.of(new MigrationProblem.Gap(1, "0002_users.sql"))));
        assertThat(folder.resolve(MigrationLock.FILE)).doesNotExist();
    }

    private String lock() throws IOException {
        return Files.readString(folder.resolve(MigrationLock.FILE));
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
    }
}
