package dev.keystead.acceptance;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The application with Spring Security in the folder `spring`, as a process of its own.
final class SpringShop implements AutoCloseable {
    private static final Path FOLDER = Path.of("spring", "target").toAbsolutePath();
    private static final long LIMIT_SECONDS = 60;

    private final Process process;
    private final Output output;
    private final String address;

    private SpringShop(Process process, String address) {
        this.process = process;
        this.output = Output.of(process.getInputStream());
        this.address = address;
    }

    /// Starts it and waits until it answers.
    ///
    /// @param clientId its registration with the workspace
    static SpringShop open(
            TlsInstallation installation, Installation.Workspace workspace, String clientId, String secret, int port) {
        if (!Files.isDirectory(FOLDER.resolve("lib"))) {
            throw new IllegalStateException(
                    FOLDER + " is missing; these tests run in 'mvn verify', after it was packaged.");
        }
        var builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "-Djavax.net.ssl.trustStore=" + installation.trustStore(),
                        "-Djavax.net.ssl.trustStorePassword=" + Trust.PASSWORD,
                        "-cp",
                        FOLDER.resolve("classes") + File.pathSeparator + FOLDER.resolve("lib") + "/*",
                        "dev.keystead.acceptance.spring.Shop",
                        "--server.port=" + port))
                .redirectErrorStream(true);
        builder.environment().put("SHOP_ISSUER", workspace.issuer());
        builder.environment().put("SHOP_CLIENT_ID", clientId);
        builder.environment().put("SHOP_CLIENT_SECRET", secret);
        try {
            var shop = new SpringShop(builder.start(), "http://127.0.0.1:" + port);
            shop.awaitStart();
            return shop;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitStart() {
        try {
            Until.isTrue("the shop is open", () -> output.soFar().contains("Started Shop") || !process.isAlive());
            if (!process.isAlive()) {
                throw new AssertionError("The shop did not open:\n" + output.whole());
            }
        } catch (AssertionError e) {
            close();
            throw e;
        }
    }

    String address() {
        return address;
    }

    /// What it wrote, for a test that fails.
    String said() {
        return output.soFar();
    }

    @Override
    public void close() {
        // Not by the process itself, which would also close its output while that is read.
        process.toHandle().destroy();
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
