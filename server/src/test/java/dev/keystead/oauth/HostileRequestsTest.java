package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Requests whose parts are of a shape that nobody expects: JSON inside of parameters, escapes that stand for what no
/// form can send, what cannot be stored or read again. None of them is an incident of ours.
class HostileRequestsTest {
    private static final Town TOWN = Town.make();
    private static final Person ADA = TOWN.person("ada");
    private static final Application BANK = bank();
    private static final Browser BROWSER = inside();

    private static Application bank() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("authorization_details_types", List.of("payment"));
        return Application.register(TOWN, settings);
    }

    private static Browser inside() {
        Browser browser = TOWN.browser();
        BANK.code(browser, ADA, BANK.request());
        return browser;
    }

    private static String nested(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }

    private static Stream<String> claims() {
        return Stream.of(
                "null",
                "[]",
                "\"text\"",
                "{",
                "{'id_token':null}",
                nested(1_500),
                "{\"id_token\":[]}",
                "{\"id_token\":{\"acr\":{\"essential\":\"yes\"}}}",
                "{\"id_token\":{\"acr\":{\"essential\":true,\"values\":[1,null,{}]}}}",
                "{\"id_token\":{\"acr\":{\"essential\":true,\"value\":7}}}",
                "{\"id_token\":{\"sub\":{\"value\":7}}}",
                "{\"id_token\":{\"sub\":{\"values\":\"text\"}}}",
                "{\"id_token\":{\"sub\":{\"values\":[null]}}}",
                "{\"id_token\":{\"sub\":[]}}",
                "{\"id_token\":{\"\":null,\"#\":null,\"name#no language!\":null}}",
                "{\"userinfo\":{\"name\":7}}",
                "{\"userinfo\":{\"a\\u0000b\":null}}",
                "{\"userinfo\":{\"name\":{\"value\":\"\\u0000\"}}}",
                "{\"userinfo\":{\"name\":{\"value\":\"\\ud800\"}}}",
                "{\"userinfo\":{\"name\":{\"value\":" + nested(100) + "}}}",
                "{\"userinfo\":{\"name\":{\"value\":1e400}}}",
                "{\"userinfo\":{\"" + "n".repeat(300) + "\":null}}");
    }

    @ParameterizedTest
    @MethodSource("claims")
    void claimsOfAnyShapeGetAnAnswer(String claims) {
        Answer answer = BANK.ask(BROWSER, BANK.request("claims", claims, "prompt", "none"));
        assertThat(Application.answer(answer))
                .containsEntry("state", "a state")
                .doesNotContainEntry("error", "server_error");
    }

    private static Stream<String> details() {
        return Stream.of(
                "null",
                "{}",
                "[]",
                "[null]",
                "[[]]",
                "[7]",
                "[{}]",
                "[{\"type\":7}]",
                "[{\"type\":\"\"}]",
                "[{'type':'payment'}]",
                nested(1_500),
                "[{\"type\":\"payment\",\"note\":" + nested(100) + "}]",
                "[{\"type\":\"payment\",\"note\":\"a\\u0000b\"}]",
                "[{\"type\":\"payment\",\"note\":\"\\udc00\"}]",
                "[{\"type\":\"payment\",\"a\\u0000b\":1}]",
                "[{\"type\":\"payment\",\"amount\":1e9999}]",
                "[{\"type\":\"payment\",\"amount\":1" + "0".repeat(500) + "}]",
                "[{\"type\":\"payment\",\"" + "n".repeat(300) + "\":1}]",
                "[{\"type\":\"payment\",\"amount\":1,\"amount\":2}]");
    }

    @ParameterizedTest
    @MethodSource("details")
    void detailsThatCannotBeKeptAreRefused(String details) {
        Answer answer = BANK.ask(BROWSER, BANK.request("authorization_details", details));
        assertThat(Application.answer(answer)).containsEntry("error", "invalid_authorization_details");
        Answer pushed = BANK.post("/oauth/v2/par", BANK.request("authorization_details", details));
        assertThat(pushed.error()).as(pushed.text()).isEqualTo("invalid_authorization_details");
        var narrowing = new LinkedHashMap<>(Map.of("grant_type", "refresh_token", "refresh_token", "nonsense"));
        narrowing.put("authorization_details", details);
        Answer tokens = BANK.token(narrowing);
        assertThat(tokens.error()).as(tokens.text()).isEqualTo("invalid_authorization_details");
    }

    private static final HolderKey KEY = HolderKey.of("ES256");
    private static final ProvingApplication SIGNING = signing();

    private static ProvingApplication signing() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("token_endpoint_auth_method", "private_key_jwt");
        settings.put("jwks", Map.of("keys", List.of(KEY.jwk())));
        settings.put("authorization_details_types", List.of("payment"));
        return ProvingApplication.registered(TOWN, settings, KEY);
    }

    private static Object deep(int depth) {
        Object inner = List.of();
        for (int i = 0; i < depth; i++) {
            inner = List.of(inner);
        }
        return inner;
    }

    private static Stream<Map<String, Object>> objects() {
        return Stream.of(
                Map.of("state", "a\0b"),
                Map.of("nonce", "a\0b"),
                Map.of("login_hint", "\0"),
                Map.of("resource", List.of("https://api.example/\0")),
                Map.of("authorization_details", List.of(Map.of("type", "payment", "note", "\0"))),
                Map.of("authorization_details", List.of(Map.of("type", "payment", "note", deep(200)))),
                Map.of("claims", Map.of("userinfo", Map.of("a\0b", Map.of()))),
                Map.of("claims", deep(200)),
                Map.of("scope", List.of("openid")),
                Map.of("response_type", 7),
                Map.of("redirect_uri", Map.of("a", "b")),
                Map.of("max_age", 1.5),
                Map.of("a\0b", "c\0d"));
    }

    @ParameterizedTest
    @MethodSource("objects")
    void whatASignedRequestSaysIsNoIncidentEither(Map<String, Object> claims) {
        HolderKey.Draft object =
                KEY.assertion(SIGNING.registered().id(), SIGNING.issuer()).without("sub");
        SIGNING.registered().request().forEach(object::claim);
        claims.forEach(object::claim);
        Answer pushed = SIGNING.push(Map.of("request", object.signed()));
        assertThat(pushed.status()).as(pushed.text()).isEqualTo(400);
        assertThat(pushed.error()).as(pushed.text()).isNotEqualTo("server_error");
    }

    /// Of a request that waits, nothing is kept but what is defined.
    @Test
    void parametersThatNobodyDefinedAreNotKept() {
        Map<String, String> request = BANK.request("n".repeat(300), "unheard-of", "unheard_of", "unheard-of");
        Browser browser = TOWN.browser();
        Answer asked = BANK.ask(browser, request);
        assertThat(TOWN.count("oauth.authorization_requests", "and cast(parameters as text) like '%unheard-of%'"))
                .isZero();
        assertThat(Application.answer(BANK.signIn(browser, asked, ADA))).containsKey("code");
    }

    /// Programs that join parameters carelessly leave separators with nothing between them.
    @Test
    void nothingBetweenTwoSeparatorsIsNothing() {
        Answer asked = BROWSER.open("/oauth/v2/authorize?&" + Application.encoded(BANK.request()) + "&");
        assertThat(Application.answer(asked)).containsKey("code");
        Answer tokens = TOWN.server()
                .as("")
                .with("Authorization", BANK.basic())
                .with("Content-Type", "application/x-www-form-urlencoded")
                .post(TOWN.path() + "/oauth/v2/token", "grant_type=client_credentials&&scope=read%3Athing&");
        assertThat(tokens.status()).as(tokens.text()).isEqualTo(200);
    }
}
