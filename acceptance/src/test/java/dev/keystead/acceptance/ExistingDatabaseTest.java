package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `--database-url`: a PostgreSQL that is not ours.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExistingDatabaseTest {
    private final Folder folder = Folder.make();
    private final DatabaseServer database = DatabaseServer.start();
    private Client administrator = Client.of(URI.create("http://127.0.0.1"));

    @BeforeAll
    void firstStart() {
        database.execute("postgres", "create database keystead");
        try (Product product = Product.serve(folder.path(), "--database-url", database.url("keystead"))) {
            administrator = product.administrator();
            assertThat(Files.exists(folder.at("data/postgres")))
                    .as("no embedded database beside the configured one")
                    .isFalse();
        }
    }

    @AfterAll
    void end() {
        database.close();
        folder.close();
    }

    @Test
    void twoNodesOnOneDatabaseSeeTheSameUsers() {
        try (Folder second = Folder.make();
                Product one = Product.serve(folder.path(), "--database-url", database.url("keystead"));
                Product two = Product.serve(
                        second.path(),
                        "--database-url",
                        database.url("keystead"),
                        "--master-key-file",
                        folder.at("data/master.key").toString())) {
            var created = administrator.at(one.address()).createUser("both-nodes");
            assertThat(created.status()).as(created.body()).isEqualTo(201);

            String path = "/v1/users/" + created.json().get("id").asString();
            assertThat(administrator.at(two.address()).get(path).json()).isEqualTo(created.json());
        }
    }

    @Test
    void aNodeWithAnotherMasterKeyIsRefused() {
        try (Folder stranger = Folder.make();
                Product one = Product.serve(folder.path(), "--database-url", database.url("keystead"))) {
            var ended = Product.run(
                    stranger.path(),
                    "serve",
                    "--http-port",
                    "0",
                    "--database-url",
                    database.url("keystead"),
                    "--db-migrate",
                    "false");

            assertThat(ended.exitCode()).isEqualTo(1);
            Complaint.isOne(ended);
            assertThat(administrator.at(one.address()).get("/v1/users").status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "alter role keystead_app superuser, alter role keystead_app nosuperuser, superuser",
        "alter role keystead_app bypassrls, alter role keystead_app nobypassrls, BYPASSRLS",
        "grant keystead_owner to keystead_app, revoke keystead_owner from keystead_app, owner",
    })
    void aRoleThatCouldWalkAroundTheWallStopsTheStart(String harm, String cure, String named) {
        database.execute("keystead", harm);
        try {
            var ended =
                    Product.run(folder.path(), "serve", "--http-port", "0", "--database-url", database.url("keystead"));

            assertThat(ended.exitCode()).isEqualTo(1);
            assertThat(Complaint.isOne(ended)).contains("keystead_app", named);
        } finally {
            database.execute("keystead", cure);
        }
    }

    @Test
    void migrateDoesNothingOnACurrentDatabase() {
        long before = database.number("keystead", "select count(*) from app._migrations");

        var ended = Product.run(folder.path(), "migrate", "--database-url", database.url("keystead"));

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(database.number("keystead", "select count(*) from app._migrations"))
                .isEqualTo(before);
    }

    @Test
    void withoutLeaveToMigrateAnEmptyDatabaseIsRefusedAndStaysEmpty() {
        database.execute("postgres", "create database untouched");

        var ended = Product.run(
                folder.path(),
                "serve",
                "--http-port",
                "0",
                "--deployment-name",
                "untouched",
                "--db-migrate",
                "false",
                "--database-url",
                database.url("untouched"));

        assertThat(ended.exitCode()).isEqualTo(1);
        Complaint.isOne(ended);
        assertThat(database.number("untouched", "select count(*) from pg_namespace where nspname = 'app'"))
                .isZero();
    }

    @Test
    void aWrongPasswordIsToldWithoutRepeatingIt() {
        String url = database.urlWithWrongPassword("keystead");
        try (Folder stranger = Folder.make()) {
            var ended = Product.run(stranger.path(), "serve", "--http-port", "0", "--database-url", url);

            assertThat(ended.exitCode()).isEqualTo(1);
            assertThat(Complaint.isOne(ended)).contains("password").doesNotContain("wrong");
        }
    }

    @Test
    void aDatabaseThatDoesNotExistIsTold() {
        var ended =
                Product.run(folder.path(), "serve", "--http-port", "0", "--database-url", database.url("nothing_here"));

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(Complaint.isOne(ended)).contains("nothing_here");
    }
}
