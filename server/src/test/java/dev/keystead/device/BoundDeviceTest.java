package dev.keystead.device;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.oauth.Application;
import dev.keystead.oauth.HolderKey;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.tls.TestAuthority;
import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.Until;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Tokens that are bound to the key or the certificate of a device, and sessions that are tied to one, on two nodes
/// that share nothing but the database and the master key.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BoundDeviceTest {
    /// The promise is one second. The limit of the wait is no part of it: a busy machine may pause longer.
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final String TOKEN = "/oauth/v2/token";
    private static final String[] FLAGS = {
        "--master-key",
        Town.MASTER_KEY,
        "--http-trusted-proxies",
        "127.0.0.1",
        "--http-client-certificate-header",
        "Client-Cert"
    };

    private final TestPostgres.Database database = TestPostgres.shared().createDatabase();
    private final TestServer here = TestServer.start(database, FLAGS);
    private final TestServer there = TestServer.start(database, FLAGS);
    private final Town town = Town.on(here);
    private final Person ada = administrator("ada");

    @AfterAll
    void stop() {
        here.close();
        there.close();
    }

    private Person administrator(String name) {
        Person person = town.person(name);
        Answer added = town.administrator()
                .post(
                        "/v1/workspaces/" + town.place().workspace().text() + "/members",
                        "{\"user_id\":\"%s\",\"role\":\"admin\"}"
                                .formatted(person.id().text()));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        return person;
    }

    private Client enter(Person person) {
        return Insider.enter(here, town.place().workspace(), town.place().slug(), person.id())
                .api();
    }

    private Application application() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("scopes", List.of("openid", "offline_access", "read:user"));
        return Application.register(town, settings);
    }

    private String code(Application shop) {
        Browser browser = town.browser();
        Map<String, String> request =
                shop.request("scope", "openid offline_access read:user", "resource", shop.issuer() + "/v1");
        Answer asked = shop.signIn(browser, shop.ask(browser, request), ada);
        String form = browser.local(Application.consentForm(asked));
        return Optional.ofNullable(Application.answer(browser.submit(form, Map.of("answer", "allow")))
                        .get("code"))
                .orElseThrow();
    }

    private static X509Certificate certificate(Answer made) throws Exception {
        byte[] pem = made.json().path("certificate").asString().getBytes(StandardCharsets.US_ASCII);
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem));
    }

    private static Map<String, Object> confirmation(String token) throws Exception {
        return SignedJWT.parse(token).getJWTClaimsSet().getJSONObjectClaim("cnf");
    }

    private static String access(Answer tokens) {
        assertThat(tokens.status()).as(tokens.text()).isEqualTo(200);
        return tokens.json().path("access_token").asString();
    }

    private Answer byKey(Application shop, HolderKey key, Map<String, String> form) {
        return shop.post(
                TOKEN,
                form,
                Map.of(
                        "Authorization",
                        shop.basic(),
                        "DPoP",
                        key.proof("POST", shop.issuer() + TOKEN).signed()));
    }

    private static Answer byCertificate(Application shop, X509Certificate certificate, Map<String, String> form) {
        return shop.post(
                TOKEN, form, Map.of("Authorization", shop.basic(), "Client-Cert", TestAuthority.header(certificate)));
    }

    private int use(TestServer node, String path, String token, Map<String, String> shown) {
        var headers = new LinkedHashMap<>(shown);
        boolean proven = shown.containsKey("DPoP");
        Client client = node.as("").with("Authorization", (proven ? "DPoP " : "Bearer ") + token);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            client = client.with(header.getKey(), header.getValue());
        }
        return client.get(path).status();
    }

    private boolean isActive(TestServer node, Application shop, String token) {
        Answer told = node.as("")
                .with("Authorization", shop.basic())
                .with("Content-Type", "application/x-www-form-urlencoded")
                .post(town.path() + "/oauth/v2/introspect", "token=" + token);
        assertThat(told.status()).as(told.text()).isEqualTo(200);
        return told.json().path("active").asBoolean();
    }

    @Test
    void aTokenOfADevicesKeyEndsWithTheDeviceEverywhere() throws Exception {
        Client inside = enter(ada);
        HeldDevice device = HeldDevice.trusted(inside, "ES256");
        Application shop = application();
        Answer tokens = byKey(shop, device.key(), Application.exchanging(code(shop)));
        String token = access(tokens);
        assertThat(confirmation(token)).isEqualTo(Map.of("jkt", device.key().thumbprint()));
        String users = "/v1/users";
        assertThat(use(
                        here,
                        users,
                        token,
                        Map.of(
                                "DPoP",
                                device.key()
                                        .proof("GET", here.address() + users)
                                        .with(token)
                                        .signed())))
                .isEqualTo(200);
        assertThat(use(here, users, token, Map.of())).as("a stolen copy").isEqualTo(401);
        assertThat(use(here, town.path() + "/oidc/v1/userinfo", token, Map.of()))
                .as("a stolen copy at userinfo")
                .isEqualTo(401);
        assertThat(isActive(here, shop, token)).isTrue();
        assertThat(isActive(there, shop, token)).isTrue();

        assertThat(town.administrator()
                        .delete("/v1/users/" + ada.id().text() + "/devices/" + device.id())
                        .status())
                .isEqualTo(204);
        assertThat(isActive(here, shop, token)).isFalse();
        Until.holds("the other node knows", LIMIT, () -> !isActive(there, shop, token));
        assertThat(use(
                        here,
                        users,
                        token,
                        Map.of(
                                "DPoP",
                                device.key()
                                        .proof("GET", here.address() + users)
                                        .with(token)
                                        .signed())))
                .isEqualTo(401);
        assertThat(byKey(
                                shop,
                                device.key(),
                                Map.of(
                                        "grant_type",
                                        "refresh_token",
                                        "refresh_token",
                                        tokens.json().path("refresh_token").asString()))
                        .error())
                .isEqualTo("invalid_grant");
        // The session that was tied to it is over on both nodes.
        assertThat(inside.get(HeldDevice.ALL).status()).isEqualTo(401);
        Until.holds(
                "the session is over there",
                LIMIT,
                () -> there.as(inside.credential()).get(HeldDevice.ALL).status() == 401);
        // Nor is anything new given to the key.
        Answer anew = byKey(shop, device.key(), Application.exchanging(code(shop)));
        assertThat(anew.error()).as(anew.text()).isEqualTo("invalid_grant");
    }

    @Test
    void aTokenOfADevicesCertificateEndsWithTheCertificateEverywhere() throws Exception {
        Client inside = enter(ada);
        HeldDevice device = HeldDevice.trusted(inside, "ES256");
        Answer made = device.certified();
        X509Certificate leaf = certificate(made);
        Application shop = application();
        String token = access(byCertificate(shop, leaf, Application.exchanging(code(shop))));
        assertThat(confirmation(token))
                .isEqualTo(Map.of("x5t#S256", made.json().path("thumbprint").asString()));
        Map<String, String> shown = Map.of("Client-Cert", TestAuthority.header(leaf));
        String userinfo = town.path() + "/oidc/v1/userinfo";
        assertThat(use(here, "/v1/users", token, shown)).isEqualTo(200);
        assertThat(use(here, userinfo, token, shown)).isEqualTo(200);
        assertThat(use(here, "/v1/users", token, Map.of())).as("a stolen copy").isEqualTo(401);
        X509Certificate renewed = certificate(device.certified());
        assertThat(use(here, "/v1/users", token, Map.of("Client-Cert", TestAuthority.header(renewed))))
                .as("another certificate")
                .isEqualTo(401);
        assertThat(isActive(there, shop, token)).isTrue();

        assertThat(inside.delete(device.path() + "/certificates/" + made.id()).status())
                .isEqualTo(204);
        assertThat(isActive(here, shop, token)).isFalse();
        assertThat(use(here, userinfo, token, shown)).isEqualTo(401);
        assertThat(use(here, "/v1/users", token, shown)).isEqualTo(401);
        Until.holds("the other node knows", LIMIT, () -> !isActive(there, shop, token));
        Answer again = byCertificate(shop, leaf, Application.exchanging(code(shop)));
        assertThat(again.error()).as(again.text()).isEqualTo("invalid_request");
        // The device has another one, which works.
        assertThat(byCertificate(shop, renewed, Application.exchanging(code(shop)))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void whatIsGivenInTheSessionOfADeviceEndsWithIt() {
        Application shop = application();
        Answer tokens = shop.exchange(code(shop));
        String token = access(tokens);
        String session = here.look()
                .text("select cast(g.session_id as text) from session.grants g where g.tenant_id = '"
                        + town.place().workspace().value() + "' order by g.created_at desc limit 1");
        HeldDevice device = HeldDevice.trusted(enter(ada), "EdDSA");
        DeviceId id = Prefix.DEVICE.parse(device.id(), DeviceId::new).orElseThrow();
        // As if the device had shown its key in the browser's session before the code was exchanged.
        here.execute("update session.sessions set device_id = '%s' where id = '%s'".formatted(id.value(), session));
        Answer offline = shop.exchange(codeIn(shop, session));
        String second = access(offline);
        assertThat(here.count("select count(*) from session.grants where device_id = '" + id.value() + "'"))
                .isEqualTo(1);
        assertThat(device.revoke().status()).isEqualTo(204);
        assertThat(isActive(here, shop, second)).isFalse();
        assertThat(isActive(here, shop, token)).as("given before").isTrue();
    }

    /// A code of another sign-in, as if it had been given in this session.
    private String codeIn(Application shop, String session) {
        String code = code(shop);
        here.execute("update oauth.authorization_codes set session_id = '%s' where used_at is null".formatted(session));
        return code;
    }
}
