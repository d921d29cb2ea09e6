package dev.keystead.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A PostgreSQL that somebody else runs: the installed version 15 where there is one, otherwise the product's own
/// version, run by another instance of the product.
final class DatabaseServer implements AutoCloseable {
    private static final Path INSTALLED = Path.of("/usr/lib/postgresql/15/bin");
    private static final String ACCOUNT = "postgres";
    private static final String PASSWORD = "acceptance";

    private final Folder folder;
    private final AutoCloseable runner;
    private final int port;
    private final String password;

    private DatabaseServer(Folder folder, AutoCloseable runner, int port, String password) {
        this.folder = folder;
        this.runner = runner;
        this.port = port;
        this.password = password;
    }

    static DatabaseServer start() {
        Folder folder = Folder.make();
        try {
            return Files.isExecutable(INSTALLED.resolve("initdb")) ? installed(folder) : bundled(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DatabaseServer bundled(Folder folder) throws IOException {
        int port = Ports.free();
        Product product = Product.serve(folder.path(), "--db-embedded-port", Integer.toString(port));
        String password =
                Files.readString(folder.at("data/postgres/superuser.password")).strip();
        return new DatabaseServer(folder, product, port, password);
    }

    private static DatabaseServer installed(Folder folder) throws IOException {
        int port = Ports.free();
        Path data = Files.createDirectory(folder.at("cluster"));
        Path passwordFile = Files.writeString(folder.at("password"), PASSWORD);
        boolean root = "root".equals(System.getProperty("user.name"));
        if (root) {
            UserPrincipal account =
                    data.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(ACCOUNT);
            Files.setOwner(data, account);
            Files.setOwner(passwordFile, account);
        }
        Process initdb = command(
                        root,
                        folder,
                        "initdb",
                        "-D",
                        data.toString(),
                        "-U",
                        ACCOUNT,
                        "-A",
                        "scram-sha-256",
                        "--pwfile=" + passwordFile,
                        "--encoding=UTF8",
                        "--no-sync")
                .start();
        awaitSuccess(initdb, folder);
        Process postgres = command(
                        root,
                        folder,
                        "postgres",
                        "-D",
                        data.toString(),
                        "-c",
                        "port=" + port,
                        "-c",
                        "listen_addresses=127.0.0.1",
                        "-c",
                        "unix_socket_directories=",
                        "-c",
                        "fsync=off")
                .start();
        var server = new DatabaseServer(folder, () -> end(postgres), port, PASSWORD);
        Until.isTrue("PostgreSQL answers", server::answers);
        return server;
    }

    private static ProcessBuilder command(boolean root, Folder folder, String program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (root) {
            // PostgreSQL refuses to run as root, and ends with the tests should they be killed.
            command.addAll(List.of(
                    "setpriv",
                    "--reuid=" + ACCOUNT,
                    "--regid=" + ACCOUNT,
                    "--clear-groups",
                    "--pdeathsig",
                    "INT",
                    "--"));
        }
        command.add(INSTALLED.resolve(program).toString());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(folder.path().toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.at("log").toFile()));
    }

    private static void awaitSuccess(Process process, Folder folder) throws IOException {
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new AssertionError(Files.readString(folder.at("log")));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void end(Process postgres) throws InterruptedException {
        postgres.destroy();
        // SIGTERM waits for clients to leave; SIGINT would not, but Java cannot send it.
        if (!postgres.waitFor(20, TimeUnit.SECONDS)) {
            postgres.destroyForcibly().waitFor();
        }
    }

    private boolean answers() {
        try (Connection connection = connect("postgres")) {
            return connection.isValid(5);
        } catch (SQLException e) {
            return false;
        }
    }

    Connection connect(String database) throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/" + database, ACCOUNT, password);
    }

    /// As an operator with psql.
    void execute(String database, String sql) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    long number(String database, String sql) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /// What `--database-url` takes.
    String url(String database) {
        return "postgresql://" + ACCOUNT + ":" + password + "@127.0.0.1:" + port + "/" + database;
    }

    String urlWithWrongPassword(String database) {
        return "postgresql://" + ACCOUNT + ":wrong@127.0.0.1:" + port + "/" + database;
    }

    @Override
    public void close() {
        try {
            runner.close();
        } catch (Exception e) {
            throw new IllegalStateException("PostgreSQL did not end", e);
        }
        folder.close();
    }
}
