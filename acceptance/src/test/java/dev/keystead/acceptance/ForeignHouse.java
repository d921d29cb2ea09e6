package dev.keystead.acceptance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// An identity provider that is not ours, as a process of its own: oidc-provider for Node.js.
final class ForeignHouse implements AutoCloseable {
    static final String SECRET = "a secret of forty characters, or nearly so";

    private static final Path FOLDER = Path.of("node").toAbsolutePath();

    private final Process process;

    private ForeignHouse(Process process) {
        this.process = process;
    }

    /// Skips the test without Node.js or the libraries, but not on a build server.
    static void assume() {
        if (!"true".equals(System.getenv("CI"))) {
            boolean there = Stream.of(System.getenv("PATH").split(":", -1))
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, "node")));
            assumeTrue(there, "there is no Node.js; bin/test installs it");
            assumeTrue(
                    Files.isDirectory(FOLDER.resolve("node_modules/oidc-provider")),
                    "the libraries for Node.js are missing; bin/test installs them");
        }
    }

    /// @param door the address of the workspace's pages
    static ForeignHouse open(int port, String door, String connection) {
        String way = door + "/federation/" + connection;
        try {
            Process process = new ProcessBuilder(
                            "node",
                            "oidc-provider.mjs",
                            Integer.toString(port),
                            way + "/callback",
                            door + "/sign-in",
                            way + "/logout")
                    .directory(FOLDER.toFile())
                    .redirectErrorStream(true)
                    .start();
            Output out = Output.of(process.getInputStream());
            Until.isTrue("the provider is ready", () -> out.soFar().contains("ready"));
            return new ForeignHouse(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.toHandle().destroy();
    }
}
