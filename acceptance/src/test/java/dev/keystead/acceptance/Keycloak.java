package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Keycloak as an identity provider that we did not write, as a process of its own.
///
/// It is reached as `localhost`, which is another site than the product's 127.0.0.1: a browser keeps their cookies
/// apart.
final class Keycloak implements AutoCloseable {
    private static final String VERSION = "26.7.0";
    private static final String ADMIN = "admin";
    private static final String PASSWORD = "four loud herons";
    private static final long LIMIT_SECONDS = 60;
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(60);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Process process;
    private final Output output;
    private final String address;
    private final HttpClient http = HttpClient.newHttpClient();

    private Keycloak(Process process, String address) {
        this.process = process;
        this.output = Output.of(process.getInputStream());
        this.address = address;
    }

    /// One for all tests, because a start takes long; it ends with them.
    static Keycloak shared() {
        return Shared.KEYCLOAK;
    }

    private static final class Shared {
        private static final Keycloak KEYCLOAK = start();

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(KEYCLOAK::close, "keycloak-end"));
        }
    }

    /// Skips a test where bin/test did not fetch it, but not on a build server.
    static void assume() {
        if (!"true".equals(System.getenv("CI"))) {
            assumeTrue(Files.exists(home().resolve("built")), "there is no Keycloak; bin/test fetches it");
        }
    }

    /// Starts one with nothing in it but its administrator.
    private static Keycloak start() {
        Path home = home();
        int port = freePort();
        var builder = new ProcessBuilder(List.of(
                        home.resolve("bin/kc.sh").toString(),
                        "start",
                        "--optimized",
                        "--http-enabled=true",
                        "--http-host=127.0.0.1",
                        "--http-port=" + port,
                        "--http-management-port=0",
                        "--hostname=http://localhost:" + port,
                        "--cache=local"))
                .redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of(
                        "JAVA_HOME",
                        System.getProperty("java.home"),
                        "JAVA_OPTS_KC_HEAP",
                        "-Xms128m -Xmx512m",
                        "JAVA_OPTS_APPEND",
                        "-XX:TieredStopAtLevel=1",
                        "KC_BOOTSTRAP_ADMIN_USERNAME",
                        ADMIN,
                        "KC_BOOTSTRAP_ADMIN_PASSWORD",
                        PASSWORD));
        try {
            var keycloak = new Keycloak(builder.start(), "http://localhost:" + port);
            keycloak.awaitStart();
            return keycloak;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Where bin/test puts it.
    private static Path home() {
        String cache = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(text -> !text.isEmpty())
                .orElse(System.getProperty("user.home") + "/.cache");
        return Path.of(cache, "keystead-acceptance", "keycloak-" + VERSION);
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitStart() {
        try {
            Until.isTrue("Keycloak listens", () -> output.soFar().contains("Listening on") || !process.isAlive());
            if (!process.isAlive()) {
                throw new AssertionError("Keycloak did not start:\n" + output.whole());
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

    /// Makes a realm with one person in it.
    void makeRealm(String realm, String person, String password) {
        post("/admin/realms", Map.of("realm", realm, "enabled", true, "sslRequired", "none"));
        post(
                "/admin/realms/" + realm + "/users",
                Map.of(
                        "username",
                        person,
                        "enabled",
                        true,
                        "email",
                        person + "@example.test",
                        "emailVerified",
                        true,
                        "firstName",
                        "Iris",
                        "lastName",
                        "Reed",
                        "credentials",
                        List.of(Map.of("type", "password", "value", password, "temporary", false))));
    }

    /// Makes a service of what it says about itself, which gets assertions signed and encrypted.
    ///
    /// @param metadata the document
    /// @param name under which people begin at Keycloak
    void makeService(String realm, String metadata, String name) {
        JsonNode read = send(request("/admin/realms/" + realm + "/client-description-converter")
                .header("Content-Type", "application/xml")
                .POST(HttpRequest.BodyPublishers.ofString(metadata)));
        @SuppressWarnings("unchecked") // JSON objects have texts as keys
        Map<String, Object> service = JSON.convertValue(read, Map.class);
        @SuppressWarnings("unchecked")
        var attributes = (Map<String, Object>) Objects.requireNonNull(service.get("attributes"));
        attributes.putAll(Map.of(
                "saml.server.signature", "true",
                "saml.assertion.signature", "true",
                "saml.client.signature", "true",
                "saml.encrypt", "true",
                "saml.signature.algorithm", "RSA_SHA256",
                "saml.force.post.binding", "true",
                "saml_name_id_format", "persistent",
                "saml_force_name_id_format", "true",
                "saml_idp_initiated_sso_url_name", name));
        service.put("frontchannelLogout", true);
        service.put("protocolMappers", List.of(property("email"), property("username")));
        post("/admin/realms/" + realm + "/clients", service);
    }

    private static Map<String, Object> property(String name) {
        return Map.of(
                "name",
                name,
                "protocol",
                "saml",
                "protocolMapper",
                "saml-user-property-mapper",
                "config",
                Map.of(
                        "user.attribute", name,
                        "attribute.name", name,
                        "attribute.nameformat", "Basic"));
    }

    /// Makes a client that people sign in to by OpenID Connect, and that is told when they left.
    ///
    /// @param door the address of the workspace's pages
    /// @param way what the addresses of the connection begin with
    void makeClient(String realm, String client, String secret, String door, String way) {
        post(
                "/admin/realms/" + realm + "/clients",
                Map.of(
                        "clientId",
                        client,
                        "secret",
                        secret,
                        "protocol",
                        "openid-connect",
                        "publicClient",
                        false,
                        "standardFlowEnabled",
                        true,
                        "redirectUris",
                        List.of(way + "/callback"),
                        "attributes",
                        Map.of(
                                "pkce.code.challenge.method",
                                "S256",
                                "post.logout.redirect.uris",
                                door + "/sign-in",
                                "backchannel.logout.url",
                                way + "/logout",
                                "backchannel.logout.session.required",
                                "true")));
    }

    /// How many sessions somebody has there.
    int sessionsOf(String realm, String person) {
        return get("/admin/realms/" + realm + "/users/" + idOf(realm, person) + "/sessions")
                .size();
    }

    /// Ends all sessions of somebody, as an administrator does.
    void signOut(String realm, String person) {
        post("/admin/realms/" + realm + "/users/" + idOf(realm, person) + "/logout", Map.of());
    }

    private String idOf(String realm, String person) {
        return get("/admin/realms/" + realm + "/users?exact=true&username=" + person)
                .get(0)
                .get("id")
                .asString();
    }

    private JsonNode get(String path) {
        return send(request(path).GET());
    }

    /// Where it says what it is.
    String metadataOf(String realm) {
        return address + "/realms/" + realm + "/protocol/saml/descriptor";
    }

    private void post(String path, Object body) {
        send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body))));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path))
                .timeout(ANSWER_LIMIT)
                .header("Authorization", "Bearer " + token());
    }

    /// A token of the administrator, which lives for a minute.
    private String token() {
        String form = Client.encoded(
                Map.of("client_id", "admin-cli", "grant_type", "password", "username", ADMIN, "password", PASSWORD));
        return send(HttpRequest.newBuilder(URI.create(address + "/realms/master/protocol/openid-connect/token"))
                        .timeout(ANSWER_LIMIT)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(form)))
                .get("access_token")
                .asString();
    }

    private JsonNode send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
            return JSON.readTree(answer.body().isEmpty() ? "{}" : answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        // The script waits for the server, which is its child.
        process.descendants().forEach(ProcessHandle::destroy);
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
