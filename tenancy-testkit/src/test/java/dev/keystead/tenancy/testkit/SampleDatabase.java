package dev.keystead.tenancy.testkit;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.postgres.TestPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;

/// A fresh database with the sample module's schema.
record SampleDatabase(HikariDataSource superuser, HikariDataSource app) implements AutoCloseable {
    static SampleDatabase create() {
        TestPostgres.Database database = TestPostgres.shared().createDatabase();
        HikariDataSource superuser = pool(database, database.user(), database.password());
        try (InputStream sql = Objects.requireNonNull(SampleDatabase.class.getResourceAsStream("sample.sql"))) {
            execute(superuser, new String(sql.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new SampleDatabase(superuser, pool(database, "sample_app", "sample"));
    }

    private static HikariDataSource pool(TestPostgres.Database database, String user, String password) {
        var config = new HikariConfig();
        config.setJdbcUrl(database.jdbcUrl());
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(3);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }

    /// As the superuser.
    void execute(String sql) {
        execute(superuser, sql);
    }

    private static void execute(HikariDataSource superuser, String sql) {
        try (Connection connection = superuser.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        superuser.close();
        app.close();
    }
}
