package dev.keystead.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PostgresBinariesTest {
    @TempDir
    private Path folder;

    @Test
    void theBundledProgramsAreUnpackedOnceWhoeverComesAndHalfFinishedWorkIsCleared() throws IOException {
        Path cache = Files.createDirectory(folder.resolve("cache"));
        Files.createDirectories(cache.resolve("postgres-0.unpacking-1/bin"));
        var sentences = new CopyOnWriteArrayList<String>();

        var other = CompletableFuture.supplyAsync(() -> PostgresBinaries.bundled(cache, sentences::add));
        PostgresBinaries binaries = PostgresBinaries.bundled(cache, sentences::add);

        assertThat(other.join()).isEqualTo(binaries);
        assertThat(binaries.major()).isEqualTo(18);
        assertThat(binaries.version()).startsWith("18.");
        assertThat(sentences)
                .filteredOn(sentence -> sentence.contains("once per machine"))
                .hasSize(1);
        assertThat(sentences).contains("Unpacking PostgreSQL: 50 % done.");
        Path unpacked = binaries.binFolder().resolveSibling("");
        assertThat(TestFolders.names(cache))
                .containsExactlyInAnyOrder(unpacked.getFileName().toString(), "unpack.lock");
        assertThat(TestFolders.mode(binaries.postgres())).isEqualTo("rwxr-xr-x");
        assertThat(unpacked.resolve("lib/libpq.so.5")).isSymbolicLink();
    }

    @Test
    void anInstalledVersionIsFoundWhereDistributionsPutIt() {
        Optional<PostgresBinaries> found = PostgresBinaries.findInstalled(15);
        assumeTrue(found.isPresent(), "PostgreSQL 15 is not installed");
        assertThat(found.get().major()).isEqualTo(15);
        assertThat(PostgresBinaries.installed(found.get().binFolder())).isEqualTo(found.get());
    }

    @Test
    void anInstalledVersionServesToo() throws IOException {
        Optional<PostgresBinaries> installed = PostgresBinaries.findInstalled(15);
        assumeTrue(installed.isPresent(), "PostgreSQL 15 is not installed");
        Path data = TestFolders.reachable(folder).resolve("data");
        try (EmbeddedPostgres server =
                EmbeddedPostgres.start(PostgresOptions.in(data, installed.get()).forTests())) {
            assertThat(server.isRunning()).isTrue();
        }
    }

    @Test
    void aVersionThatIsNotInstalledIsNotFound() {
        assertThat(PostgresBinaries.findInstalled(999)).isEmpty();
    }

    @Test
    void aFolderWithoutPostgresIsRefused() {
        assertThatThrownBy(() -> PostgresBinaries.installed(folder))
                .isInstanceOf(PostgresUnavailable.class)
                .hasMessageContaining("does not hold PostgreSQL programs");
    }

    @Test
    void aVersionThatIsTooOldIsRefused() throws IOException {
        for (String program : List.of("postgres", "initdb")) {
            Path file = Files.writeString(folder.resolve(program), "#!/bin/sh\necho 'postgres (PostgreSQL) 14.9'\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        assertThatThrownBy(() -> PostgresBinaries.installed(folder))
                .isInstanceOf(PostgresUnavailable.class)
                .hasMessageContaining("14.9")
                .hasMessageContaining("15 or newer");
    }

    @Test
    void otherPlatformsAreToldWhatToDo() {
        PostgresBinaries.requirePlatform("Linux", "amd64");
        for (List<String> platform : List.of(List.of("Linux", "aarch64"), List.of("Mac OS X", "x86_64"))) {
            assertThatThrownBy(() -> PostgresBinaries.requirePlatform(platform.getFirst(), platform.getLast()))
                    .isInstanceOf(PostgresUnavailable.class)
                    .hasMessageContaining("--database-url");
        }
    }
}
