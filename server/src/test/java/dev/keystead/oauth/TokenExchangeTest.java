package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.text.ParseException;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tokens for tokens (RFC 8693).
class TokenExchangeTest {
    private static final String GRANT_TYPE = "urn:ietf:params:oauth:grant-type:token-exchange";
    private static final String ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

    private final Town town = Town.make();
    private final Person ada = town.person("ada");
    private final Application shop = Application.usual(town);
    private final Application back = Application.register(town, exchanging(Map.of()));

    private static Map<String, Object> exchanging(Map<String, Object> more) {
        var settings = new LinkedHashMap<>(Application.usualSettings());
        settings.put("name", "The back office");
        settings.put("grant_types", List.of(GRANT_TYPE, "client_credentials"));
        settings.put("scopes", List.of("openid", "email", "offline_access"));
        settings.remove("redirect_uris");
        settings.putAll(more);
        return settings;
    }

    private String subjectToken() {
        return subjectToken(town.browser());
    }

    private String subjectToken(Browser browser) {
        String code = shop.code(browser, ada, shop.request("scope", "openid profile email offline_access"));
        return shop.exchange(code).json().path("access_token").asString();
    }

    private static Map<String, String> request(String subjectToken, String... more) {
        var request = new LinkedHashMap<String, String>();
        request.put("grant_type", GRANT_TYPE);
        request.put("subject_token", subjectToken);
        request.put("subject_token_type", ACCESS_TOKEN);
        for (int i = 0; i < more.length; i += 2) {
            request.put(more[i], more[i + 1]);
        }
        return request;
    }

    private static Map<String, Object> claims(Answer answer) throws ParseException {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return SignedJWT.parse(answer.json().path("access_token").asString())
                .getJWTClaimsSet()
                .getClaims();
    }

    private static String error(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        return answer.json().path("error").asString();
    }

    @Test
    void theNewTokenIsAboutTheSamePersonAndNamesWhoActs() throws Exception {
        Answer answer = back.token(request(subjectToken(), "audience", shop.id()));
        Map<String, Object> claims = claims(answer);
        assertThat(answer.json().path("issued_token_type").asString()).isEqualTo(ACCESS_TOKEN);
        assertThat(answer.json().path("token_type").asString()).isEqualTo("Bearer");
        assertThat(answer.json().has("refresh_token")).isFalse();
        assertThat(claims)
                .containsEntry("sub", ada.id().text())
                .containsEntry("client_id", back.id())
                .containsEntry("aud", List.of(shop.id()))
                .containsEntry("scope", "openid email")
                .containsEntry("act", Map.of("iss", back.issuer(), "sub", back.id()));
    }

    @Test
    void anActorTokenNamesTheActorAndChainsAreKept() throws Exception {
        String own = back.token(Map.of("grant_type", "client_credentials"))
                .json()
                .path("access_token")
                .asString();
        Answer first = back.token(request(subjectToken(), "actor_token", own, "actor_token_type", ACCESS_TOKEN));
        assertThat(claims(first)).containsEntry("act", Map.of("iss", back.issuer(), "sub", back.id()));

        Application next = Application.register(town, exchanging(Map.of()));
        Answer second = next.token(request(first.json().path("access_token").asString()));
        assertThat(claims(second))
                .containsEntry(
                        "act",
                        Map.of(
                                "iss",
                                next.issuer(),
                                "sub",
                                next.id(),
                                "act",
                                Map.of("iss", back.issuer(), "sub", back.id())));
    }

    @Test
    void onlyAnApplicationThatIsMarkedForItImpersonates() throws Exception {
        Application support = Application.register(town, exchanging(Map.of("impersonation", true)));
        assertThat(claims(support.token(request(subjectToken())))).doesNotContainKey("act");
        Answer refused = town.administrator()
                .post(
                        "/v1/clients",
                        "{\"name\":\"x\",\"redirect_uris\":[\"https://x.test/cb\"],\"impersonation\":true}");
        assertThat(refused.status()).isEqualTo(400);
    }

    @Test
    void theNewTokenLivesNoLongerThanTheOld() throws Exception {
        Application patient = Application.register(town, exchanging(Map.of("access_token_seconds", 3600)));
        String subject = subjectToken();
        var old = SignedJWT.parse(subject).getJWTClaimsSet().getExpirationTime();
        Answer answer = patient.token(request(subject));
        assertThat((Date) claims(answer).get("exp")).isBeforeOrEqualTo(old);
    }

    @Test
    void theNewTokenEndsWithTheGrantOfTheOld() {
        String subject = subjectToken();
        String made = back.token(request(subject)).json().path("access_token").asString();
        assertThat(isActive(made)).isTrue();
        Answer revoked = town.administrator()
                .post("/v1/revocations", "{\"user_id\":\"" + ada.id().text() + "\"}");
        assertThat(revoked.status()).as(revoked.text()).isEqualTo(200);
        assertThat(revoked.json().path("grants").asInt()).isEqualTo(1);
        assertThat(isActive(made)).isFalse();
        assertThat(error(back.token(request(subject)))).isEqualTo("invalid_request");
    }

    private boolean isActive(String token) {
        return shop.post("/oauth/v2/introspect", Map.of("token", token))
                .json()
                .path("active")
                .asBoolean();
    }

    @ParameterizedTest(name = "{0}={1} is refused with {2}: {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "subject_token|nonsense|invalid_request|RFC 8693 section 2.2.2",
                "subject_token||invalid_request|RFC 8693 section 2.1",
                "subject_token_type|urn:ietf:params:oauth:token-type:saml2|invalid_request|RFC 8693 section 3",
                "subject_token_type||invalid_request|RFC 8693 section 2.1",
                "actor_token_type|urn:ietf:params:oauth:token-type:access_token|invalid_request|RFC 8693 section 2.1",
                "actor_token|nonsense|invalid_request|RFC 8693 section 2.1: the type is missing",
                "requested_token_type|urn:ietf:params:oauth:token-type:jwt|invalid_request|RFC 8693 section 3",
                "scope|profile|invalid_scope|more than the application may have",
                "scope|read:thing|invalid_scope|more than the subject token carries",
                "audience|unheard-of|invalid_target|RFC 8693 section 2.2.2",
                "resource|not absolute|invalid_target|RFC 8707 section 2",
            })
    void aRequestThatBreaksARuleIsRefused(String name, String value, String code, String rule) {
        Answer answer = back.token(request(subjectToken(), name, value == null ? "" : value));
        assertThat(error(answer)).as(rule).isEqualTo(code);
    }

    @Test
    void anotherWorkspacesTokenIsNotValidHere() {
        Town elsewhere = Town.make();
        Application stranger = Application.register(elsewhere, exchanging(Map.of()));
        assertThat(error(stranger.token(request(subjectToken())))).isEqualTo("invalid_request");
    }

    @Test
    void onlyApplicationsThatAreRegisteredForItExchange() {
        assertThat(error(shop.token(request(subjectToken())))).isEqualTo("unauthorized_client");
    }
}
