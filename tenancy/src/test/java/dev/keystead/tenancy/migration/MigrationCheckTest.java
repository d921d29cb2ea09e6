package dev.keystead.tenancy.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MigrationCheckTest {
    /// `printf 'select 1;\n' | sha256sum`, so that the digest is compared with one made elsewhere.
    private static final String SELECT_ONE = "4a45092ccf992ea92250053a80b931b787924ba61648f420555511b84f10ab6c";

    @TempDir
    Path folder;

    @BeforeEach
    void twoLockedMigrations() throws IOException {
        write("0001_core_schema.sql", "select 1;\n");
        write("0002_users.sql", "select 'é';\n");
        lock();
    }

    @Test
    void whatIsLockedIsSoundAndInOrder() throws IOException {
        for (int i = 3; i <= 12; i++) {
            write(MigrationName.digits(i) + "_more.sql", "select " + i + ";\n");
        }
        lock();

        assertThat(check()).isInstanceOfSatisfying(MigrationCheck.Sound.class, sound -> {
            assertThat(sound.migrations())
                    .extracting(it -> it.name().number())
                    .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
            assertThat(sound.migrations().getFirst().sql()).isEqualTo("select 1;\n");
            assertThat(sound.migrations().getFirst().sha256()).isEqualTo(SELECT_ONE);
        });
    }

    @Test
    void theLockIsSortedLinesOfNumberDigestAndFile() throws IOException {
        assertThat(Files.readString(folder.resolve(MigrationLock.FILE)))
                .matches("0001 {2}" + SELECT_ONE + " {2}0001_core_schema\\.sql\n"
                        + "0002 {2}[0-9a-f]{64} {2}0002_users\\.sql\n");
    }

    @Test
    void anEmptyFolderWithAnEmptyLockIsSound(@TempDir Path empty) throws IOException {
        Files.writeString(empty.resolve(MigrationLock.FILE), "");
        assertThat(MigrationCheck.of(MigrationFolder.read(empty))).isEqualTo(new MigrationCheck.Sound(List.of()));
    }

    @Test
    void aChangedFileIsNamedEvenWhenOnlyALineEndingChanged() throws IOException {
        write("0001_core_schema.sql", "select 1;\r\n");
        assertThat(problems()).singleElement().isInstanceOfSatisfying(MigrationProblem.Changed.class, changed -> {
            assertThat(changed.file()).isEqualTo("0001_core_schema.sql");
            assertThat(changed.locked()).isEqualTo(SELECT_ONE);
            assertThat(changed.sentence())
                    .contains("was changed after it was locked")
                    .contains("new migration");
        });
    }

    @Test
    void aMissingLastFileIsNamed() throws IOException {
        Files.delete(folder.resolve("0002_users.sql"));
        assertThat(problems()).containsExactly(new MigrationProblem.Missing("0002_users.sql"));
    }

    @Test
    void aFileNotInTheLockIsNamed() throws IOException {
        write("0003_groups.sql", "select 3;\n");
        assertThat(problems()).containsExactly(new MigrationProblem.NotLocked("0003_groups.sql"));
    }

    @Test
    void everyMissingNumberIsAGap() throws IOException {
        write("0005_late.sql", "select 5;\n");
        lock();
        assertThat(problems())
                .containsExactly(
                        new MigrationProblem.Gap(3, "0005_late.sql"), new MigrationProblem.Gap(4, "0005_late.sql"));
    }

    @Test
    void theFirstNumberIsOne() throws IOException {
        Files.delete(folder.resolve("0001_core_schema.sql"));
        lock();
        assertThat(problems()).containsExactly(new MigrationProblem.Gap(1, "0002_users.sql"));
    }

    @Test
    void aNumberUsedTwiceIsADuplicate() throws IOException {
        write("0002_groups.sql", "select 2;\n");
        lock();
        assertThat(problems())
                .contains(new MigrationProblem.Duplicate(2, List.of("0002_groups.sql", "0002_users.sql")));
    }

    @Test
    void everythingElseInTheFolderIsABadName() throws IOException {
        for (String name : List.of(
                "7_Odd-Name.sql",
                "0003_Upper.sql",
                "0003.sql",
                "0000_zero.sql",
                "00003_x.sql",
                "0003_x.SQL",
                "0003_.sql",
                "README.md",
                "0003_x.sql~",
                "0003_" + "a".repeat(49) + ".sql")) {
            write(name, "select 1;\n");
            assertThat(problems()).as(name).containsExactly(new MigrationProblem.BadName(name));
            Files.delete(folder.resolve(name));
        }
    }

    @Test
    void theLongestSummaryIsFortyEight() throws IOException {
        write("0003_" + "a".repeat(48) + ".sql", "select 1;\n");
        lock();
        assertThat(check()).isInstanceOf(MigrationCheck.Sound.class);
    }

    @Test
    void aBadNameIsShownWithoutItsControlCharacters() {
        assertThat(new MigrationProblem.BadName("a\u001b[2J\n\u202eb\u0085").sentence())
                .startsWith("a?[2J??b? is not named like a migration");
    }

    @Test
    void malformedLinesOfTheLockAreAllFound() throws IOException {
        String sound = Files.readString(folder.resolve(MigrationLock.FILE));
        String digest = "0".repeat(64);
        for (String line : List.of(
                "",
                "0003 " + digest + "  0003_x.sql",
                "0003  " + digest + "  0004_x.sql",
                "0003  " + "F".repeat(64) + "  0003_x.sql",
                "0003  " + digest + "  ../0003_x.sql",
                "0003  " + digest + "  0003_x.sql\r",
                "# a comment",
                "0003  " + digest + "  0003_x.sql ")) {
            write(MigrationLock.FILE, sound + line + "\n");
            assertThat(problems()).as(line).containsExactly(new MigrationProblem.MalformedLock(3, line));
        }
    }

    @Test
    void aLockOutOfOrderIsRefused() throws IOException {
        String[] lines = Files.readString(folder.resolve(MigrationLock.FILE)).split("\n", -1);
        write(MigrationLock.FILE, lines[1] + "\n" + lines[0] + "\n");
        assertThat(problems()).containsExactly(new MigrationProblem.UnsortedLock(2, "0001_core_schema.sql"));
        write(MigrationLock.FILE, lines[0] + "\n" + lines[0] + "\n" + lines[1] + "\n");
        assertThat(problems()).containsExactly(new MigrationProblem.UnsortedLock(2, "0001_core_schema.sql"));
    }

    @Test
    void aMissingLockIsOneProblem() throws IOException {
        Files.delete(folder.resolve(MigrationLock.FILE));
        assertThat(problems()).containsExactly(new MigrationProblem.NoLock());
    }

    @Test
    void onlyPlainUtf8IsText() throws IOException {
        for (byte[] bytes : List.of(
                new byte[] {'-', '-', (byte) 0xe9, '\n'},
                "select 1; \0".getBytes(StandardCharsets.UTF_8),
                "\uFEFFselect 1;".getBytes(StandardCharsets.UTF_8),
                new byte[] {(byte) 0xc0, (byte) 0xaf},
                "select 1;".getBytes(StandardCharsets.UTF_16LE))) {
            Files.write(folder.resolve("0002_users.sql"), bytes);
            assertThat(problems()).containsExactly(new MigrationProblem.NotUtf8("0002_users.sql"));
        }
    }

    @Test
    void aFileOverTheLimitIsNotReadWhole() throws IOException {
        write("0002_users.sql", " ".repeat(BoundedText.LIMIT + 1));
        assertThat(problems()).containsExactly(new MigrationProblem.TooLarge("0002_users.sql", BoundedText.LIMIT));
        write("0002_users.sql", " ".repeat(BoundedText.LIMIT));
        lock();
        assertThat(check()).isInstanceOf(MigrationCheck.Sound.class);
    }

    @Test
    void aSymbolicLinkIsNotFollowed(@TempDir Path elsewhere) throws IOException {
        Path real = Files.move(folder.resolve("0002_users.sql"), elsewhere.resolve("real.sql"));
        Files.createSymbolicLink(folder.resolve("0002_users.sql"), real);
        assertThat(problems()).containsExactly(new MigrationProblem.SymbolicLink("0002_users.sql"));
    }

    @Test
    void aFolderAmongTheFilesIsRefused() throws IOException {
        Files.createDirectory(folder.resolve("0003_sub.sql"));
        assertThat(problems()).containsExactly(new MigrationProblem.NotAFile("0003_sub.sql"));
    }

    @Test
    void aFolderThatIsNotThereIsOneClearSentence() {
        MigrationFolder read = MigrationFolder.read(folder.resolve("nowhere"));
        assertThat(read.problems())
                .singleElement()
                .satisfies(problem ->
                        assertThat(problem.sentence()).contains("nowhere cannot be read (there is no such folder)"));
    }

    @Test
    void allProblemsAreToldTogether() throws IOException {
        write("0001_core_schema.sql", "select 2;\n");
        write("0004_late.sql", "select 4;\n");
        write("notes.txt", "");
        assertThat(check()).isInstanceOfSatisfying(MigrationCheck.Broken.class, broken -> {
            assertThat(broken.problems())
                    .hasExactlyElementsOfTypes(
                            MigrationProblem.BadName.class, MigrationProblem.Gap.class,
                            MigrationProblem.Changed.class, MigrationProblem.NotLocked.class);
            assertThat(broken.sentences().lines()).hasSize(4).allMatch(line -> line.endsWith("."));
        });
    }

    @Test
    void theClassPathIsReadByTheLock() throws IOException {
        try (var loader = loader()) {
            assertThat(MigrationCheck.of(
                            MigrationFolder.read(loader, folder.getFileName().toString())))
                    .isEqualTo(check());
            Files.delete(folder.resolve("0001_core_schema.sql"));
            write("0002_users.sql", "changed");
            assertThat(MigrationCheck.of(
                            MigrationFolder.read(loader, folder.getFileName().toString())))
                    .isInstanceOfSatisfying(
                            MigrationCheck.Broken.class,
                            broken -> assertThat(broken.problems())
                                    .hasExactlyElementsOfTypes(
                                            MigrationProblem.Gap.class,
                                            MigrationProblem.Changed.class,
                                            MigrationProblem.Missing.class));
        }
    }

    @Test
    void aClassPathWithoutALockIsRefused() throws IOException {
        try (var loader = loader()) {
            assertThat(MigrationCheck.of(MigrationFolder.read(loader, "no/such/place")))
                    .isEqualTo(new MigrationCheck.Broken(List.of(new MigrationProblem.NoLock())));
        }
    }

    private URLClassLoader loader() throws IOException {
        URL parent = folder.resolve("..").normalize().toUri().toURL();
        return new URLClassLoader(new URL[] {parent}, null);
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
    }

    private void lock() throws IOException {
        MigrationLock.of(MigrationFolder.read(folder).migrations()).write(folder);
    }

    private MigrationCheck check() {
        return MigrationCheck.of(MigrationFolder.read(folder));
    }

    private List<MigrationProblem> problems() {
        return switch (check()) {
            case MigrationCheck.Sound _ -> List.of();
            case MigrationCheck.Broken(List<MigrationProblem> problems) -> problems;
        };
    }
}
