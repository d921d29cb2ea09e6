package dev.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `keystead contract …` as a script meets it.
class ContractTest {
    private static final String TENANTS = """
            -- Who the tenants are.
            create table tenants (
                tenant_id  text not null primary key,
                created_at integer not null
            );
            """;

    /// An audit table without a retention class and much else.
    private static final String BROKEN = "-- What happened.\ncreate table token_audit (audit_id text);\n";

    @TempDir
    Path folder;

    @BeforeEach
    void aFolderWithOneCleanMigration() throws IOException {
        write("0001_tenants.sql", TENANTS);
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
        Spoken.by("contract", "lock", folder.toString());
    }

    private Spoken contract(String command, String... more) {
        List<String> arguments = new ArrayList<>(List.of("contract", command));
        arguments.addAll(List.of(more));
        arguments.addAll(List.of(folder.toString(), "--dialect", "sqlite"));
        return Spoken.by(arguments.toArray(String[]::new));
    }

    @Test
    void aCleanFolderEndsWithZeroAndNoData() {
        var spoken = contract("check");

        assertThat(spoken.exitCode()).as(spoken.out()).isZero();
        assertThat(spoken.out()).isEmpty();
        assertThat(spoken.err()).contains("1 migration, no findings.");
    }

    @Test
    void anErrorEndsWithFiveAndNamesFileAndLine() throws IOException {
        write("0002_token_audit.sql", BROKEN);

        var spoken = contract("check");

        assertThat(spoken.exitCode()).isEqualTo(5);
        assertThat(spoken.out().lines())
                .anyMatch(line ->
                        line.startsWith("0002_token_audit.sql:2 ") && line.contains("K002-5.3-retention-class"));
        assertThat(spoken.out()).contains("Cure: ");
    }

    @Test
    void beforeTheContractCountsNothingIsAnError() throws IOException {
        write("0002_token_audit.sql", BROKEN);

        var spoken = contract("check", "--since", "0003");

        assertThat(spoken.exitCode()).as(spoken.out()).isZero();
        assertThat(spoken.out()).contains("note", "(grandfathered)");
    }

    @Test
    void jsonCanBeRead() throws IOException {
        write("0002_token_audit.sql", BROKEN);

        JsonNode report = json(contract("check", "--format", "json").out());

        assertThat(report.path("migrations").asInt()).isEqualTo(2);
        assertThat(report.path("errors").asInt()).isPositive();
        assertThat(report.path("findings").path(0).path("file").asString()).isEqualTo("0002_token_audit.sql");
    }

    /// The members that the schema of SARIF 2.1.0 requires, and those that code scanning cannot do without.
    @Test
    void sarifHasWhatItsSchemaRequires() throws IOException {
        write("0002_token_audit.sql", BROKEN);

        JsonNode sarif = json(contract("check", "--format", "sarif").out());

        assertThat(sarif.path("version").asString()).isEqualTo("2.1.0");
        JsonNode run = sarif.path("runs").path(0);
        JsonNode driver = run.path("tool").path("driver");
        assertThat(driver.path("name").asString()).isNotBlank();
        assertThat(driver.path("rules").isEmpty()).isFalse();
        for (JsonNode rule : driver.path("rules")) {
            assertThat(rule.path("id").asString()).isNotBlank();
            assertThat(rule.path("shortDescription").path("text").asString()).isNotBlank();
            assertThat(rule.path("defaultConfiguration").path("level").asString())
                    .isIn("error", "warning", "note");
        }
        assertThat(run.path("results").isEmpty()).isFalse();
        for (JsonNode result : run.path("results")) {
            assertThat(result.path("message").path("text").asString()).isNotBlank();
            assertThat(result.path("level").asString()).isIn("error", "warning", "note");
            JsonNode rule = driver.path("rules").path(result.path("ruleIndex").asInt());
            assertThat(rule.path("id")).isEqualTo(result.path("ruleId"));
            JsonNode place = result.path("locations").path(0).path("physicalLocation");
            assertThat(place.path("artifactLocation").path("uri").asString()).endsWith("/0002_token_audit.sql");
            assertThat(place.path("region").path("startLine").asInt()).isPositive();
        }
    }

    @Test
    void theServersOwnMigrationsAreCleanAndTheStepsAreTold() {
        Path beside = Path.of("../server/src/main/resources/db/migration");
        Path ours = Files.isDirectory(beside) ? beside : Path.of("server/src/main/resources/db/migration");
        var spoken = Spoken.by("contract", "check", ours.toString());

        assertThat(spoken.exitCode()).as(spoken.out()).isZero();
        assertThat(spoken.out()).isEmpty();
        assertThat(spoken.err()).contains("Starting a scratch PostgreSQL\n", "Applying ", "no findings.");
    }

    @Test
    void aChecklistIsForOneMigration() throws IOException {
        write("0002_token_audit.sql", BROKEN);

        assertThat(contract("checklist", "0001").exitCode()).isZero();
        assertThat(contract("checklist", "0001").out()).startsWith("## Migration PR Checklist (RFC-0017 §8)");
        assertThat(contract("checklist", "0002").exitCode()).isEqualTo(5);
        assertThat(contract("checklist", "0007").exitCode()).isEqualTo(3);
        assertThat(contract("checklist", "seven").exitCode()).isEqualTo(2);
    }

    @Test
    void aSweepIsAReportAndNoGate() throws IOException {
        write("0002_token_audit.sql", BROKEN);

        var spoken = contract("sweep");

        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.out().lines()).contains("| `0001_tenants.sql` | conformant |  |");
        assertThat(json(contract("sweep", "--format", "json").out())
                        .path("migrations")
                        .size())
                .isEqualTo(2);
    }

    @Test
    void rulesAreListedAndExplained() {
        var all = Spoken.by("contract", "rules");
        assertThat(all.exitCode()).isZero();
        assertThat(all.out()).contains("K002-2.4-lock");

        assertThat(Spoken.by("contract", "rules", "k002-2.4-LOCK").out()).contains("Cure: ");
        assertThat(Spoken.by("contract", "rules", "K999").exitCode()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--dialect=oracle",
                "--since=7",
                "--tenant-column=a;b",
                "--placeholder=app='x",
                "--placeholder=a b=x",
                "--format=xml",
                "--prelude=/nowhere/at-all.sql",
                "--nonsense"
            })
    void whatAFlagCannotMeanIsRefused(String flag) {
        var spoken = Spoken.by("contract", "check", folder.toString(), flag);

        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).hasLineCount(1).contains("keystead: ");
        assertThat(spoken.out()).isEmpty();
    }

    @Test
    void sqliteNeedsNoServer() {
        var spoken = contract("check", "--database-url", "postgresql://u:hush-hush@localhost/x");

        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).doesNotContain("hush-hush");
    }

    @Test
    void aServerThatDoesNotAnswerIsOneSentenceWithoutItsPassword() {
        var spoken = Spoken.by(
                "contract", "check", folder.toString(), "--database-url", "postgresql://u:hush-hush@127.0.0.1:1/x");

        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err()).contains("keystead: ").doesNotContain("hush-hush", "Exception");
    }

    @Test
    void anAbsentFolderIsNotFoundAndAnEmptyOneIsAFinding(@TempDir Path empty) {
        assertThat(Spoken.by("contract", "check", empty.resolve("absent").toString())
                        .exitCode())
                .isEqualTo(3);
        assertThat(Spoken.by("contract", "check", empty.toString()).exitCode()).isEqualTo(5);
        assertThat(Spoken.by("contract", "sweep", empty.toString()).exitCode()).isEqualTo(3);
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
