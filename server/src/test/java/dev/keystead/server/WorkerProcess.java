package dev.keystead.server;

import dev.keystead.job.Job;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.Configuration;
import dev.keystead.platform.config.ConfigurationOutcome;
import dev.keystead.platform.config.Sources;
import dev.keystead.postgres.TestPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A node in a process of its own, which can be killed. It runs the job whose name it is told, and says `done`.
public final class WorkerProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader said;
    private final Writer told;

    private WorkerProcess(Process process) {
        this.process = process;
        this.said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.told = process.outputWriter(StandardCharsets.UTF_8);
    }

    /// Starts a node, and waits until it is ready.
    public static WorkerProcess start(TestPostgres.Database database, Path folder) throws IOException {
        String address = database.jdbcUrl().replaceFirst("^jdbc:postgresql://", "");
        var line = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                WorkerProcess.class.getName(),
                folder.toString()));
        line.addAll(List.of(
                "--database-url",
                "postgresql://" + database.user() + ":" + database.password() + "@" + address,
                "--deployment-name",
                database.name(),
                "--data-dir",
                folder.toString(),
                "--http-port",
                "0",
                "--roles",
                "web"));
        var worker = new WorkerProcess(new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
        worker.await("ready");
        return worker;
    }

    public void run(String job) throws IOException {
        told.write(job + "\n");
        told.flush();
    }

    /// Reads on until it says this.
    public void await(String word) throws IOException {
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            if (line.equals(word)) {
                return;
            }
        }
        throw new IOException("The process ended without saying " + word);
    }

    /// As `kill -9` does.
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The node: the folder of its configuration, then its settings.
    static void main(String[] arguments) throws IOException {
        var sources =
                new Sources(Path.of(arguments[0]), Map.of(), List.of(arguments).subList(1, arguments.length));
        Config config = switch (Configuration.load(sources)) {
            case ConfigurationOutcome.Loaded(Configuration values) -> Config.from(values);
            case ConfigurationOutcome.Refused refused -> throw new IllegalArgumentException(refused.text());
        };
        try (KeysteadServer server = KeysteadServer.start(config, _ -> {});
                var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println("ready");
            for (String name = orders.readLine(); name != null; name = orders.readLine()) {
                job(server, name).run().run();
                System.out.println("done");
            }
        }
    }

    private static Job job(KeysteadServer server, String name) {
        return server.wiring().timetable().stream()
                .filter(job -> job.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
