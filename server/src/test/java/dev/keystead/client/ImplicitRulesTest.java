package dev.keystead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.JsonBody;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What clients must be to have tokens sent by way of browsers.
class ImplicitRulesTest {
    private static final String REDIRECT = "\"redirect_uris\":[\"https://a.test/cb\"]";
    private static final String IMPLICIT = "\"grant_types\":[\"implicit\"],\"response_types\":[\"id_token token\"]";

    private static ClientSettings settings(String members) {
        String body = "{\"name\":\"Shop\"," + members + "}";
        return JsonBody.read(ClientWish.class, body.getBytes(StandardCharsets.UTF_8))
                .over(ClientSettings.usual());
    }

    private static BadInput refused(String members) {
        BadInput wrong = catchThrowableOfType(BadInput.class, () -> settings(members));
        assertThat(wrong).as(members).isNotNull();
        return wrong;
    }

    @Test
    void bothFlowsCanStandSideBySide() {
        ClientSettings settings = settings(REDIRECT
                + ",\"grant_types\":[\"authorization_code\",\"implicit\"],\"response_types\":[\"code\",\"id_token\"]");
        assertThat(settings.grants().types()).containsExactly(GrantType.AUTHORIZATION_CODE, GrantType.IMPLICIT);
        assertThat(settings.grants().responseTypes()).containsExactly(ResponseType.CODE, ResponseType.ID_TOKEN);
    }

    /// RFC 6749 section 3.1.1.
    @Test
    void theOrderOfWordsDoesNotMatter() {
        assertThat(ResponseType.find("token id_token")).contains(ResponseType.ID_TOKEN_TOKEN);
        assertThat(ResponseType.find("id_token token")).contains(ResponseType.ID_TOKEN_TOKEN);
        assertThat(ResponseType.find("id_token")).contains(ResponseType.ID_TOKEN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "token",
                "none",
                "code id_token",
                "code token",
                "code id_token token",
                "id_token id_token",
                "id_token  token",
                "id_token token token",
                "ID_TOKEN",
            })
    void nothingElseIsAResponseType(String text) {
        assertThat(ResponseType.find(text)).isEqualTo(Optional.empty());
    }

    /// RFC 7591 section 2.1: grant types and response types belong together; what comes by way of browsers must be
    /// said.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"grant_types\":[\"implicit\"]",
                "\"grant_types\":[\"implicit\"],\"response_types\":[]",
                "\"grant_types\":[\"implicit\"],\"response_types\":[\"code\"]",
                "\"grant_types\":[\"authorization_code\"],\"response_types\":[\"code\",\"id_token\"]",
                "\"grant_types\":[\"authorization_code\",\"implicit\"],\"response_types\":[\"id_token\"]",
                "\"grant_types\":[\"authorization_code\",\"implicit\"],\"response_types\":[\"code\"]",
                "\"grant_types\":[\"implicit\"],\"response_types\":[\"token\"]",
                "\"grant_types\":[\"implicit\"],\"response_types\":[\"id_token\",\"id_token\"]",
                "\"grant_types\":[\"authorization_code\",\"implicit\"],\"response_types\":[\"code id_token\"]",
                "\"response_types\":[\"id_token\"]",
            })
    void whatDoesNotBelongTogetherIsRefused(String members) {
        assertThat(refused(REDIRECT + "," + members).fields()).containsKey("response_types");
    }

    /// OpenID Connect Registration section 2, application_type.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/cb",
                "http://localhost/cb",
                "https://localhost/cb",
                "https://LOCALHOST:8443/cb",
                "https://127.0.0.1/cb",
                "https://[::1]/cb",
                "com.example.app:/cb",
            })
    void aWebApplicationHasHttpsAndIsNotOnThisMachine(String address) {
        assertThat(refused("\"redirect_uris\":[\"https://a.test/cb\",\"" + address + "\"]," + IMPLICIT)
                        .fields())
                .containsOnlyKeys("redirect_uris");
    }

    @Test
    void browsersMustHaveSomewhereToGo() {
        assertThat(refused(IMPLICIT).fields()).containsKey("redirect_uris");
    }

    /// RFC 9700 section 2.1.2: such a token cannot be bound to a key.
    @ParameterizedTest
    @ValueSource(strings = {"dpop_bound_access_tokens", "tls_client_certificate_bound_access_tokens"})
    void whoseTokensAreBoundGetsNoneByABrowser(String member) {
        assertThat(refused(REDIRECT + "," + IMPLICIT + ",\"" + member + "\":true")
                        .fields())
                .containsOnlyKeys("response_types");
        String idTokenAlone = "\"grant_types\":[\"implicit\"],\"response_types\":[\"id_token\"]";
        assertThat(settings(REDIRECT + "," + idTokenAlone + ",\"" + member + "\":true")
                        .grants()
                        .responseTypes())
                .containsExactly(ResponseType.ID_TOKEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"id_token", "id_token token"})
    void fapi2NeverHasIt(String response) {
        String members = REDIRECT + ",\"profile\":\"fapi2\",\"token_endpoint_auth_method\":\"private_key_jwt\""
                + ",\"jwks_uri\":\"https://a.test/keys\",\"grant_types\":[\"authorization_code\",\"implicit\"]"
                + ",\"response_types\":[\"code\",\"" + response + "\"]";
        assertThat(refused(members).fields()).containsKey("grant_types");
    }

    /// OpenID Connect Core section 11 has no refresh token here, and none can be had otherwise.
    @Test
    void thereIsNothingToRefresh() {
        assertThat(refused(REDIRECT
                                + ",\"grant_types\":[\"implicit\",\"refresh_token\"],\"response_types\":[\"id_token\"]")
                        .fields())
                .containsOnlyKeys("grant_types");
    }
}
