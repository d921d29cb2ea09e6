package dev.keystead.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// A real server for tests: one per JVM, started when first asked for, gone with all its data when the JVM ends.
///
/// The system property `keystead.test.postgres` chooses an installed version instead of the bundled one: a major
/// version such as `15`, or the folder of the programs.
public final class TestPostgres {
    private final EmbeddedPostgres server;
    private final AtomicInteger databases = new AtomicInteger();

    private TestPostgres(EmbeddedPostgres server) {
        this.server = server;
    }

    /// A database that nobody else uses, with the superuser's credentials.
    public record Database(String name, String jdbcUrl, String user, String password) {
        /// A new connection as superuser.
        public Connection connect() throws SQLException {
            return DriverManager.getConnection(jdbcUrl, user, password);
        }
    }

    /// The server of this JVM.
    public static TestPostgres shared() {
        return OnePerJvm.INSTANCE;
    }

    /// A fresh, empty database. It need not be dropped.
    public Database createDatabase() {
        String name = "test_" + databases.incrementAndGet();
        try (Connection connection = server.connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("The test database " + name + " could not be created", e);
        }
        return new Database(name, server.jdbcUrl(name), server.superuser(), server.superuserPassword());
    }

    public EmbeddedPostgres server() {
        return server;
    }

    /// The programs that tests are to run on.
    public static PostgresBinaries binaries() {
        String wanted = System.getProperty("keystead.test.postgres", "");
        if (wanted.isBlank()) {
            return PostgresBinaries.bundled(System.err::println);
        }
        if (!wanted.matches("\\d{1,3}")) {
            return PostgresBinaries.installed(Path.of(wanted));
        }
        return PostgresBinaries.findInstalled(Integer.parseInt(wanted))
                .orElseThrow(() -> new PostgresUnavailable("The tests are to run on PostgreSQL " + wanted
                        + " (keystead.test.postgres) and it is not installed on this machine."));
    }

    private static TestPostgres start() {
        try {
            Path folder = Files.createTempDirectory("keystead-test-postgres-");
            // Open to the account that runs the server when root runs the tests.
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
            EmbeddedPostgres server = EmbeddedPostgres.start(
                    // Every server that a test starts keeps its connections until the tests of its class are over.
                    PostgresOptions.in(folder, binaries()).forTests().withSettings(Map.of("max_connections", "600")));
            Runtime.getRuntime()
                    .addShutdownHook(
                            Thread.ofPlatform().name("test-postgres-end").unstarted(() -> end(server, folder)));
            return new TestPostgres(server);
        } catch (IOException e) {
            throw new UncheckedIOException("There is no folder for the test database", e);
        }
    }

    private static void end(EmbeddedPostgres server, Path folder) {
        server.close();
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("The test database was left in " + folder, e);
        }
    }

    /// Initialised by the JVM when first used, by one thread only.
    private static final class OnePerJvm {
        static final TestPostgres INSTANCE = start();
    }
}
