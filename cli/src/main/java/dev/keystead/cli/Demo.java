package dev.keystead.cli;

import dev.keystead.credential.password.Parameters;
import dev.keystead.credential.password.PasswordHashes;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.PasswordConfig;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.start.StartRefused;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// What `keystead dev` makes on its first run: a workspace, a person in it, an application that acts for itself and
/// one that signs people in. All of it is made through the API, as anybody's own first steps would be.
///
/// @param apiKey of the installation's administrator
/// @param email of the person in the workspace, with `password`
/// @param machineId the application that acts for itself, with `machineSecret`
/// @param appId the application that signs people in; it is public, so it has no secret
record Demo(
        String apiKey,
        String adminPassword,
        String slug,
        String email,
        String password,
        String machineId,
        String machineSecret,
        String appId) {
    private static final String FOLDER = "data-dev";
    private static final String FILE_NAME = "dev.json";
    private static final String SLUG = "demo";
    private static final String EMAIL = "ada@demo.example";

    /// Without letters and digits that are taken for each other.
    private static final String ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

    private static final Map<String, ?> MACHINE =
            Map.of("name", "Demo machine", "grant_types", List.of("client_credentials"));

    /// It is called back on the developer's own machine, where a loopback address matches with any port.
    private static final Map<String, ?> APP = Map.ofEntries(
            Map.entry("name", "Demo app"),
            Map.entry("type", "public"),
            Map.entry("token_endpoint_auth_method", "none"),
            Map.entry("redirect_uris", List.of("http://127.0.0.1/callback")),
            Map.entry(
                    "grant_types",
                    List.of("authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code")));

    /// The settings of a demonstration: unless they say otherwise it has a folder of its own, so that a real
    /// installation beside it never gets a person whose password was printed.
    static List<String> inItsOwnFolder(List<String> settings) {
        boolean said = settings.stream().anyMatch(each -> each.equals("--data-dir") || each.startsWith("--data-dir="))
                || System.getenv("KEYSTEAD_DATA_DIR") != null;
        return said
                ? settings
                : Stream.concat(settings.stream(), Stream.of("--data-dir", FOLDER))
                        .toList();
    }

    /// What an earlier run in this folder has made.
    static Optional<Demo> ofEarlierRun(Path dataFolder) {
        Path file = dataFolder.resolve(FILE_NAME);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            JsonNode kept = Json.tree(Files.readString(file));
            return Optional.of(new Demo(
                    text(kept, "api_key"),
                    text(kept, "admin_password"),
                    text(kept, "slug"),
                    text(kept, "email"),
                    text(kept, "password"),
                    text(kept, "machine_id"),
                    text(kept, "machine_secret"),
                    text(kept, "app_id")));
        } catch (IOException | RuntimeException e) {
            throw new StartRefused("The file " + file + " cannot be read; remove the folder to begin anew.", e);
        }
    }

    /// Makes everything in an installation that nobody administers yet.
    ///
    /// @param setupLink the one-time link of the first start
    static Demo make(URI address, URI setupLink, Config config) {
        String adminPassword = newPassword();
        try (var api = new DemoApi(address)) {
            String token = setupLink.getRawQuery().substring("token=".length());
            String key = text(
                    api.post("/v1/system/bootstrap", Map.of("token", token, "password", adminPassword)), "api_key");
            api.identify(key);
            api.post("/v1/workspaces", Map.of("slug", SLUG, "name", "Demo"));
            String below = "/t/" + SLUG + "/v1";
            String password = newPassword();
            String person =
                    text(api.post(below + "/users", Map.of("email", EMAIL, "display_name", "Ada Lovelace")), "id");
            api.put(below + "/users/" + person + "/password-hash", Map.of("hash", hash(password, config.password())));
            JsonNode machine = api.post(below + "/clients", MACHINE);
            JsonNode app = api.post(below + "/clients", APP);
            var demo = new Demo(
                    key,
                    adminPassword,
                    SLUG,
                    EMAIL,
                    password,
                    text(machine, "client_id"),
                    text(machine, "client_secret"),
                    text(app, "client_id"));
            demo.keep(config.dataDir().resolve(FILE_NAME));
            return demo;
        }
    }

    private void keep(Path file) {
        var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try {
            Files.createFile(file, owner);
            Files.writeString(file, Json.pretty(this), StandardOpenOption.TRUNCATE_EXISTING);
        } catch (IOException e) {
            throw new StartRefused("The file " + file + " cannot be written: " + e.getMessage() + ".", e);
        }
    }

    private static String text(JsonNode node, String member) {
        return node.required(member).asString();
    }

    private static String hash(String password, PasswordConfig cost) {
        try (PasswordHashes hashes = PasswordHashes.start(Parameters.of(cost))) {
            return hashes.hash(password);
        }
    }

    private static String newPassword() {
        return new SecureRandom()
                .ints(16, 0, ALPHABET.length())
                .collect(StringBuilder::new, (text, i) -> text.append(ALPHABET.charAt(i)), StringBuilder::append)
                .toString();
    }
}
