package dev.keystead.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One run of the packaged command `keystead`.
final class Product implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("Keystead is ready at (https?://\\S+)");
    private static final Pattern LINK = Pattern.compile("https?://\\S+/setup\\?token=(\\S+)");
    private static final int LIMIT_SECONDS = 120;

    private final Process process;
    private final Path workingFolder;
    private final Output out;
    private final Output err;

    private Product(Process process, Path workingFolder) {
        this.process = process;
        this.workingFolder = workingFolder;
        this.out = Output.of(process.getInputStream());
        this.err = Output.of(process.getErrorStream());
    }

    /// How a command ended.
    record Ended(int exitCode, String out, String err) {}

    /// The jar of this build, with its libraries beside it.
    static Path jar() {
        Path jar = Path.of(System.getProperty("keystead.jar", "../cli/target/keystead.jar"))
                .toAbsolutePath()
                .normalize();
        if (!Files.exists(jar)) {
            throw new IllegalStateException(
                    jar + " is missing; these tests run in 'mvn verify', after it was packaged.");
        }
        return jar;
    }

    /// Starts any command in a folder.
    static Product launch(Path workingFolder, String... arguments) {
        return launch(jar(), workingFolder, Map.of(), arguments);
    }

    static Product launch(Path jar, Path workingFolder, Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx384m",
                "-jar",
                jar.toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(workingFolder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("KEYSTEAD_") || name.startsWith("JAVA_TOOL"));
        builder.environment().putAll(environment);
        try {
            return new Product(builder.start(), workingFolder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Serves on any free port, with the data in the folder `data`, and waits until it is ready.
    static Product serve(Path workingFolder, String... settings) {
        List<String> arguments = new ArrayList<>(List.of("serve", "--http-port", "0"));
        arguments.addAll(List.of(settings));
        return ready(launch(workingFolder, arguments.toArray(String[]::new)));
    }

    /// The same with something to try in it, in the folder `data-dev`.
    static Product demo(Path workingFolder) {
        return ready(launch(workingFolder, "dev", "--http-port", "0"));
    }

    private static Product ready(Product product) {
        try {
            Until.isTrue("ready", () -> product.isReady() || !product.process.isAlive());
            if (!product.isReady()) {
                throw new AssertionError("The product did not start:\n" + product.out.whole() + product.err.whole());
            }
            return product;
        } catch (AssertionError e) {
            product.close();
            throw e;
        }
    }

    /// Runs a command to its end.
    static Ended run(Path workingFolder, String... arguments) {
        try (Product product = launch(workingFolder, arguments)) {
            return product.awaitEnd();
        }
    }

    Ended awaitEnd() {
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("The command did not end:\n" + out.soFar() + err.soFar());
            }
            return new Ended(process.exitValue(), out.whole(), err.whole());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private boolean isReady() {
        return READY.matcher(out.soFar()).find();
    }

    String out() {
        return out.soFar();
    }

    String err() {
        return err.soFar();
    }

    URI address() {
        return URI.create(first(READY));
    }

    /// The secret of the one-time link, which follows the ready line.
    String setupToken() {
        Until.isTrue(
                "the one-time link is printed", () -> LINK.matcher(out.soFar()).find());
        return first(LINK);
    }

    private String first(Pattern pattern) {
        Matcher matcher = pattern.matcher(out.soFar());
        if (!matcher.find()) {
            throw new AssertionError("The product has not printed " + pattern + ":\n" + out.soFar() + err.soFar());
        }
        return matcher.group(1);
    }

    /// A client with the rights of the first administrator, by way of the one-time link.
    Client administrator() {
        return administrator(Client.of(address()));
    }

    /// The same for a client that has its own way to the server.
    Client administrator(Client anyone) {
        Client.Answer answer = anyone.post("/v1/system/bootstrap", "{\"token\":\"" + setupToken() + "\"}");
        if (answer.status() != 201) {
            throw new AssertionError("The one-time link does not work: " + answer);
        }
        return anyone.with(answer.json().get("api_key").asString());
    }

    /// PostgreSQL's main process.
    ProcessHandle postgres() {
        Path file = workingFolder.resolve("data/postgres/cluster/postmaster.pid");
        try {
            return ProcessHandle.of(Long.parseLong(Files.readAllLines(file).getFirst()))
                    .orElseThrow(() -> new AssertionError("PostgreSQL does not run"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// SIGTERM, as a service manager ends it.
    void terminate() {
        // Not by the process itself, which would also close its output before the last words are read.
        process.toHandle().destroy();
    }

    /// SIGTERM, then its end.
    Ended stop() {
        terminate();
        return awaitEnd();
    }

    /// kill -9
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            terminate();
            try {
                if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
