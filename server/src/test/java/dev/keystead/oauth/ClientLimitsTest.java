package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How much applications may begin in ten minutes: RFC 9126 section 2.3, RFC 7591 section 5, RFC 8628
/// section 5.
class ClientLimitsTest {
    private static final int MOST = 10;

    private static final class Shared {
        private static final TestServer SERVER = TestServer.start(
                "--master-key",
                Town.MASTER_KEY,
                "--oauth-requests-per-source",
                String.valueOf(MOST),
                "--oauth-requests-per-client",
                String.valueOf(MOST),
                "--oauth-registrations-per-source",
                String.valueOf(MOST),
                "--http-trusted-proxies",
                "127.0.0.1");
    }

    @AfterAll
    static void stop() {
        Shared.SERVER.close();
    }

    private final Town town = Town.on(Shared.SERVER);

    private Application confidential() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("grant_types", List.of("authorization_code", "urn:ietf:params:oauth:grant-type:device_code"));
        return Application.register(town, settings);
    }

    private Application open() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("token_endpoint_auth_method", "none");
        settings.put("grant_types", List.of("authorization_code", "urn:ietf:params:oauth:grant-type:device_code"));
        return Application.register(town, settings);
    }

    private static Answer device(Application application, String from, boolean proves) {
        return proves
                ? application.post(
                        "/oauth/v2/device_authorization",
                        Map.of("scope", "openid"),
                        Map.of("Authorization", application.basic(), "X-Forwarded-For", from))
                : application.post(
                        "/oauth/v2/device_authorization",
                        Map.of("client_id", application.id(), "scope", "openid"),
                        Map.of("X-Forwarded-For", from));
    }

    private static Answer push(Application application, String from) {
        return application.post("/oauth/v2/par", application.request(), Map.of("X-Forwarded-For", from));
    }

    private static void isTooMany(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(429);
        assertThat(answer.error()).isEqualTo("temporarily_unavailable");
        assertThat(answer.json().path("error_description").asString()).isNotEmpty();
        assertThat(Integer.parseInt(answer.header("Retry-After"))).isBetween(1, 601);
    }

    @Test
    void anApplicationWithoutASecretIsCountedByTheNetwork() {
        Application shop = open();
        for (int i = 0; i < MOST / 2; i++) {
            assertThat(push(shop, "192.0.2.1").status()).isEqualTo(201);
            assertThat(device(shop, "192.0.2.1", false).status()).isEqualTo(200);
        }
        isTooMany(push(shop, "192.0.2.1"));
        isTooMany(device(shop, "192.0.2.1", false));
        // Others are not held up, and nobody else's workspace is.
        assertThat(push(shop, "192.0.2.2").status()).isEqualTo(201);
        // Of IPv6, a whole network is one source.
        for (int i = 0; i < MOST; i++) {
            assertThat(push(shop, "2001:db8::" + i).status()).isEqualTo(201);
        }
        isTooMany(push(shop, "2001:db8::ffff"));
    }

    @Test
    void anApplicationThatProvesItselfIsCountedByItself() {
        Application shop = confidential();
        for (int i = 0; i < MOST; i++) {
            assertThat(device(shop, "192.0.2." + i, true).status()).isEqualTo(200);
        }
        isTooMany(device(shop, "192.0.2.99", true));
        assertThat(device(confidential(), "192.0.2.1", true).status()).isEqualTo(200);
    }

    @Test
    void whoDoesNotProveThemselvesUsesNothingUp() {
        Application shop = confidential();
        for (int i = 0; i < MOST + 2; i++) {
            Answer refused = shop.post(
                    "/oauth/v2/device_authorization",
                    Map.of("client_id", shop.id(), "client_secret", "wrong"),
                    Map.of("X-Forwarded-For", "192.0.2.1"));
            assertThat(refused.error()).isEqualTo("invalid_client");
        }
        assertThat(device(shop, "192.0.2.1", true).status()).isEqualTo(200);
    }

    private Answer register(String from, String body) {
        return town.server().as("").with("X-Forwarded-For", from).post(town.path() + "/oauth/v2/register", body);
    }

    @Test
    void registrationsAreCountedByTheNetworkAlsoThoseThatAreRefused() {
        town.decide("registration", "{\"mode\":\"open\"}");
        String right = "{\"redirect_uris\":[\"https://app.example/cb\"]}";
        for (int i = 0; i < MOST / 2; i++) {
            assertThat(register("192.0.2.1", right).status()).isEqualTo(201);
            assertThat(register("192.0.2.1", "{\"redirect_uris\":[\"nonsense\"]}")
                            .status())
                    .isEqualTo(400);
        }
        isTooMany(register("192.0.2.1", right));
        assertThat(town.count("oauth.clients", "and origin = 'registration'")).isEqualTo(MOST / 2);
        assertThat(register("192.0.2.2", right).status()).isEqualTo(201);
    }

    @Test
    void aFullWindowEnds() {
        Application shop = open();
        for (int i = 0; i < MOST; i++) {
            push(shop, "192.0.2.1");
        }
        isTooMany(push(shop, "192.0.2.1"));
        town.change(
                "auth.lockouts",
                "expires_at = now() - interval '1 second', unlocks_at = now() - interval '1 second'",
                "and kind = 'request'");
        assertThat(push(shop, "192.0.2.1").status()).isEqualTo(201);
    }

    private static Answer bring(Application application, String from, boolean byForm) {
        Map<String, String> headers = Map.of("X-Forwarded-For", from);
        return byForm
                ? application.post("/oauth/v2/authorize", application.request(), headers)
                : application.get("/oauth/v2/authorize?" + Application.encoded(application.request()), headers);
    }

    /// Anybody can send a browser here in the name of an application, and each time a request is kept.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatBrowsersBringIsCountedByTheNetworkUntilSomebodyHasSignedIn(boolean byForm) {
        Application shop = confidential();
        for (int i = 0; i < MOST; i++) {
            assertThat(bring(shop, "192.0.2.1", byForm).status()).isEqualTo(303);
        }
        Answer refused = bring(shop, "192.0.2.1", byForm);
        assertThat(refused.status()).as(refused.text()).isEqualTo(429);
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 601);
        assertThat(refused.header("Content-Type")).startsWith("text/html");
        assertThat(town.count("oauth.authorization_requests", "")).isEqualTo(MOST);
        assertThat(bring(shop, "192.0.2.2", byForm).status()).isEqualTo(303);
    }
}
