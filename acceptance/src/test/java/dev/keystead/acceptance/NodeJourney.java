package dev.keystead.acceptance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An application for Node.js, as a process of its own: one of the journeys in the folder `node`.
final class NodeJourney implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Path FOLDER = Path.of("node").toAbsolutePath();
    private static final long LIMIT_SECONDS = 180;

    private final Process process;
    private final BufferedReader out;
    private final Output err;

    private NodeJourney(Process process) {
        this.process = process;
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.err = Output.of(process.getErrorStream());
        // One that waits for something that never comes must not hold up the build.
        CompletableFuture.delayedExecutor(LIMIT_SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
    }

    /// Runs a journey to its end and answers what it found. Without Node.js or the libraries the test is
    /// skipped, but on a build server it fails.
    ///
    /// @param library the script, which is named after the library that it uses
    /// @param trusted the server's certificate
    /// @param person goes to a page, and answers where they were sent back to
    static JsonNode run(
            String library, String journey, Map<String, ?> settings, Path trusted, UnaryOperator<String> person) {
        if (!"true".equals(System.getenv("CI"))) {
            boolean there = Stream.of(System.getenv("PATH").split(":", -1))
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, "node")));
            assumeTrue(there, "there is no Node.js; bin/test installs it");
            assumeTrue(
                    Files.isDirectory(FOLDER.resolve("node_modules/openid-client")),
                    "the libraries for Node.js are missing; bin/test installs them");
        }
        var builder = new ProcessBuilder("node", library + ".mjs", journey, JSON.writeValueAsString(settings))
                .directory(FOLDER.toFile());
        builder.environment().put("NODE_EXTRA_CA_CERTS", trusted.toString());
        try (var running = new NodeJourney(builder.start())) {
            return running.finish(person);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonNode finish(UnaryOperator<String> person) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            JsonNode said = JSON.readTree(line);
            if (said.has("result")) {
                return said.get("result");
            }
            if (said.has("problem")) {
                throw new AssertionError(said.get("problem").asString() + "\n" + err.soFar());
            }
            String back = person.apply(said.get("visit").asString());
            process.getOutputStream().write((back + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        }
        throw new AssertionError("The journey ended without a word:\n" + err.whole());
    }

    @Override
    public void close() {
        // Not by the process itself, which would also close its output while that is read.
        process.toHandle().destroy();
    }
}
