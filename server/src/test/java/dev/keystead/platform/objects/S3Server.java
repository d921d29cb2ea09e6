package dev.keystead.platform.objects;

import dev.keystead.server.Until;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A real server that speaks S3 and checks signatures, as a process of its own: S3Proxy, with its files in a
/// folder. It can be killed, started again, and stopped in its tracks.
public final class S3Server implements AutoCloseable {
    public static final String ACCESS_KEY = "keystead-tests";
    public static final String SECRET_KEY = "a-secret-of-the-tests-alone";
    public static final String BUCKET = "keystead";

    private static final Path LIB = Path.of("s3proxy", "target", "lib").toAbsolutePath();
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final Path settings;
    private final Path files;
    private final int port;
    private @Nullable Process process;

    private S3Server(Path settings, Path files, int port) {
        this.settings = settings;
        this.files = files;
        this.port = port;
    }

    public static S3Server start() {
        try {
            return start(Files.createTempDirectory("s3-files"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Starts one whose files are in a folder.
    public static S3Server start(Path files) {
        if (!Files.isDirectory(LIB)) {
            throw new IllegalStateException(LIB + " is missing; Maven makes it in the module server/s3proxy");
        }
        try {
            int port = freePort();
            Files.createDirectories(files.resolve(BUCKET));
            Path settings = Files.createTempFile("s3proxy", ".properties");
            Files.writeString(settings, """
                    s3proxy.endpoint=http://127.0.0.1:%d
                    s3proxy.authorization=aws-v4
                    s3proxy.identity=%s
                    s3proxy.credential=%s
                    s3proxy.v4-max-non-chunked-request-size=134217728
                    jclouds.provider=filesystem-nio2
                    jclouds.identity=none
                    jclouds.credential=none
                    jclouds.filesystem.basedir=%s
                    """.formatted(port, ACCESS_KEY, SECRET_KEY, files));
            var server = new S3Server(settings, files, port);
            server.run();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    /// Starts the program again on the same port and files.
    public void run() {
        try {
            process = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElseThrow(),
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-Xmx256m",
                            "-cp",
                            LIB + "/*",
                            "org.gaul.s3proxy.Main",
                            "--properties",
                            settings.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Until.holds("S3Proxy takes connections", LIMIT, this::answers);
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    public int port() {
        return port;
    }

    public String endpoint() {
        return "http://127.0.0.1:" + port;
    }

    /// The settings of a server of ours that keeps its files here.
    public List<String> flags() {
        return List.of(
                "--objects-endpoint",
                endpoint(),
                "--objects-bucket",
                BUCKET,
                "--objects-access-key",
                ACCESS_KEY,
                "--objects-secret-key",
                SECRET_KEY);
    }

    /// The files that it has, by their names on its disk.
    public List<Path> files() {
        try (Stream<Path> all = Files.walk(files.resolve(BUCKET))) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> file.toString().matches(".*\\.(ndjson|jsonl\\.gz|manifest\\.json)"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Kills the program at once.
    public void kill() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
            running.onExit().join();
        }
    }

    /// Lets it take connections and say nothing, from now on.
    public void freeze() {
        signal("-STOP");
    }

    public void thaw() {
        signal("-CONT");
    }

    private void signal(String which) {
        Process running = process;
        if (running == null) {
            throw new IllegalStateException("there is no process");
        }
        try {
            Process kill = new ProcessBuilder("kill", which, Long.toString(running.pid())).start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("the signal could not be sent");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
