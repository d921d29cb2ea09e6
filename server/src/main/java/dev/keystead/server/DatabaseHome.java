package dev.keystead.server;

import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.DatabaseConfig;
import dev.keystead.platform.config.DatabaseUrl;
import dev.keystead.platform.config.Secret;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.db.DatabaseAccess;
import dev.keystead.platform.db.Login;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.postgres.EmbeddedPostgres;
import dev.keystead.postgres.PostgresBinaries;
import dev.keystead.postgres.PostgresOptions;
import dev.keystead.postgres.PostgresUnavailable;
import dev.keystead.postgres.RunningPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Where the data lives: the PostgreSQL of the configuration, or the embedded one, which runs as long as this is open.
public final class DatabaseHome implements AutoCloseable {
    private final @Nullable EmbeddedDatabase embedded;
    private final DatabaseAccess access;

    private DatabaseHome(@Nullable EmbeddedDatabase embedded, DatabaseAccess access) {
        this.embedded = embedded;
        this.access = access;
    }

    public static DatabaseHome open(Config config, MasterKey master, Consumer<String> progress) {
        Secret<DatabaseUrl> url = config.database().url();
        return url == null ? embedded(config, master, progress) : configured(config, master, url.reveal());
    }

    /// The same for short work at the command line: an embedded PostgreSQL that a server runs is used, not started
    /// again.
    public static DatabaseHome openBeside(Config config, MasterKey master, Consumer<String> progress) {
        Optional<RunningPostgres> running = config.database().url() == null
                ? RunningPostgres.find(config.dataDir().resolve("postgres"))
                : Optional.empty();
        return running.map(postgres -> beside(config, master, postgres))
                .orElseGet(() -> open(config, master, progress));
    }

    private static DatabaseHome beside(Config config, MasterKey master, RunningPostgres postgres) {
        var administrator = new Login(postgres.superuser(), postgres.superuserPassword());
        String url = postgres.jdbcUrl(config.deploymentName());
        return new DatabaseHome(null, access(config, master, url, Optional.of(administrator)));
    }

    private static DatabaseHome configured(Config config, MasterKey master, DatabaseUrl url) {
        Optional<Login> administrator = Optional.ofNullable(url.user())
                .map(user -> new Login(
                        user, url.password() == null ? "" : url.password().reveal()));
        return new DatabaseHome(null, access(config, master, url.jdbcUrl(), administrator));
    }

    private static DatabaseHome embedded(Config config, MasterKey master, Consumer<String> progress) {
        EmbeddedDatabase embedded = EmbeddedDatabase.start(options(config, progress));
        EmbeddedPostgres postgres = embedded.postgres();
        try {
            createDatabase(postgres, config.deploymentName());
            var administrator = new Login(postgres.superuser(), postgres.superuserPassword());
            String url = postgres.jdbcUrl(config.deploymentName());
            return new DatabaseHome(embedded, access(config, master, url, Optional.of(administrator)));
        } catch (SQLException e) {
            embedded.close();
            throw new StartRefused("The embedded PostgreSQL answers but cannot be used: " + e.getMessage(), e);
        }
    }

    private static PostgresOptions options(Config config, Consumer<String> progress) {
        try {
            Path folder = config.dataDir().resolve("postgres");
            return PostgresOptions.in(folder, PostgresBinaries.bundled(progress::accept))
                    .withPort(config.database().embeddedPort())
                    .withProgress(progress::accept);
        } catch (PostgresUnavailable e) {
            throw new StartRefused(String.valueOf(e.getMessage()), e);
        }
    }

    private static void createDatabase(EmbeddedPostgres postgres, String name) throws SQLException {
        try (Connection connection = postgres.connect("postgres");
                PreparedStatement exists = connection.prepareStatement("select from pg_database where datname = ?")) {
            exists.setString(1, name);
            if (!exists.executeQuery().next()) {
                try (Statement create = connection.createStatement()) {
                    create.execute("create database " + create.enquoteIdentifier(name, true));
                }
            }
        }
    }

    private static DatabaseAccess access(
            Config config, MasterKey master, String jdbcUrl, Optional<Login> administrator) {
        DatabaseConfig database = config.database();
        return new DatabaseAccess(
                jdbcUrl,
                administrator,
                config.deploymentName() + "_owner",
                login(database.app(), config.deploymentName() + "_app", master),
                login(database.worker(), config.deploymentName() + "_worker", master),
                config.accountDomain(),
                database.poolSize(),
                database.workerPoolSize(),
                database.connectTimeout(),
                database.statementTimeout());
    }

    /// Roles that the installation makes for itself have names and passwords that every node can derive.
    private static Login login(DatabaseConfig.Login configured, String derived, MasterKey master) {
        String user = configured.user().isEmpty() ? derived : configured.user();
        Secret<String> password = configured.password();
        return new Login(user, password == null ? master.password("database/" + user) : password.reveal());
    }

    public DatabaseAccess access() {
        return access;
    }

    @Override
    public void close() {
        if (embedded != null) {
            embedded.close();
        }
    }
}
