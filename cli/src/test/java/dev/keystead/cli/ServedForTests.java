package dev.keystead.cli;

import dev.keystead.cli.remote.Api;
import dev.keystead.cli.remote.Surroundings;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.Configuration;
import dev.keystead.platform.config.ConfigurationOutcome;
import dev.keystead.platform.config.Sources;
import dev.keystead.server.KeysteadServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// A whole server with an embedded PostgreSQL, and commands that speak to it.
public record ServedForTests(KeysteadServer server, Path folder, String key) implements AutoCloseable {
    public static ServedForTests start(Path folder, String... flags) throws IOException {
        var all = new ArrayList<>(List.of("--data-dir", folder.resolve("data").toString(), "--http-port", "0"));
        all.addAll(List.of(flags));
        Config config = switch (Configuration.load(new Sources(folder, Map.of(), all))) {
            case ConfigurationOutcome.Loaded(Configuration values) -> Config.from(values);
            case ConfigurationOutcome.Refused refused -> throw new IllegalArgumentException(refused.text());
        };
        KeysteadServer server = KeysteadServer.start(config, _ -> {});
        String token = server.setupLink().orElseThrow().getRawQuery().substring("token=".length());
        return new ServedForTests(server, folder, token);
    }

    /// The same with the first administrator's key.
    public ServedForTests administered() {
        try (var api = new Api(server.address(), Optional.empty())) {
            String made = api.send("POST", "/v1/system/bootstrap", Map.of("token", key))
                    .required("api_key")
                    .asString();
            return new ServedForTests(server, folder, made);
        }
    }

    URI address() {
        return server.address();
    }

    /// What a command finds when its environment says where the server is and who asks.
    Surroundings around() {
        return around(Map.of("KEYSTEAD_SERVER", address().toString(), "KEYSTEAD_KEY", key), "");
    }

    Surroundings around(Map<String, String> environment, String typed) {
        return around(environment, typed, !typed.isEmpty());
    }

    Surroundings around(Map<String, String> environment, String typed, boolean person) {
        InputStream in = new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
        return new Surroundings(environment, in, folder, person);
    }

    /// What the API itself says.
    public JsonNode api(String path) {
        return ask("GET", path, Map.of());
    }

    void post(String path, Map<String, ?> body) {
        ask("POST", path, body);
    }

    /// What the API makes of something.
    JsonNode made(String path, Map<String, ?> body) {
        return ask("POST", path, body);
    }

    /// Makes something by the API and answers its id.
    String madeId(String path, Map<String, ?> body) {
        return ask("POST", path, body).path("id").asString();
    }

    private JsonNode ask(String method, String path, Map<String, ?> body) {
        try (var api = new Api(address(), Optional.of(key))) {
            return api.send(method, path, body);
        }
    }

    Spoken by(String... arguments) {
        return Spoken.by(around(), arguments);
    }

    @Override
    public void close() {
        server.close();
        // As root the cluster is elsewhere, and a link in the folder leads there.
        Path cluster = folder.resolve("data/postgres/cluster");
        try {
            if (Files.isSymbolicLink(cluster)) {
                deleteAll(Files.readSymbolicLink(cluster));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void deleteAll(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
