package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.platform.tls.TestAuthority;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Our own interface with tokens that are bound to a key, at both addresses of a workspace: whoever has a copy
/// of the token and not the key gets nothing.
class BoundApiAccessTest {
    private static final TestServer SERVER = TestServer.start(
            "--master-key",
            Town.MASTER_KEY,
            "--http-workspace-domain",
            "id.example.com",
            "--http-trusted-proxies",
            "127.0.0.1",
            "--http-client-certificate-header",
            "Client-Cert");
    private static final X509Certificate OWN = TestAuthority.selfSigned("own").certificate();
    private static final X509Certificate OTHER =
            TestAuthority.selfSigned("other").certificate();
    private static final String USERS = "/v1/users";

    private final Town town = Town.on(SERVER);
    private final Person ada = administrator();
    private final String host = town.place().slug() + ".id.example.com";
    private final HolderKey key = HolderKey.of("ES256");

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private Person administrator() {
        Person person = town.person("ada");
        Answer added = town.administrator()
                .post(
                        "/v1/workspaces/" + town.place().workspace().text() + "/members",
                        "{\"user_id\":\"%s\",\"role\":\"admin\"}"
                                .formatted(person.id().text()));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        return person;
    }

    private Application application(boolean byHost, Map<String, Object> more) {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("scopes", List.of("openid", "read:user"));
        settings.putAll(more);
        Application registered = Application.register(town, settings);
        return byHost ? registered.atHost(host) : registered;
    }

    /// A code for the interface at the address that the application knows.
    private String code(Application shop, boolean byHost) {
        Browser browser = byHost ? town.browserAt(host) : town.browser();
        Map<String, String> request = shop.request("scope", "openid read:user", "resource", shop.issuer() + "/v1");
        Answer asked = shop.signIn(browser, shop.ask(browser, request), ada);
        String form = browser.local(Application.consentForm(asked));
        return Application.answer(browser.submit(form, Map.of("answer", "allow")))
                .get("code");
    }

    private static String access(Answer tokens) {
        assertThat(tokens.status()).as(tokens.text()).isEqualTo(200);
        return tokens.json().path("access_token").asString();
    }

