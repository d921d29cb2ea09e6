package dev.keystead.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

final class TestPostgresTest {
    @Test
    void eachDatabaseIsFresh() throws SQLException {
        TestPostgres.Database first = TestPostgres.shared().createDatabase();
        TestPostgres.Database second = TestPostgres.shared().createDatabase();
        assertThat(first.name()).isNotEqualTo(second.name());
        try (Connection connection = first.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create table only_in_first ()");
        }
        try (Connection connection = second.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select to_regclass('only_in_first')")) {
            rows.next();
            assertThat(rows.getString(1)).isNull();
        }
    }

    @Test
    void thereIsOneServerPerJvm() {
        assertThat(TestPostgres.shared()).isSameAs(TestPostgres.shared());
        assertThat(TestPostgres.shared().server().isRunning()).isTrue();
    }
}
