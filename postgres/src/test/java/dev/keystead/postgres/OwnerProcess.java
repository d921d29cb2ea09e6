package dev.keystead.postgres;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// Another process that owns a server: a JVM of its own, which can be killed.
///
/// It prints one line for each step: `progress <sentence>`, `ready <pid of postgres>`, `row <number>` after each
/// commit, `refused <sentence>`.
final class OwnerProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private OwnerProcess(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static OwnerProcess start(Path dataFolder) throws IOException {
        String java = ProcessHandle.current().info().command().orElseThrow();
        return new OwnerProcess(new ProcessBuilder(List.of(
                        java,
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dkeystead.test.postgres=" + System.getProperty("keystead.test.postgres", ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        OwnerProcess.class.getName(),
                        dataFolder.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /// Reads on to the first line with this beginning, and returns the rest of that line.
    String awaitLine(String beginning) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length());
            }
        }
        throw new IOException("The process ended without saying " + beginning);
    }

    /// Kills the process at once and returns the number of the last row that it was told is committed.
    int killAndReadLastRow() throws IOException {
        kill();
        int last = 0;
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            // The last line may have been cut off by the kill.
            last = line.matches("row \\d+ ok") ? Integer.parseInt(line.split(" ", -1)[1]) : last;
        }
        return last;
    }

    void kill() {
        // By its handle, because killing by the process object also closes the output that is still to be read.
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    public static void main(String[] arguments) throws SQLException {
        PostgresOptions options = PostgresOptions.in(Path.of(arguments[0]), TestPostgres.binaries())
                .withProgress(sentence -> say("progress " + sentence));
        try (EmbeddedPostgres server = EmbeddedPostgres.start(options);
                Connection connection = server.connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists row_kept (number integer primary key)");
            say("ready " + server.pid());
            for (int number = 1; ; number++) {
                statement.execute("insert into row_kept values (" + number + ")");
                say("row " + number + " ok");
            }
        } catch (PostgresUnavailable e) {
            say("refused " + e.getMessage());
        }
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