    private static Answer call(Application shop, String scheme, String token, String name, String value) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("Authorization", scheme + " " + token);
        if (!name.isEmpty()) {
            headers.put(name, value);
        }
        return shop.get(USERS, headers);
    }

    private static void isRefused(Answer answer, String why) {
        assertThat(answer.status()).as(why + ": " + answer.text()).isEqualTo(401);
        assertThat(answer.error()).as(why).isEqualTo("invalid token");
        assertThat(answer.header("WWW-Authenticate")).as(why).contains("error=\"");
    }

    /// RFC 8705 section 3.
    @ParameterizedTest(name = "by host: {0}")
    @ValueSource(booleans = {true, false})
    void aTokenOfACertificateWorksWithItAlone(boolean byHost) {
        Application shop = application(byHost, Map.of("tls_client_certificate_bound_access_tokens", true));
        String token = access(shop.post(
                "/oauth/v2/token",
                Application.exchanging(code(shop, byHost)),
                Map.of("Authorization", shop.basic(), "Client-Cert", TestAuthority.header(OWN))));

        assertThat(call(shop, "Bearer", token, "Client-Cert", TestAuthority.header(OWN))
                        .status())
                .isEqualTo(200);
        isRefused(call(shop, "Bearer", token, "", ""), "no certificate");
        isRefused(call(shop, "Bearer", token, "Client-Cert", TestAuthority.header(OTHER)), "another certificate");
        String proof = key.proof("GET", shop.issuer() + USERS).with(token).signed();
        isRefused(call(shop, "DPoP", token, "DPoP", proof), "a proof instead of the certificate");
        // Nor is it of use at the workspace's other address.
        isRefused(call(shop.atHost(byHost ? "" : host), "Bearer", token, "", ""), "no certificate elsewhere");
    }

    /// RFC 9449 section 7.
    @ParameterizedTest(name = "by host: {0}")
    @ValueSource(booleans = {true, false})
    void aTokenOfAKeyWorksWithItsProofAlone(boolean byHost) {
        Application shop = application(byHost, Map.of("dpop_bound_access_tokens", true));
        String token = access(shop.post(
                "/oauth/v2/token",
                Application.exchanging(code(shop, byHost)),
                Map.of(
                        "Authorization",
                        shop.basic(),
                        "DPoP",
                        key.proof("POST", shop.issuer() + "/oauth/v2/token").signed())));

        String address = shop.issuer() + USERS;
        String right = key.proof("GET", address).with(token).signed();
        Answer used = call(shop, "DPoP", token, "DPoP", right);
        assertThat(used.status()).as(used.text()).isEqualTo(200);
        isRefused(call(shop, "DPoP", token, "DPoP", right), "a proof that was used");
        isRefused(call(shop, "Bearer", token, "", ""), "a stolen copy");
        isRefused(
                call(
                        shop,
                        "Bearer",
                        token,
                        "DPoP",
                        key.proof("GET", address).with(token).signed()),
                "a proof by the wrong scheme");
        isRefused(call(shop, "DPoP", token, "", ""), "no proof");
        isRefused(
                call(shop, "DPoP", token, "Client-Cert", TestAuthority.header(OWN)),
                "a certificate instead of the proof");
        HolderKey thief = HolderKey.of("ES256");
        isRefused(
                call(
                        shop,
                        "DPoP",
                        token,
                        "DPoP",
                        thief.proof("GET", address).with(token).signed()),
                "another key");
        isRefused(call(shop, "DPoP", token, "DPoP", key.proof("GET", address).signed()), "a proof for no token");
        isRefused(
                call(
                        shop,
                        "DPoP",
                        token,
                        "DPoP",
                        key.proof("POST", address).with(token).signed()),
                "a proof for another method");
        String other = shop.atHost(byHost ? "" : host).issuer() + USERS;
        isRefused(
                call(
                        shop,
                        "DPoP",
                        token,
                        "DPoP",
                        key.proof("GET", other).with(token).signed()),
                "a proof for the workspace's other address");
    }

    /// RFC 9449 section 9: who proves nothing else must show that the proof is new.
    @ParameterizedTest(name = "by host: {0}")
    @ValueSource(booleans = {true, false})
    void anApplicationWithoutASecretIsAskedForANonce(boolean byHost) {
        Application page = application(
                byHost,
                Map.of(
                        "token_endpoint_auth_method",
                        "none",
                        "grant_types",
                        List.of("authorization_code"),
                        "dpop_bound_access_tokens",
                        true));
        Map<String, String> form = new LinkedHashMap<>(Application.exchanging(code(page, byHost)));
        form.put("client_id", page.id());
        String endpoint = page.issuer() + "/oauth/v2/token";
        Answer asked = page.post(
                "/oauth/v2/token",
                form,
                Map.of("DPoP", key.proof("POST", endpoint).signed()));
        assertThat(asked.error()).isEqualTo("use_dpop_nonce");
        String nonce = asked.header("DPoP-Nonce");
        String token = access(page.post(
                "/oauth/v2/token",
                form,
                Map.of("DPoP", key.proof("POST", endpoint).claim("nonce", nonce).signed())));

        HolderKey.Draft proof = key.proof("GET", page.issuer() + USERS).with(token);
        Answer without = call(page, "DPoP", token, "DPoP", proof.signed());
        assertThat(without.status()).isEqualTo(401);
        assertThat(without.header("WWW-Authenticate")).contains("use_dpop_nonce");
        String fresh = without.header("DPoP-Nonce");
        assertThat(fresh).isNotEmpty();
        Answer with = call(
                page,
                "DPoP",
                token,
                "DPoP",
                key.proof("GET", page.issuer() + USERS)
                        .with(token)
                        .claim("nonce", fresh)
                        .signed());
        assertThat(with.status()).as(with.text()).isEqualTo(200);
    }
}
