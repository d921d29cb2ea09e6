package dev.keystead.tenancy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.postgres.TestPostgres;
import dev.keystead.postgres.WireTap;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.function.UnaryOperator;

/// A fresh database with the schema of `fixture.sql`, and connections to it as the roles that production has.
final class Fixture {
    /// The SQLSTATE with which the policies' functions refuse to work without a scope.
    static final String NOT_BOUND = "KS001";

    static final String REFUSED_BY_POLICY = "42501";

    private final TestPostgres.Database database;

    private Fixture(TestPostgres.Database database) {
        this.database = database;
    }

    static Fixture create() {
        TestPostgres.Database database = TestPostgres.shared().createDatabase();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                InputStream sql = Objects.requireNonNull(Fixture.class.getResourceAsStream("fixture.sql"))) {
            statement.execute(new String(sql.readAllBytes(), StandardCharsets.UTF_8));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Fixture(database);
    }

    /// A pool as the application's role.
    HikariDataSource appPool(int size) {
        return pool("fixture_app", size, UnaryOperator.identity());
    }

    HikariDataSource workerPool(int size) {
        return pool("fixture_worker", size, UnaryOperator.identity());
    }

    WireTap tap() {
        return WireTap.to(plainUrl());
    }

    HikariDataSource pool(String role, int size, UnaryOperator<String> url) {
        var config = new HikariConfig();
        config.setJdbcUrl(url.apply(plainUrl()));
        config.setUsername(role);
        config.setPassword("fixture");
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(size);
        return new HikariDataSource(config);
    }

    /// Encryption is not what is tested, and the wire must be readable.
    private String plainUrl() {
        return with(with(database.jdbcUrl(), "sslmode=disable"), "gssEncMode=disable");
    }

    static String with(String url, String parameter) {
        return url + (url.contains("?") ? "&" : "?") + parameter;
    }

    Connection connectAsApp() throws SQLException {
        return DriverManager.getConnection(plainUrl(), "fixture_app", "fixture");
    }

    Connection connectAsSuperuser() throws SQLException {
        return database.connect();
    }

    /// A number that the superuser reads, past every wall.
    long count(String sql) {
        try (Connection connection = connectAsSuperuser();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    void execute(String sql) {
        try (Connection connection = connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
