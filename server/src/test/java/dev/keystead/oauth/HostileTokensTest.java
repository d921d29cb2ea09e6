package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town;
import dev.keystead.server.TestServer.Answer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is no JWT, or one that no library would make, wherever a JWT is taken. Everything is refused, and nothing is an
/// incident of ours.
class HostileTokensTest {
    private static final Town TOWN = Town.make();
    private static final HolderKey KEY = HolderKey.of("ES256");
    private static final Application SHOP = Application.register(TOWN, settings());
    private static final Application SIGNING = Application.register(TOWN, signing());

    private static final List<String> HEADERS = List.of(
            "{}",
            "[]",
            "7",
            "{\"alg\":7}",
            "{\"alg\":\"none\"}",
            "{\"alg\":\"\"}",
            "{\"alg\":\"ES256\",\"typ\":7}",
            "{\"alg\":\"ES256\",\"typ\":\"dpop+jwt\",\"jwk\":{}}",
            "{\"alg\":\"ES256\",\"typ\":\"dpop+jwt\",\"jwk\":7}",
            "{\"alg\":\"ES256\",\"typ\":\"dpop+jwt\",\"jwk\":{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AA\",\"y\":\"AA\"}}",
            "{\"alg\":\"ES256\",\"typ\":\"dpop+jwt\",\"jwk\":{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"AA\"}}",
            "{\"alg\":\"EdDSA\",\"typ\":\"dpop+jwt\",\"jwk\":{\"kty\":\"OKP\",\"crv\":\"Ed448\",\"x\":\"AA\"}}",
            "{\"alg\":\"RS256\",\"typ\":\"dpop+jwt\",\"jwk\":{\"kty\":\"RSA\",\"n\":\"AA\",\"e\":\"AA\"}}",
            "{\"alg\":\"HS256\",\"typ\":\"dpop+jwt\",\"jwk\":{\"kty\":\"oct\",\"k\":\"AA\"}}",
            "{\"alg\":\"ES256\",\"crit\":[]}",
            "{\"alg\":\"ES256\",\"crit\":[\"b64\"],\"b64\":false}",
            "{\"alg\":\"ES256\",\"x5c\":[\"!\"]}",
            "{\"alg\":\"ES256\",\"x5u\":\"http://[\"}",
            "{\"alg\":\"ES256\",\"kid\":{}}",
            "{\"alg\":\"ES256\",\"kid\":\"a\\u0000b\"}",
            "{\"alg\":\"at+jwt\",\"typ\":\"at+jwt\"}",
            "{\"alg\":\"ES256\",\"typ\":\"at+jwt\"}",
            "{\"alg\":\"ES256\",\"enc\":\"A128GCM\"}",
            "{\"alg\":\"ES256\",\"a\":" + "[".repeat(500) + "]".repeat(500) + "}");

    private static final List<String> PAYLOADS = List.of(
            "{}",
            "",
            "text",
            "[]",
            "{\"exp\":\"soon\"}",
            "{\"exp\":1e400,\"iat\":-1e400}",
            "{\"aud\":7,\"sub\":[]}",
            "{\"sub\":\"a\\u0000b\",\"iss\":\"a\\u0000b\",\"jti\":\"\\ud800\"}",
            "{\"htm\":7,\"htu\":[],\"iat\":\"x\",\"jti\":{}}");

    private static Map<String, Object> settings() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put(
                "grant_types",
                List.of("authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:token-exchange"));
        return settings;
    }

    private static Map<String, Object> signing() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("token_endpoint_auth_method", "private_key_jwt");
        settings.put("jwks", Map.of("keys", List.of(KEY.jwk())));
        return settings;
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> texts() {
        var texts = new ArrayList<>(List.of(".", "..", "...", "....", "a.b.c", "!.!.!", "a", "%", "é.é.é", "=.=.="));
        for (String header : HEADERS) {
            for (String payload : PAYLOADS) {
                texts.add(encoded(header) + "." + encoded(payload) + "." + encoded("signature".repeat(7)));
            }
        }
        return texts;
    }

    private static void isRefused(Answer answer, String what, String token) {
        assertThat(answer.status()).as(what + " " + token + " " + answer.text()).isBetween(400, 499);
    }

    private static Answer withHeader(String name, String value) {
        return SHOP.post(
                "/oauth/v2/token",
                Map.of("grant_type", "refresh_token", "refresh_token", "nonsense"),
                Map.of("Authorization", SHOP.basic(), name, value));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void whatIsNoTokenIsRefusedEverywhere(String token) {
        isRefused(SHOP.token(Map.of("grant_type", "refresh_token", "refresh_token", token)), "refresh token", token);
        isRefused(SHOP.token(Map.of("grant_type", "authorization_code", "code", token)), "code", token);
        isRefused(
                SHOP.token(Map.of(
                        "grant_type", "urn:ietf:params:oauth:grant-type:token-exchange",
                        "subject_token", token,
                        "subject_token_type", "urn:ietf:params:oauth:token-type:access_token")),
                "subject token",
                token);
        var assertion = new LinkedHashMap<String, String>();
        assertion.put("grant_type", "client_credentials");
        assertion.put("client_id", SIGNING.id());
        assertion.put("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
        assertion.put("client_assertion", token);
        isRefused(SIGNING.post("/oauth/v2/token", assertion, Map.of()), "assertion", token);
        isRefused(SHOP.post("/oauth/v2/par", SHOP.request("request", token)), "request object", token);
        isRefused(SHOP.post("/oauth/v2/par", SHOP.request("id_token_hint", token)), "hint", token);
        Answer leaving =
                TOWN.browser().open("/oidc/v1/end_session?" + Application.encoded(Map.of("id_token_hint", token)));
        isRefused(leaving, "hint", token);
        Answer told = SHOP.post("/oauth/v2/introspect", Map.of("token", token));
        assertThat(told.text()).as(token).isEqualTo("{\"active\":false}");
        assertThat(SHOP.post("/oauth/v2/revoke", Map.of("token", token)).status())
                .as(token)
                .isEqualTo(200);
        if (StandardCharsets.US_ASCII.newEncoder().canEncode(token)) {
            isRefused(withHeader("DPoP", token), "proof", token);
            isRefused(SHOP.get("/oidc/v1/userinfo", Map.of("Authorization", "Bearer " + token)), "access token", token);
            isRefused(SHOP.get("/v1/users", Map.of("Authorization", "Bearer " + token)), "access token", token);
        }
    }
}
