package dev.keystead.cli;

import dev.keystead.contract.Contract;
import dev.keystead.contract.Dialect;
import dev.keystead.contract.Settings;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.Sources;
import dev.keystead.platform.log.Logging;
import dev.keystead.server.KeysteadServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A training run for the JVM's ahead-of-time cache: a first start, a start on an existing database, and requests of
/// each kind.
final class WarmUp {
    private static final int ROUNDS = 20;
    private static final Pattern KEY = Pattern.compile("\"api_key\":\"([^\"]+)\"");

    private static final String MIGRATION = """
            -- Purpose: things.
            create table things (tenant_id text not null, id text not null, primary key (tenant_id, id));
            -- By id.
            create index things_by_id on things (id);
            """;

    private WarmUp() {}

    static ExitCode run(Terminal terminal) throws IOException {
        Path folder = Files.createTempDirectory("keystead-warm-up-");
        try {
            // The account that runs PostgreSQL in place of root must be able to enter.
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
            List<String> flags = List.of("--data-dir", folder.toString(), "--http-port", "0", "--log-level", "error");
            // Neither a file in the working folder nor the environment may reach a throw-away server.
            var sources = new Sources(folder, Map.of(), flags);
            return Configured.withValues(terminal, sources, values -> {
                Config config = Config.from(values);
                Logging.start(config.log());
                String key;
                try (KeysteadServer first = start(terminal, config)) {
                    key = administrate(first);
                }
                try (KeysteadServer again = start(terminal, config)) {
                    use(again.address(), key);
                }
                checkContract(folder);
                return ExitCode.OK;
            });
        } finally {
            delete(folder);
        }
    }

    /// A check of one migration, whose findings are of no interest.
    private static void checkContract(Path folder) {
        try {
            Path migrations = Files.createDirectory(folder.resolve("migrations"));
            Files.writeString(migrations.resolve("0001_things.sql"), MIGRATION);
            for (Dialect dialect : Dialect.values()) {
                Contract.examine(migrations, Settings.of(dialect), _ -> {});
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KeysteadServer start(Terminal terminal, Config config) {
        try (Progress progress = Progress.on(terminal)) {
            return KeysteadServer.start(config, progress);
        }
    }

    private static String administrate(KeysteadServer server) {
        URI link = server.setupLink().orElseThrow();
        String token = link.getRawQuery().substring("token=".length());
        exchange(server.address(), "GET", "/setup?token=" + token, "", "");
        String answer = exchange(server.address(), "POST", "/v1/system/bootstrap", "", "{\"token\":\"" + token + "\"}");
        Matcher key = KEY.matcher(answer);
        return key.find() ? key.group(1) : "";
    }

    private static void use(URI address, String key) {
        for (String path : List.of("/", "/docs/api", "/openapi.json", "/metrics", "/nothing-here")) {
            exchange(address, "GET", path, "", "");
        }
        for (int round = 0; round < ROUNDS; round++) {
            exchange(address, "GET", "/readyz", "", "");
            String user = "{\"email\":\"warm" + round + "@example.test\",\"display_name\":\"Warm Up\"}";
            exchange(address, "POST", "/v1/users", key, user);
            exchange(address, "GET", "/v1/users?limit=10", key, "");
        }
    }

    /// One request on a connection of its own. The answer's status does not matter: also refusals are worth learning.
    private static String exchange(URI address, String method, String path, String key, String body) {
        String authorization = key.isEmpty() ? "" : "Authorization: Bearer " + key + "\r\n";
        String request = method + " " + path + " HTTP/1.1\r\nHost: " + address.getAuthority() + "\r\n" + authorization
                + "Content-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\nConnection: close\r\n\r\n" + body;
        try (var socket = new Socket(address.getHost(), address.getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
