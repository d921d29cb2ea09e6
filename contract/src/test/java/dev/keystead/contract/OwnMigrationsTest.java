package dev.keystead.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.contract.report.TableReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What we ask of others holds for us.
final class OwnMigrationsTest {
    /// What the server's runner makes before the first migration.
    private static final String PRELUDE = """
            create schema app;
            create table app._migrations (installed_rank integer primary key);
            """;

    @Test
    void theMigrationsOfTheServerKeepTheContract() {
        var settings = new Settings(
                Dialect.POSTGRES, Optional.empty(), 1, Settings.TENANT_COLUMN, Map.of(), Optional.of(PRELUDE));

        Examination examination = new TestFolder(migrations()).examined(settings);

        assertThat(examination.texts()).isNotEmpty();
        assertThat(TableReport.of(examination)).isEmpty();
    }

    /// Tests run in the folder of their module or in that of the whole build.
    private static Path migrations() {
        Path beside = Path.of("../server/src/main/resources/db/migration");
        return Files.isDirectory(beside) ? beside : Path.of("server/src/main/resources/db/migration");
    }
}
