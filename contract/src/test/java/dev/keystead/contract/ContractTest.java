package dev.keystead.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Folders as they are met in the wild. The rules themselves have their own tests.
final class ContractTest {
    private static final Settings SQLITE = Settings.of(Dialect.SQLITE);
    private static final String CLEAN = """
            -- Who the tenants are.
            create table tenants (
                tenant_id  text not null primary key,
                created_at integer not null
            );
            """;

    @TempDir
    Path path;

    private TestFolder folder = new TestFolder(Path.of(""));

    @BeforeEach
    void open() {
        folder = new TestFolder(path);
    }

    @Test
    void aCleanFolderHasNoFindings() {
        folder.with("0001_tenants.sql", CLEAN).locked();

        Examination examination = folder.examined(SQLITE);

        assertThat(examination.findings()).isEmpty();
        assertThat(examination.isClean()).isTrue();
        assertThat(examination.summary()).isEqualTo("1 migration, no findings.");
    }

    @Test
    void brokenSqlIsAFindingAndTheRestIsJudgedAllTheSame() {
        folder.with("0001_tenants.sql", CLEAN)
                .with("0002_broken.sql", "select 1;\n\ncreate tabel x (y text);\nselect 'never ended;\n")
                .with("0003_later.sql", "-- A.\ncreate table late_audit (audit_id text);\n")
                .locked();

        assertThat(folder.found(SQLITE))
                .contains("0003_later.sql:2 K002-5.3-retention-class late_audit")
                .anyMatch(found -> found.startsWith("0002_broken.sql:3 K002-2.2-applies"))
                .anyMatch(found -> found.startsWith("0002_broken.sql:4 K002-2.2-applies"));
    }

    @Test
    void whatIsWrongWithFilesIsFound() throws IOException {
        folder.with("0001_tenants.sql", CLEAN);
        Files.write(path.resolve("0002_latin.sql"), "select 'é';".getBytes(StandardCharsets.ISO_8859_1));
        try (var large = new RandomAccessFile(path.resolve("0003_large.sql").toFile(), "rw")) {
            large.setLength(50L << 20);
        }
        Files.createSymbolicLink(path.resolve("0004_loop.sql"), path.resolve("0004_loop.sql"));
        Files.createDirectory(path.resolve("0005_folder.sql"));
        folder.with("0006_later.sql", "select 1;");
        folder.with("notes.txt", "remember");

        assertThat(folder.found(SQLITE))
                .containsExactly(
                        "0002_latin.sql:1 K002-2.1-plain-file 0002_latin.sql",
                        "0003_large.sql:1 K002-2.1-plain-file 0003_large.sql",
                        "0004_loop.sql:1 K002-2.1-plain-file 0004_loop.sql",
                        "0005_folder.sql:1 K002-2.1-plain-file 0005_folder.sql",
                        "0006_later.sql:1 K002-2.2-order 0006_later.sql",
                        "_migrations.lock:1 K002-2.4-lock _migrations.lock",
                        "notes.txt:1 K002-2.1-file-name notes.txt");
    }

    @Test
    void anEmptyFolderIsNotClean() {
        assertThat(folder.found(SQLITE)).singleElement().asString().contains("K002-2-folder");
        assertThat(folder.examined(SQLITE).isClean()).isFalse();
    }

    @Test
    void aFolderThatIsNotThereIsNotClean() {
        assertThat(new TestFolder(path.resolve("absent")).found(SQLITE))
                .isNotEmpty()
                .allMatch(found -> found.contains("K002-2"));
    }

    @Test
    void aFolderOfMoreFilesThanNumbersIsNotRead() throws IOException {
        for (int i = 0; i <= 10_000; i++) {
            Files.createFile(path.resolve("file" + i));
        }

        assertThat(folder.found(SQLITE)).singleElement().asString().contains("K002-2-folder");
    }

    @Test
    void aFolderOfTooManyBytesIsNotRead() throws IOException {
        for (int i = 1; i <= 70; i++) {
            try (var large = new RandomAccessFile(
                    path.resolve("00" + (i < 10 ? "0" : "") + i + "_x.sql").toFile(), "rw")) {
                large.setLength(1L << 20);
            }
        }

        assertThat(folder.found(SQLITE)).singleElement().asString().contains("K002-2-folder");
    }

    @Test
    void aChangedMigrationIsFoundWhateverItsAge() {
        folder.with("0001_tenants.sql", CLEAN).locked().with("0001_tenants.sql", CLEAN + "-- more\n");

        Examination examination = folder.examined(SQLITE.since(9));

        assertThat(examination.findings())
                .extracting(finding -> finding.rule().id(), Finding::severity)
                .containsExactly(tuple("K002-2.3-append-only", Severity.ERROR));
    }

    @Test
    void aRefusedStatementIsAnErrorWhateverItsAge() {
        folder.with("0001_tenants.sql", CLEAN + "create tabel x (y text);\n").locked();

        assertThat(folder.examined(SQLITE.since(9)).isClean()).isFalse();
    }

    @Test
    void beforeTheContractCountsAFindingIsANote() {
        String table = "\ncreate table a (id text);\n";
        folder.with("0001_a.sql", table)
                .with("0002_b.sql", table.replace("table a", "table b"))
                .locked();

        List<Finding> found = folder.examined(SQLITE.since(2)).findings().stream()
                .filter(finding -> finding.rule().id().equals("K001-comment-above"))
                .toList();

        assertThat(found).extracting(Finding::severity).containsExactly(Severity.NOTE, Severity.WARNING);
        assertThat(found.getFirst().message()).endsWith("(grandfathered)");
    }

    @Test
    void everyRuleHasItsOwnIdAndSaysWhatAndCure() {
        List<Rule> rules = Contract.rules();

        assertThat(rules).extracting(Rule::id).doesNotHaveDuplicates();
        assertThat(rules).allSatisfy(rule -> {
            assertThat(rule.id()).matches("K(000|001|002|004|DM)-[A-Za-z0-9.-]{4,50}");
            assertThat(rule.says()).as(rule.id()).endsWith(".");
            assertThat(rule.cure()).as(rule.id()).endsWith(".");
            assertThat(rule.section()).as(rule.id()).isNotBlank();
        });
    }
}
