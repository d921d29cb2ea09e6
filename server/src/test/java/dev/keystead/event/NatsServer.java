package dev.keystead.event;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.keystead.server.Until;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A real nats-server with JetStream on files, which can be killed and started again.
final class NatsServer implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Path folder;
    private final int port;
    private final boolean tls;
    private @Nullable Process process;

    private NatsServer(Path folder, int port, boolean tls) {
        this.folder = folder;
        this.port = port;
        this.tls = tls;
    }

    /// Starts one; the test is left out where the program is not installed.
    static NatsServer start() {
        return start("");
    }

    /// Starts one with settings of its own, in the form of its file.
    static NatsServer start(String settings) {
        assumeTrue(program() != null, "nats-server is not installed");
        try {
            var server = new NatsServer(Files.createTempDirectory("nats"), freePort(), settings.contains("tls {"));
            server.configure(settings);
            server.run();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// What it is told when it is started next.
    void configure(String settings) {
        try {
            Files.writeString(folder.resolve("nats.conf"), settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    private static @Nullable String program() {
        return Stream.concat(
                        Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1)),
                        Stream.of("/usr/sbin", "/usr/local/sbin", "/usr/local/bin"))
                .map(place -> Path.of(place, "nats-server"))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElse(null);
    }

    /// Starts the program again on the same port and files.
    void run() {
        try {
            process = new ProcessBuilder(
                            String.valueOf(program()),
                            "-c",
                            folder.resolve("nats.conf").toString(),
                            "-a",
                            "127.0.0.1",
                            "-p",
                            Integer.toString(port),
                            "-js",
                            "-sd",
                            folder.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Until.holds("nats-server takes connections", LIMIT, this::answers);
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /// Kills the program at once.
    void kill() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
            running.onExit().join();
        }
    }

    String url() {
        return (tls ? "tls" : "nats") + "://127.0.0.1:" + port;
    }

    /// A client of the broker, beside the server's own.
    record Line(Connection connection) implements AutoCloseable {
        @Override
        public void close() {
            try {
                connection.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    Line connect() {
        try {
            return new Line(Nats.connect(new Options.Builder().server(url()).build()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// A message of the stream.
    record Stored(String messageId, String subject, String body) {}

    /// The messages of the stream, in their order.
    List<Stored> stored() {
        try (Line line = connect()) {
            JetStreamManagement management = line.connection().jetStreamManagement();
            long last = management.getStreamInfo("keystead").getStreamState().getLastSequence();
            var stored = new ArrayList<Stored>();
            for (long at = 1; at <= last; at++) {
                var message = management.getMessage("keystead", at);
                stored.add(new Stored(
                        Optional.ofNullable(message.getHeaders())
                                .map(headers -> headers.getFirst("Nats-Msg-Id"))
                                .orElse(""),
                        String.valueOf(message.getSubject()),
                        new String(message.getData(), StandardCharsets.UTF_8)));
            }
            return stored;
        } catch (JetStreamApiException _) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// How many messages the stream has.
    long count() {
        return stored().size();
    }

    @Override
    public void close() {
        kill();
    }
}
