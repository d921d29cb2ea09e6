package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Requests that lie signed at an address of the application (OpenID Connect Core section 6.2), by real calls.
class RequestByReferenceTest {
    private static final String[] FLAGS = {"--master-key", Town.MASTER_KEY, "--outbound-allow-private", "true"};

    private static final class Shared {
        private static final TestServer SERVER = TestServer.start(FLAGS);
    }

    @AfterAll
    static void stop() {
        Shared.SERVER.close();
    }

    private final Town town = Town.on(Shared.SERVER);
    private final Person ada = town.person("ada");
    private final HolderKey key = HolderKey.of("ES256");
    private final AtomicReference<String> document = new AtomicReference<>("");
    private final HttpServer host;

    RequestByReferenceTest() throws IOException {
        host = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    }

    @BeforeEach
    void serve() {
        host.createContext("/request", exchange -> {
            try (exchange) {
                byte[] body = document.get().getBytes(StandardCharsets.US_ASCII);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        host.start();
    }

    @AfterEach
    void end() {
        host.stop(0);
    }

    private String place() {
        return "http://127.0.0.1:" + host.getAddress().getPort() + "/request";
    }

    private Application registeredFor(String requestUri) {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("jwks", Map.of("keys", List.of(key.jwk())));
        settings.put("request_uris", List.of(requestUri));
        Application shop = Application.register(town, settings);
        var claims = new LinkedHashMap<String, Object>(shop.request("state", "a signed state"));
        claims.put("iss", shop.id());
        claims.put("aud", shop.issuer());
        document.set(key.sign(Map.of("alg", key.algorithm()), claims));
        return shop;
    }

    private static Map<String, String> pointing(Application shop, String requestUri) {
        return Map.of("client_id", shop.id(), "response_type", "code", "scope", "openid", "request_uri", requestUri);
    }

    @Test
    void theRequestIsReadThere() {
        Application shop = registeredFor(place());
        var browser = town.browser();
        var answer = shop.signIn(browser, shop.ask(browser, pointing(shop, place())), ada);
        assertThat(Application.answer(answer))
                .containsEntry("state", "a signed state")
                .containsKey("code");
    }

    @Test
    void theFragmentIsNoPartOfThePlace() {
        // OpenID Connect Core section 6.2.1: it is a hash, registered or not, and another one after each change.
        for (String registered : List.of(place(), place() + "#an-old-hash")) {
            Application shop = registeredFor(registered);
            var browser = town.browser();
            var answer = shop.signIn(
                    browser, shop.ask(browser, pointing(shop, place() + "#" + HolderKey.hash(document.get()))), ada);
            assertThat(Application.answer(answer))
                    .containsEntry("state", "a signed state")
                    .containsKey("code");
        }
    }

    @Test
    void anotherPlaceIsNotAsked() {
        Application shop = registeredFor(place());
        Map<String, String> request = new LinkedHashMap<>(pointing(shop, place() + "/other#" + place()));
        request.put("redirect_uri", Application.CALLBACK);
        assertThat(Application.answer(shop.ask(town.browser(), request))).containsEntry("error", "invalid_request_uri");
    }
}
