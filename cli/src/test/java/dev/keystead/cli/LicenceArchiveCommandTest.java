package dev.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.json.Json;
import dev.keystead.postgres.TestPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The history of a licence whose old changes the database has no more.
class LicenceArchiveCommandTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Test
    void whatIsInFilesIsReadBackWhenItIsWanted(@TempDir Path folder) throws Exception {
        TestPostgres.Database database = TestPostgres.shared().createDatabase();
        List<String> settings = settings(database);
        try (ServedForTests served =
                ServedForTests.start(folder, settings.toArray(String[]::new)).administered()) {
            served.post("/v1/modules", Map.of("code", "old.stock", "name", "Old", "category", "old"));
            String node = served.api("/v1/nodes?kind=workspace")
                    .path("items")
                    .path(0)
                    .path("id")
                    .asString();
            String id = served.by(
                            "license",
                            "assign",
                            "--module",
                            "old.stock",
                            "--node-id",
                            node,
                            "--seats",
                            "3",
                            "-o",
                            "name")
                    .out()
                    .strip();
            assertThat(served.by("license", "suspend", id).exitCode()).isZero();
            age(database);
            assertThat(served.by("license", "resume", id).exitCode()).isZero();

            var run = new ArrayList<>(List.of("jobs", "run", "license-archive", "--data-dir"));
            run.add(folder.resolve("data").toString());
            run.addAll(settings);
            Spoken told = Spoken.by(run.toArray(String[]::new));
            assertThat(told.exitCode()).as(told.err()).isZero();
            waitUntilArchived(database);

            assertThat(changes(served.by("license", "history", id, "-o", "tsv")))
                    .containsExactly("resumed");
            Spoken all = served.by("license", "history", id, "--include-archive", "-o", "tsv");
            assertThat(changes(all)).containsExactly("resumed", "suspended", "assigned");
            JsonNode first = Json.tree(served.by("license", "history", id, "--include-archive", "-o", "json")
                            .out())
                    .path(2);
            assertThat(first.at("/after/constraints/seats").asInt()).isEqualTo(3);
            assertThat(first.path("before").isNull()).isTrue();
        }
    }

    private static List<String> settings(TestPostgres.Database database) {
        String address = database.jdbcUrl().replaceFirst("^jdbc:postgresql://", "");
        return List.of(
                "--database-url",
                "postgresql://" + database.user() + ":" + database.password() + "@" + address,
                "--deployment-name",
                database.name());
    }

    /// What is in the history by now is as old as what goes into files.
    private static void age(TestPostgres.Database database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("update licensing.license_assignment_history"
                    + " set changed_at = changed_at - interval '1000 days'");
        }
    }

    /// The job works by itself and tells nobody when it is done, so that the table is looked at again and again.
    private static void waitUntilArchived(TestPostgres.Database database) throws Exception {
        Instant end = Instant.now().plus(LIMIT);
        while (left(database) > 1 && Instant.now().isBefore(end)) {
            Thread.sleep(50);
        }
        assertThat(left(database)).as("the old changes are in files").isOne();
    }

    private static long left(TestPostgres.Database database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from licensing.license_assignment_history")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static List<String> changes(Spoken spoken) {
        assertThat(spoken.exitCode()).as(spoken.err()).isZero();
        return spoken.out().lines().map(line -> line.split("\t", -1)[1]).toList();
    }
}
