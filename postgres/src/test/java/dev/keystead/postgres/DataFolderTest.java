package dev.keystead.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Data folders in bad places and in bad states.
final class DataFolderTest {
    @TempDir
    private Path folder;

    private Path data;
    private PostgresOptions options;

    @BeforeEach
    void chooseDataFolder() throws IOException {
        data = TestFolders.reachable(folder).resolve("data");
        options = PostgresOptions.in(data, TestPostgres.binaries()).forTests();
    }

    @Test
    void belowAFolderClosedToOthersRootKeepsTheDatabaseElsewhereAndLinksToIt() throws IOException, SQLException {
        assumeTrue(TestFolders.isRoot());
        Path closed = Files.createDirectory(folder.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        Path wanted = closed.resolve("clone/data");
        PostgresOptions below = PostgresOptions.in(wanted, options.binaries()).forTests();
        var sentences = new ArrayList<String>();

        try (EmbeddedPostgres server = EmbeddedPostgres.start(below.withProgress(sentences::add))) {
            createTable(server, "kept");
        }
        Path real = wanted.resolve("cluster").toRealPath();
        Path elsewhere = real.resolveSibling(".").normalize();
        try {
            assertThat(real.toString()).startsWith("/var/lib/keystead/");
            assertThat(sentences).anyMatch(sentence -> sentence.contains(elsewhere.toString()));
            try (EmbeddedPostgres server = EmbeddedPostgres.start(below)) {
                assertThatThrownBy(() -> createTable(server, "kept")).hasMessageContaining("already exists");
            }

            // Whoever deletes the data folder expects an empty database, yet the old one may be wanted after all.
            Folders.delete(wanted);
            try (EmbeddedPostgres server = EmbeddedPostgres.start(below)) {
                createTable(server, "kept");
            }
            assertThat(TestFolders.names(elsewhere)).anyMatch(name -> name.startsWith("abandoned-"));
        } finally {
            Folders.delete(elsewhere);
        }
    }

    @Test
    void aCopyMadeByRootIsHandedToTheServersAccount() throws IOException {
        assumeTrue(TestFolders.isRoot());
        EmbeddedPostgres.start(options).close();
        Path copy = folder.resolve("copy");
        assertThat(Command.run(List.of("/bin/cp", "-r", data.toString(), copy.toString()))
                        .exitCode())
                .isZero();
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwx--x--x"));
        Files.setPosixFilePermissions(copy.resolve("cluster"), PosixFilePermissions.fromString("rwxr-xr-x"));
        EmbeddedPostgres.start(PostgresOptions.in(copy, options.binaries()).forTests())
                .close();
        assertThat(Files.getAttribute(copy.resolve("cluster/base"), "unix:uid")).isNotEqualTo(0);
    }

    @Test
    void aDatabaseOfAnotherMajorVersionIsRefused() throws IOException {
        EmbeddedPostgres.start(options).close();
        Files.writeString(data.resolve("cluster/PG_VERSION"), "12\n");
        assertRefused(
                "was made by PostgreSQL 12", "PostgreSQL " + options.binaries().major());
    }

    @Test
    void aFullDiskIsNoticedBeforeAnythingIsWritten() throws IOException {
        assumeTrue(TestFolders.isRoot());
        Files.createDirectory(data);
        Command.Result mount =
                Command.run(List.of("/bin/mount", "-t", "tmpfs", "-o", "size=50m,mode=711", "tmpfs", data.toString()));
        assumeTrue(mount.succeeded(), mount.output());
        try {
            assertRefused(" MB free", "200 MB", "make room");
            assertThat(TestFolders.names(data)).containsExactly("cluster.lock");
        } finally {
            Command.run(List.of("/bin/umount", data.toString()));
        }
    }

    @Test
    void aFailedInitdbIsToldAndLeavesNothing() throws IOException {
        Path broken = TestFolders.reachable(Files.createDirectory(folder.resolve("broken")));
        writeProgram(broken.resolve("postgres"), "echo 'postgres (PostgreSQL) 18.6'");
        writeProgram(broken.resolve("initdb"), "echo 'initdb: error: No space left on device'; exit 1");
        PostgresOptions doomed = PostgresOptions.in(data, PostgresBinaries.installed(broken));
        assertThatThrownBy(() -> EmbeddedPostgres.start(doomed))
                .isInstanceOf(PostgresUnavailable.class)
                .hasMessageContaining("No space left on device");
        assertThat(TestFolders.names(data)).containsExactly("cluster.lock", "superuser.password");
    }

    @Test
    void aFolderThatCannotBeWrittenIsRefused() throws IOException {
        assumeFalse(TestFolders.isRoot());
        Files.createDirectory(data);
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("r-x------"));
        assertRefused("cannot be read and written by this user");
    }

    @Test
    void aFileInThePlaceOfTheFolderIsRefused() throws IOException {
        Files.writeString(data, "not a folder");
        assertRefused("cannot be used", "choose another folder");
        assertThat(data).hasContent("not a folder");
    }

    @Test
    void aLinkToAVanishedDatabaseIsRefused() throws IOException {
        Files.createDirectory(data);
        Files.createSymbolicLink(data.resolve("cluster"), folder.resolve("vanished"));
        assertRefused("vanished, which does not exist");
    }

    @Test
    void aLostPasswordFileIsNamed() throws IOException {
        EmbeddedPostgres.start(options).close();
        Files.delete(data.resolve("superuser.password"));
        assertRefused("superuser.password is missing");
    }

    private void assertRefused(String... words) {
        assertThatThrownBy(() -> EmbeddedPostgres.start(options))
                .isInstanceOf(PostgresUnavailable.class)
                .message()
                .contains(words)
                .doesNotContain("\n");
    }

    private static void writeProgram(Path file, String script) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void createTable(EmbeddedPostgres server, String name) throws SQLException {
        try (Connection connection = server.connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("create table " + name + " ()");
        }
    }
}
