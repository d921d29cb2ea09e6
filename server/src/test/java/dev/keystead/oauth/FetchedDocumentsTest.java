package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.tls.TestAuthority;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Documents that applications name and this server fetches, through registration and use: keys, sectors and
/// request objects. Where private addresses are not allowed, nothing inside is ever called.
class FetchedDocumentsTest {
    private static final HolderKey KEY = HolderKey.of("ES256");
    private static final String SECTOR = "[\"" + Application.CALLBACK + "\",\"https://other.example/callback\"]";
    private static final AtomicInteger CALLS = new AtomicInteger();
    private static final CountDownLatch RELEASED = new CountDownLatch(1);
    private static final TestAuthority AUTHORITY = new TestAuthority("Documents");
    private static final HttpsServer WEB = serve();
    private static final String ROOT = root();
    private static final TestServer ALLOWING = TestServer.start(
            "--master-key", Town.MASTER_KEY, "--outbound-allow-private", "true", "--outbound-ca", ROOT);
    private static final TestServer USUAL = TestServer.start("--master-key", Town.MASTER_KEY, "--outbound-ca", ROOT);

    private static HttpsServer serve() {
        try {
            HttpsServer web = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
            web.setHttpsConfigurator(
                    new HttpsConfigurator(TestAuthority.server(AUTHORITY.issue("localhost", "localhost"))));
            web.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            web.createContext("/", FetchedDocumentsTest::answer);
            web.start();
            return web;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String root() {
        try {
            Path folder = Files.createTempDirectory("keystead-documents");
            return AUTHORITY.writeRoot(folder.resolve("root.pem")).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterAll
    static void stop() {
        RELEASED.countDown();
        ALLOWING.close();
        USUAL.close();
        WEB.stop(0);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            CALLS.incrementAndGet();
            switch (exchange.getRequestURI().getPath()) {
                case "/keys" -> write(exchange, Json.text(Map.of("keys", List.of(KEY.jwk()))));
                case "/sector" -> write(exchange, SECTOR);
                case "/redirect-keys" -> redirect(exchange, "/keys");
                case "/redirect-sector" -> redirect(exchange, "/sector");
                case "/huge" -> flood(exchange);
                case "/slow" -> {
                    exchange.sendResponseHeaders(200, 0);
                    exchange.getResponseBody().write('[');
                    exchange.getResponseBody().flush();
                    RELEASED.await();
                }
                default -> exchange.sendResponseHeaders(404, -1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void write(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static void redirect(HttpExchange exchange, String path) throws IOException {
        exchange.getResponseHeaders().add("Location", path);
        exchange.sendResponseHeaders(302, -1);
    }

    /// A list that would be right, after twenty megabytes of spaces.
    private static void flood(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        byte[] spaces = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        try (OutputStream body = exchange.getResponseBody()) {
            for (int i = 0; i < 20; i++) {
                body.write(spaces);
            }
            body.write(SECTOR.getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // The other side has had enough, as it should.
        }
    }

    private static String at(String path) {
        return "https://localhost:" + WEB.getAddress().getPort() + path;
    }

    private static Map<String, Object> byKey(String jwksUri) {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("token_endpoint_auth_method", "private_key_jwt");
        settings.put("jwks_uri", jwksUri);
        return settings;
    }

    private static Answer token(Town town, String jwksUri) {
        ProvingApplication application = ProvingApplication.registered(town, byKey(jwksUri), KEY);
        return application
                .registered()
                .post(
                        "/oauth/v2/token",
                        application.identified(Map.of("grant_type", "client_credentials", "scope", "read:thing")),
                        Map.of());
    }

    private static Answer registerInSector(Town town, String sector, String... redirects) {
        town.decide("registration", "{\"mode\":\"open\"}");
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("redirect_uris", List.of(redirects));
        metadata.put("subject_type", "pairwise");
        metadata.put("sector_identifier_uri", sector);
        return town.server().as("").post(town.path() + "/oauth/v2/register", Json.text(metadata));
    }

    @Test
    void anApplicationProvesItselfByKeysAtItsAddress() {
        Answer tokens = token(Town.on(ALLOWING), at("/keys"));
        assertThat(tokens.status()).as(tokens.text()).isEqualTo(200);
    }

    /// OpenID Connect Registration section 5, and Core section 8.1: one sector, one subject.
    @Test
    void applicationsOfOneSectorKnowAPersonByOneName() {
        Town town = Town.on(ALLOWING);
        Person ada = town.person("ada");
        Answer registered =
                registerInSector(town, at("/sector"), Application.CALLBACK, "https://other.example/callback");
        assertThat(registered.status()).as(registered.text()).isEqualTo(201);

        Map<String, Object> settings = Application.usualSettings();
        settings.put("subject_type", "pairwise");
        settings.put("sector_identifier_uri", at("/sector"));
        Application one = Application.register(town, settings);
        Application other = Application.register(town, settings);
        settings.remove("sector_identifier_uri");
        Application apart = Application.register(town, settings);
        assertThat(subject(one, ada)).isEqualTo(subject(other, ada)).isNotEqualTo(subject(apart, ada));
    }

    private static String subject(Application application, Person person) {
        String access = application
                .exchange(application.code(person))
                .json()
                .path("access_token")
                .asString();
        return application
                .get("/oidc/v1/userinfo", Map.of("Authorization", "Bearer " + access))
                .json()
                .path("sub")
                .asString();
    }

    @Test
    void aSectorThatDoesNotListAnAddressIsNotTheApplications() {
        Answer refused = registerInSector(Town.on(ALLOWING), at("/sector"), "https://thief.example/callback");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.error()).isEqualTo("invalid_client_metadata");
        assertThat(refused.json().path("error_description").asString()).contains("sector_identifier_uri");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/redirect-sector", "/huge", "/slow", "/nothing"})
    void whatRedirectsFloodsOrHangsIsNoSector(String path) {
        Answer refused = registerInSector(Town.on(ALLOWING), at(path), Application.CALLBACK);
        assertThat(refused.error()).as(refused.text()).isEqualTo("invalid_client_metadata");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/redirect-keys", "/huge", "/slow", "/nothing"})
    void whatRedirectsFloodsOrHangsHoldsNoKeys(String path) {
        assertThat(token(Town.on(ALLOWING), at(path)).error()).isEqualTo("invalid_client");
    }

    /// Loopback by name and by number in its spellings, a link-local address where clouds keep their secrets,
    /// private networks, and this machine by its own name.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://localhost:%d%s",
                "https://127.0.0.1:%d%s",
                "https://127.1:%d%s",
                "https://[::1]:%d%s",
                "https://[::ffff:127.0.0.1]:%d%s",
                "https://0.0.0.0:%d%s",
                "https://169.254.169.254:%d%s",
                "https://10.0.0.1:%d%s",
                "https://[fd00::1]:%d%s"
            })
    void nothingInsideIsCalledForAnybody(String pattern) {
        int port = WEB.getAddress().getPort();
        Town town = Town.on(USUAL);
        int before = CALLS.get();

        Answer sector = registerInSector(town, pattern.formatted(port, "/sector"), Application.CALLBACK);
        assertThat(sector.error()).as(sector.text()).isEqualTo("invalid_client_metadata");
        assertThat(sector.json().path("error_description").asString())
                .as("says nothing about what is inside")
                .doesNotContain("refused", "timeout", "private");

        // Either the address is refused at registration, or no key is found there.
        Answer made = town.administrator().post("/v1/clients", Json.text(byKey(pattern.formatted(port, "/keys"))));
        if (made.status() == 201) {
            assertThat(token(town, pattern.formatted(port, "/keys")).error()).isEqualTo("invalid_client");
        } else {
            assertThat(made.status()).as(made.text()).isEqualTo(400);
        }
        assertThat(CALLS.get()).isEqualTo(before);
    }

    @Test
    void aRequestObjectInsideIsNotFetched() {
        Town town = Town.on(USUAL);
        Map<String, Object> settings = Application.usualSettings();
        settings.put("request_uris", List.of(at("/keys")));
        Application shop = Application.register(town, settings);
        int before = CALLS.get();
        Map<String, String> error =
                Application.answer(shop.ask(town.browser(), shop.request("request_uri", at("/keys"))));
        assertThat(error).containsEntry("error", "invalid_request_uri");
        assertThat(CALLS.get()).isEqualTo(before);
    }
}
