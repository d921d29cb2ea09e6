package dev.keystead.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;

class RunningPostgresTest {
    @Test
    void aServerIsFoundWhileItRunsAndCanBeUsed() throws Exception {
        EmbeddedPostgres server = TestPostgres.shared().server();
        RunningPostgres found = RunningPostgres.find(server.dataFolder()).orElseThrow();
        assertThat(found.port()).isEqualTo(server.port());
        assertThat(found.toString()).doesNotContain(found.superuserPassword());
        try (Connection connection =
                DriverManager.getConnection(found.jdbcUrl("postgres"), found.superuser(), found.superuserPassword())) {
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    @Test
    void nothingIsFoundWhereNothingRuns() throws Exception {
        Path folder = Files.createTempDirectory("keystead-nothing");
        assertThat(RunningPostgres.find(folder)).isEmpty();
        Files.createDirectory(folder.resolve("cluster"));
        assertThat(RunningPostgres.find(folder)).isEmpty();
        long self = ProcessHandle.current().pid();
        Files.writeString(folder.resolve("cluster/postmaster.pid"), self + "\n/x\n1\n5432\n");
        assertThat(RunningPostgres.find(folder))
                .as("a process that is no server")
                .isEmpty();
    }
}
