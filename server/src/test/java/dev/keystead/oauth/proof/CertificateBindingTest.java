package dev.keystead.oauth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.util.X509CertUtils;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.oauth.Application;
import dev.keystead.platform.tls.TestAuthority;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// Tokens that are bound to the certificate of a connection (RFC 8705 section 3), behind a proxy that
/// passes it on.
class CertificateBindingTest {
    private static final TestServer SERVER = TestServer.start(
            "--master-key",
            Town.MASTER_KEY,
            "--http-trusted-proxies",
            "127.0.0.1",
            "--http-client-certificate-header",
            "Client-Cert");
    private static final Town TOWN = Town.on(SERVER);
    private static final Person ADA = TOWN.person("ada");
    private static final X509Certificate OWN = TestAuthority.selfSigned("own").certificate();
    private static final X509Certificate OTHER =
            TestAuthority.selfSigned("other").certificate();
    private static final String TOKEN = "/oauth/v2/token";

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static Application bound() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("tls_client_certificate_bound_access_tokens", true);
        return Application.register(TOWN, settings);
    }

    @Test
    void theCertificateBindsTheToken() throws Exception {
        Application shop = bound();
        Answer answer = exchange(shop, OWN);
        assertThat(answer.json().path("token_type").asString())
                .as(answer.text())
                .isEqualTo("Bearer");
        String access = answer.json().path("access_token").asString();
        String thumbprint = X509CertUtils.computeSHA256Thumbprint(OWN).toString();
        assertThat(SignedJWT.parse(access).getJWTClaimsSet().getJSONObjectClaim("cnf"))
                .isEqualTo(Map.of("x5t#S256", thumbprint));
        Answer told = shop.post("/oauth/v2/introspect", Map.of("token", access));
        assertThat(told.json().path("cnf").path("x5t#S256").asString()).isEqualTo(thumbprint);

        assertThat(userinfo(shop, access, Map.of("Client-Cert", TestAuthority.header(OWN)))
                        .status())
                .isEqualTo(200);
        Answer stolen = userinfo(shop, access, Map.of("Client-Cert", TestAuthority.header(OTHER)));
        assertThat(stolen.status()).isEqualTo(401);
        assertThat(stolen.error()).isEqualTo("invalid_token");
        assertThat(userinfo(shop, access, Map.of()).status()).isEqualTo(401);
    }

    @Test
    void whoRegisteredForItGetsNothingWithoutACertificate() {
        Answer answer = bound().token(Map.of("grant_type", "client_credentials"));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error()).isEqualTo("invalid_request");
    }

    @Test
    void theCertificateProvesItsClient() throws Exception {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("token_endpoint_auth_method", "self_signed_tls_client_auth");
        settings.put("tls_client_certificate_bound_access_tokens", true);
        settings.put("jwks", Map.of("keys", List.of(JWK.parse(OWN).toJSONObject())));
        Application shop = Application.register(TOWN, settings);
        Map<String, String> form = Map.of("grant_type", "client_credentials", "client_id", shop.id());
        assertThat(shop.post(TOKEN, form, Map.of("Client-Cert", TestAuthority.header(OWN)))
                        .status())
                .isEqualTo(200);
        assertThat(shop.post(TOKEN, form, Map.of("Client-Cert", TestAuthority.header(OTHER)))
                        .error())
                .isEqualTo("invalid_client");
        assertThat(shop.post(TOKEN, form, Map.of()).error()).isEqualTo("invalid_client");
    }

    private static Answer exchange(Application shop, X509Certificate certificate) {
        return shop.post(
                TOKEN,
                Application.exchanging(shop.code(ADA)),
                Map.of("Authorization", shop.basic(), "Client-Cert", TestAuthority.header(certificate)));
    }

    private static Answer userinfo(Application shop, String access, Map<String, String> more) {
        var headers = new LinkedHashMap<>(more);
        headers.put("Authorization", "Bearer " + access);
        return shop.get("/oidc/v1/userinfo", headers);
    }
}
