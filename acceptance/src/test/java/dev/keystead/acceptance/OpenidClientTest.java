package dev.keystead.acceptance;

import static dev.keystead.acceptance.TlsInstallation.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64;
import com.nimbusds.jose.util.X509CertUtils;
import java.security.cert.CertificateEncodingException;
import java.security.interfaces.ECPublicKey;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// Applications that use `openid-client`, over TLS. The library refuses what breaks a rule of OAuth or OpenID
/// Connect: signatures, nonce, state, `iss`, hashes. What it found is looked at here.
@ExtendWith(TlsInstallation.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenidClientTest {
    private static final String SCOPES = "\"scopes\":[\"openid\",\"profile\",\"email\",\"offline_access\",\"orders\"]";
    private static final String CODE_AND_REFRESH = "\"grant_types\":[\"authorization_code\",\"refresh_token\"]";

    private final TlsInstallation installation;
    private final Installation.Workspace dock;
    private final ECKey key;
    private final String email;

    OpenidClientTest(TlsInstallation installation) throws JOSEException {
        this.installation = installation;
        this.dock = installation.makeWorkspace("dock");
        this.email = installation.makeUser(dock, "dora");
        this.key = new ECKeyGenerator(Curve.P_256).keyID("dock-1").generate();
    }

    /// An application with everything that the common registration leaves open.
    private Map<String, Object> application(String scope, String... more) {
        String members = more.length == 0 ? "" : "," + String.join(",", more);
        Map<String, Object> settings = installation.register(dock, "," + SCOPES + members);
        settings.put("scope", scope);
        return settings;
    }

    private String keys() {
        return "\"jwks\":{\"keys\":[" + key.toPublicJWK().toJSONString() + "]}";
    }

    private Map<String, Object> withKey(Map<String, Object> settings) {
        settings.put("key", key.toJSONObject());
        return settings;
    }

    private JsonNode journey(String name, Map<String, Object> settings, BiConsumer<Visitor, String> person) {
        return installation.journey("openid-client", name, settings, person);
    }

    /// Signs in and allows what is asked for.
    private void allow(Visitor visitor, String page) {
        visitor.open(page);
        visitor.signIn(email, PASSWORD);
        assertThat(visitor.heading()).contains("Shop");
        visitor.press("allow");
    }

    @Test
    void aWebApplicationSignsInRefreshesLooksAndLeaves() {
        String told = installation.application().address() + "/dock-left";
        Map<String, Object> settings = application(
                "openid email offline_access", CODE_AND_REFRESH, "\"frontchannel_logout_uri\":\"" + told + "\"");
        JsonNode found = journey("web", settings, (visitor, page) -> {
            if (page.contains("/end_session")) {
                visitor.open(page);
            } else {
                allow(visitor, page);
            }
        });

        assertThat(found.at("/claims/iss").asString()).isEqualTo(dock.issuer());
        assertThat(found.at("/claims/amr/0").asString()).isEqualTo("pwd");
        assertThat(found.at("/person/email").asString()).isEqualTo(email);
        assertThat(found.at("/known/active").asBoolean()).isTrue();
        assertThat(found.at("/known/scope").asString()).isEqualTo("openid email offline_access");
        assertThat(found.at("/revoked/active").asBoolean()).isFalse();
        assertThat(found.get("rotated").asInt()).as("three refresh tokens").isEqualTo(3);
        assertThat(found.get("reused").asString()).isEqualTo("invalid_grant");
        assertThat(found.get("newest").asString()).isEqualTo("invalid_grant");
        assertThat(found.get("left").asString())
                .isEqualTo(installation.application().address() + "/bye?state=left");
        assertThat(installation.application().visitsTo("/dock-left"))
                .as("Front-Channel Logout section 3")
                .singleElement()
                .asString()
                .contains("iss=", "sid=" + found.at("/claims/sid").asString());
    }

    @Test
    void aNoComesBackAsAccessDenied() {
        JsonNode found = journey("denied", application("openid"), (visitor, page) -> {
            visitor.open(page);
            visitor.signIn(email, PASSWORD);
            visitor.press("deny");
        });

        assertThat(found.get("error").asString()).isEqualTo("access_denied");
    }

    @Test
    void aRequestIsPushedAhead() {
        JsonNode found =
                journey("pushed", application("openid", "\"require_pushed_authorization_requests\":true"), this::allow);

        assertThat(found.get("page").asString()).contains("request_uri=").doesNotContain("code_challenge");
        assertThat(found.at("/claims/sub").asString()).startsWith("usr_");
    }

    @Test
    void aRequestAndTheProofOfTheClientAreSigned() {
        Map<String, Object> settings = withKey(application(
                "openid",
                keys(),
                "\"token_endpoint_auth_method\":\"private_key_jwt\"",
                "\"require_signed_request_object\":true"));
        JsonNode found = journey("signed", settings, this::allow);

        assertThat(found.get("page").asString()).contains("request=ey").doesNotContain("code_challenge");
        assertThat(found.at("/claims/aud").asString()).isEqualTo(settings.get("client_id"));
    }

    @Test
    void anApplicationWithoutASecretHoldsItsTokensByAKey() {
        JsonNode found = journey(
                "dpop",
                application(
                        "openid email offline_access",
                        CODE_AND_REFRESH,
                        "\"token_endpoint_auth_method\":\"none\"",
                        "\"dpop_bound_access_tokens\":true"),
                this::allow);

        assertThat(found.get("type").asString()).isEqualToIgnoringCase("DPoP");
        assertThat(found.get("bound").asString()).isEqualTo(found.get("key").asString());
        assertThat(found.at("/person/email").asString()).isEqualTo(email);
        assertThat(found.get("stolen").asString()).isEqualTo("invalid_grant");
        // RFC 9449 section 8: the first proof has no nonce, is sent back with one, and comes again.
        assertThat(found.get("requests").valueStream().map(JsonNode::asString))
                .containsSubsequence("token 400", "token 200", "userinfo 200");
    }

    @Test
    void aClientUnderFapi2GoesFromEndToEnd() {
        Map<String, Object> settings = withKey(application(
                "openid email offline_access",
                CODE_AND_REFRESH,
                keys(),
                "\"profile\":\"fapi2\"",
                "\"token_endpoint_auth_method\":\"private_key_jwt\""));
        JsonNode found = journey("fapi", settings, this::allow);

        assertThat(found.get("page").asString()).contains("request_uri=").doesNotContain("code_challenge");
        assertThat(found.get("type").asString()).isEqualToIgnoringCase("DPoP");
        assertThat(found.get("algorithm").asString()).isEqualTo("ES256");
        assertThat(found.get("bound").asString()).isEqualTo(found.get("key").asString());
        assertThat(found.get("rotated").asBoolean())
                .as("FAPI 2.0 section 5.3.2.1 item 9")
                .isFalse();
        assertThat(found.at("/person/email").asString()).isEqualTo(email);
        assertThat(found.get("requests").valueStream().map(JsonNode::asString))
                .containsSubsequence("par 400", "par 201", "token 200", "userinfo 200");
    }

    @Test
    void anAuthorityVouchesForTheCertificateOfAClient() {
        Authority.Identity partner = installation.authority().issue("partner", "san=dns:partner.example");
        assertTokensAreBoundTo(
                partner,
                "\"token_endpoint_auth_method\":\"tls_client_auth\"",
                "\"tls_client_auth_san_dns\":\"partner.example\"");
    }

    @Test
    void aClientRegistersItsOwnCertificate() throws CertificateEncodingException {
        Authority.Identity loner = installation.authority().selfSigned("loner");
        ECKey own = new ECKey.Builder(
                        Curve.P_256, (ECPublicKey) loner.certificate().getPublicKey())
                .x509CertChain(List.of(Base64.encode(loner.certificate().getEncoded())))
                .build();
        assertTokensAreBoundTo(
                loner,
                "\"token_endpoint_auth_method\":\"self_signed_tls_client_auth\"",
                "\"jwks\":{\"keys\":[" + own.toJSONString() + "]}");
    }

    private void assertTokensAreBoundTo(Authority.Identity identity, String method, String identification) {
        Map<String, Object> settings = application(
                "openid email offline_access",
                CODE_AND_REFRESH,
                method,
                identification,
                "\"tls_client_certificate_bound_access_tokens\":true");
        settings.put("certificate", identity.certificateFile().toString());
        settings.put("certificate_key", identity.keyFile().toString());
        JsonNode found = journey("certificate", settings, this::allow);

        assertThat(found.get("bound").asString())
                .isEqualTo(X509CertUtils.computeSHA256Thumbprint(identity.certificate())
                        .toString());
        assertThat(found.at("/person/email").asString()).isEqualTo(email);
        assertThat(found.get("withoutIt").asString()).isEqualTo("invalid_token");
        assertThat(found.get("unproven").asString()).isEqualTo("invalid_client");
    }

    @Test
    void aProgramActsForItself() {
        Map<String, Object> settings = withKey(application(
                "orders",
                keys(),
                "\"token_endpoint_auth_method\":\"private_key_jwt\"",
                "\"grant_types\":[\"client_credentials\"]",
                "\"response_types\":[]"));
        settings.put("resource", "https://orders.example");
        JsonNode found = journey("service", settings, (_, page) -> {
            throw new AssertionError("nobody was to be asked at " + page);
        });

        assertThat(found.at("/header/typ").asString()).isEqualTo("at+jwt");
        assertThat(found.at("/claims/sub").asString()).isEqualTo(settings.get("client_id"));
        assertThat(found.at("/claims/scope").asString()).isEqualTo("orders");
        assertThat(found.at("/claims/aud").toString()).contains("https://orders.example");
    }

    @Test
    void aDeviceWaitsUntilSomebodyAllowsIt() {
        JsonNode found = journey(
                "device",
                application(
                        "openid email",
                        "\"token_endpoint_auth_method\":\"none\"",
                        "\"grant_types\":[\"urn:ietf:params:oauth:grant-type:device_code\"]",
                        "\"response_types\":[]"),
                (visitor, page) -> {
                    visitor.open(page);
                    visitor.signIn(email, PASSWORD);
                    visitor.go();
                    assertThat(page).endsWith(visitor.said("shown-code"));
                    visitor.press("allow");
                });

        assertThat(found.get("early").asString()).isEqualTo("authorization_pending");
        assertThat(found.at("/person/email").asString()).isEqualTo(email);
    }

    @Test
    void anApplicationRegistersItself() {
        dock.decide("policies/registration", "{\"mode\":\"token\"}");
        Client.Answer made = dock.owner().post("/v1/registration-tokens", "{\"name\":\"Newcomers\",\"uses\":1}");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        JsonNode found = journey(
                "register",
                Map.of(
                        "issuer",
                        dock.issuer(),
                        "redirect_uri",
                        installation.application().address() + "/callback",
                        "scope",
                        "openid",
                        "initial_access_token",
                        made.json().get("initial_access_token").asString()),
                (visitor, page) -> {
                    visitor.open(page);
                    visitor.signIn(email, PASSWORD);
                    assertThat(visitor.heading()).contains("Newcomer");
                    visitor.press("allow");
                });

        assertThat(found.get("method").asString()).isEqualTo("client_secret_post");
        assertThat(found.at("/claims/aud").asString())
                .isEqualTo(found.get("client_id").asString());
    }

    @Test
    void anInterfaceActsForWhoCalledIt() {
        Map<String, Object> behind = application(
                "orders",
                "\"grant_types\":[\"urn:ietf:params:oauth:grant-type:token-exchange\"]",
                "\"response_types\":[]");
        behind.put("resource", "https://stock.example");
        Map<String, Object> settings = application("openid orders");
        settings.put("behind", behind);
        JsonNode found = journey("exchange", settings, this::allow);

        assertThat(found.at("/after/sub")).isEqualTo(found.at("/before/sub"));
        assertThat(found.at("/after/act/sub").asString()).isEqualTo(behind.get("client_id"));
        assertThat(found.at("/after/scope").asString()).isEqualTo("orders");
        assertThat(found.at("/after/aud").toString()).contains("https://stock.example");
    }
}
