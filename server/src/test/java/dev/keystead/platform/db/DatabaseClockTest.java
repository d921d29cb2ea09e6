package dev.keystead.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.postgres.TestPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import org.junit.jupiter.api.Test;

class DatabaseClockTest {
    private final TestPostgres.Database database = TestPostgres.shared().createDatabase();

    private HikariDataSource pool() {
        var pool = new HikariDataSource();
        pool.setJdbcUrl(database.jdbcUrl());
        pool.setUsername(database.user());
        pool.setPassword(database.password());
        return pool;
    }

    private Instant databaseTime() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select clock_timestamp()")) {
            row.next();
            return row.getObject(1, OffsetDateTime.class).toInstant();
        }
    }

    @Test
    void theTimeIsTheDatabasesOwn() throws SQLException {
        try (HikariDataSource pool = pool()) {
            InstantSource clock = new DatabaseClock(pool);
            Instant before = databaseTime();
            Instant told = clock.instant();
            assertThat(told).isBetween(before, databaseTime());
            assertThat(clock.instant()).isAfterOrEqualTo(told);
        }
    }

    @Test
    void timeGoesOnWhileTheDatabaseDoesNotAnswer() {
        HikariDataSource pool = pool();
        InstantSource clock = new DatabaseClock(pool, Duration.ZERO);
        Instant told = clock.instant();
        pool.close();
        assertThat(clock.instant()).isAfterOrEqualTo(told);
    }

    @Test
    void aDatabaseThatNeverAnsweredTellsNoTime() {
        HikariDataSource pool = pool();
        pool.close();
        assertThatThrownBy(() -> new DatabaseClock(pool).instant()).hasMessageContaining("does not tell the time");
    }
}
