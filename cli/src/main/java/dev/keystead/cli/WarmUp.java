package dev.keystead.cli;

import dev.keystead.contract.Dialect;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.Sources;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.log.Logging;
import dev.keystead.server.KeysteadServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A training run for the JVM's ahead-of-time cache: a first start, a start on an existing database, and requests of
/// each kind.
final class WarmUp {
    private static final int ROUNDS = 20;

    /// So often that Java knows which way each of the hot paths usually goes.
    private static final int TOKENS = 400;

    private static final int SIGN_INS = 60;
    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";

    private static final Map<String, String> MIGRATIONS = Map.of("0001_things.sql", """
            -- Purpose: things.
            -- Tables: things.
            -- Scope: tenant.
            create table things (
                tenant_id text not null,
                id text not null check (length(id) = 32),
                name text,
                primary key (tenant_id, id)
            );
            -- By name.
            create index things_by_name on things (tenant_id, name);
            """, "0002_more_things.sql", """
            -- Purpose: more of them.
            create table more_things (tenant_id text, id text, thing_id text references things (id));
            alter table things add column colour text;
            """);

    private static final String POSTGRES_MIGRATION = """
            -- Purpose: the wall around things.
            create function current_tenant() returns text language sql stable
            as $$ select current_setting('app.current_tenant_id', true) $$;
            comment on table things is 'A thing. Scope: tenant. 001 class: user.';
            comment on column things.name is 'What it is called.';
            alter table things enable row level security;
            create policy tenant_wall on things using (tenant_id = current_tenant());
            grant select on things to ${app};
            create view names as select name from things;
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
                Demo demo;
                try (KeysteadServer first = start(terminal, config)) {
                    URI link = first.setupLink().orElseThrow();
                    exchange(first.address(), "GET", "/setup?" + link.getRawQuery(), "", JSON, "");
                    demo = Demo.make(first.address(), link, config);
                }
                try (KeysteadServer again = start(terminal, config)) {
                    use(again.address(), demo.apiKey());
                    giveTokens(again.address(), demo);
                    signIn(again.address(), demo);
                }
                checkContract(terminal, folder);
                return ExitCode.OK;
            });
        } finally {
            delete(folder);
        }
    }

    /// Checks of a few migrations, whose findings are of no interest.
    private static void checkContract(Terminal terminal, Path folder) {
        var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        var silent = new Terminal(nowhere, nowhere, true, terminal.colour(), false);
        try {
            for (Dialect dialect : Dialect.values()) {
                String name = dialect.name().toLowerCase(Locale.ROOT);
                Path migrations = Files.createDirectory(folder.resolve("migrations-" + name));
                for (Map.Entry<String, String> migration : MIGRATIONS.entrySet()) {
                    Files.writeString(migrations.resolve(migration.getKey()), migration.getValue());
                }
                if (dialect == Dialect.POSTGRES) {
                    Files.writeString(migrations.resolve("0003_wall.sql"), POSTGRES_MIGRATION);
                }
                Keystead.run(silent, "contract", "lock", migrations.toString());
                Keystead.run(silent, "contract", "check", migrations.toString(), "--dialect", name);
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

    private static void use(URI address, String key) {
        for (String path : List.of("/", "/docs/api", "/openapi.json", "/metrics", "/nothing-here")) {
            exchange(address, "GET", path, "", JSON, "");
        }
        for (int round = 0; round < ROUNDS; round++) {
            exchange(address, "GET", "/readyz", "", JSON, "");
            String user = "{\"email\":\"warm" + round + "@example.test\",\"display_name\":\"Warm Up\"}";
            exchange(address, "POST", "/v1/users", key, JSON, user);
            exchange(address, "GET", "/v1/users?limit=10", key, JSON, "");
        }
    }

    private static void giveTokens(URI address, Demo demo) {
        String client = "client_id=" + demo.machineId() + "&client_secret=" + demo.machineSecret();
        String below = "/t/" + demo.slug() + "/oauth/v2/";
        for (int round = 0; round < TOKENS; round++) {
            String answer =
                    exchange(address, "POST", below + "token", "", FORM, client + "&grant_type=client_credentials");
            String token = member(answer, "access_token");
            exchange(address, "POST", below + "introspect", "", FORM, client + "&token=" + token);
        }
    }

    private static void signIn(URI address, Demo demo) {
        String below = "/t/" + demo.slug();
        for (int round = 0; round < SIGN_INS; round++) {
            exchange(address, "GET", below + "/sign-in", "", JSON, "");
            String flow = exchange(
                    address, "POST", below + "/v1/flows", "", JSON, Json.text(Map.of("identifier", demo.email())));
            String steps = below + "/v1/flows/" + member(flow, "id") + "/steps/password";
            String password = Json.text(Map.of("password", demo.password()));
            String browser = JSON + "\r\nKeystead-Browser: " + member(flow, "browser_key");
            exchange(address, "POST", steps, "", browser, password);
        }
    }

    private static String member(String answer, String name) {
        Matcher member = Pattern.compile("\"" + name + "\":\"([^\"]+)\"").matcher(answer);
        return member.find() ? member.group(1) : "";
    }

    /// One request on a connection of its own. The answer's status does not matter: also refusals are worth learning.
    private static String exchange(
            URI address, String method, String path, String key, String contentType, String body) {
        String authorization = key.isEmpty() ? "" : "Authorization: Bearer " + key + "\r\n";
        String request = method + " " + path + " HTTP/1.1\r\nHost: " + address.getAuthority() + "\r\n" + authorization
                + "Content-Type: " + contentType + "\r\nContent-Length: " + body.length()
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
