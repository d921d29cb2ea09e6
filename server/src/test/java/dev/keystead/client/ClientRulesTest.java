package dev.keystead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.JsonBody;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What may be registered about a client, and what each rule refuses.
class ClientRulesTest {
    private static final String EC_KEY = "{\"kty\":\"EC\",\"crv\":\"P-256\",\"kid\":\"1\","
            + "\"x\":\"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4\","
            + "\"y\":\"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM\"}";
    private static final String JWKS = "{\"keys\":[" + EC_KEY + "]}";
    private static final String FAPI2 =
            "\"profile\":\"fapi2\",\"token_endpoint_auth_method\":\"private_key_jwt\",\"jwks\":" + JWKS
                    + ",\"redirect_uris\":[\"https://a.test/cb\"]";

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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://a.test/cb",
                "https://a.test:8443/cb?x=1",
                "com.example.app:/cb",
                "com.example.app://cb",
                "http://127.0.0.1:8080/cb",
                "http://[::1]/cb",
                "http://localhost:3000/cb"
            })
    void aRedirectUriThatKeepsTheRulesIsTaken(String uri) {
        assertThat(settings("\"redirect_uris\":[\"" + uri + "\"]").redirectUris())
                .containsExactly(uri);
    }

    /// RFC 6749 section 3.1.2, RFC 8252 section 7, RFC 9700 section 2.1.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /cb                       | absolute
            a.test/cb                 | absolute
            https://a.test/c b        | absolute
            https://a.test/cb#x       | no fragment
            https://a.test/cb#        | no fragment
            https://*.a.test/cb       | no wildcard
            https://a.test/*          | no wildcard
            https://u:p@a.test/cb     | user name
            https:///cb               | absolute
            http://a.test/cb          | must use https
            http://127.0.0.1.evil/cb  | must use https
            http://127.0.0.2/cb       | must use https
            myapp:/cb                 | with a dot
            javascript:alert(1)       | must use https
            data:text/html,x          | must use https
            """)
    void aRedirectUriThatBreaksARuleIsRefused(String uri, String told) {
        BadInput wrong = refused("\"redirect_uris\":[\"" + uri + "\"]");
        assertThat(wrong.fields()).containsKey("redirect_uris");
        assertThat(wrong.sentence())
                .satisfiesAnyOf(
                        sentence -> assertThat(sentence).contains(told),
                        sentence -> assertThat(sentence).contains("must use https"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "redirect_uris":[]                                                       | redirect_uris
            "redirect_uris":["https://a.test/cb","https://a.test/cb"]                 | redirect_uris
            "grant_types":[]                                                          | grant_types
            "grant_types":["password"],"redirect_uris":["https://a.test/cb"]          | grant_types
            "grant_types":["implicit"],"redirect_uris":["https://a.test/cb"]          | response_types
            "grant_types":["refresh_token"]                                           | grant_types
            "type":"public","grant_types":["client_credentials"]                      | grant_types
            "type":"public","grant_types":["urn:ietf:params:oauth:grant-type:token-exchange"] | grant_types
            "type":"public","token_endpoint_auth_method":"client_secret_post"         | token_endpoint_auth_method
            "type":"confidential","token_endpoint_auth_method":"none"                 | token_endpoint_auth_method
            "response_types":["token"],"redirect_uris":["https://a.test/cb"]          | response_types
            "response_types":["code id_token"],"redirect_uris":["https://a.test/cb"]  | response_types
            "scopes":["a b"],"redirect_uris":["https://a.test/cb"]                    | scopes
            "token_endpoint_auth_method":"private_key_jwt"                            | jwks
            "token_endpoint_auth_method":"self_signed_tls_client_auth"                | jwks
            "jwks":{"keys":[]}                                                        | jwks
            "jwks":{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}                            | jwks
            "jwks":{"kty":"EC"}                                                       | jwks
            "jwks_uri":"http://a.test/keys"                                           | jwks_uri
            "token_endpoint_auth_signing_alg":"none"                                  | token_endpoint_auth_signing_alg
            "token_endpoint_auth_method":"client_secret_jwt","token_endpoint_auth_signing_alg":"RS256" | token_endpoint_auth_signing_alg
            "token_endpoint_auth_method":"tls_client_auth"                            | tls_client_auth_subject_dn
            "tls_client_auth_subject_dn":"CN=a","tls_client_auth_san_dns":"a.test"    | tls_client_auth_subject_dn
            "tls_client_auth_subject_dn":"not a name"                                 | tls_client_auth_subject_dn
            "access_token_seconds":5                                                  | access_token_seconds
            "refresh_token_seconds":5                                                 | refresh_token_seconds
            "id_token_signed_response_alg":"HS256"                                    | id_token_signed_response_alg
            "id_token_signed_response_alg":"none"                                     | id_token_signed_response_alg
            "userinfo_signed_response_alg":"none"                                     | userinfo_signed_response_alg
            "introspection_signed_response_alg":"HS256"                               | introspection_signed_response_alg
            "request_object_signing_alg":"HS256"                                      | request_object_signing_alg
            "request_object_signing_alg":"none"                                       | request_object_signing_alg
            "default_max_age":-1                                                      | default_max_age
            "sector_identifier_uri":"http://a.test/sector"                            | sector_identifier_uri
            "subject_type":"pairwise","redirect_uris":["https://a.test/cb","https://b.test/cb"] | sector_identifier_uri
            "backchannel_logout_uri":"http://a.test/out"                              | backchannel_logout_uri
            "backchannel_logout_uri":"https://a.test/out#x"                           | backchannel_logout_uri
            "frontchannel_logout_uri":"javascript:alert(1)"                           | frontchannel_logout_uri
            "post_logout_redirect_uris":["https://a.test/*"]                          | post_logout_redirect_uris
            "request_uris":["http://a.test/request"]                                  | request_uris
            "initiate_login_uri":"a"                                                  | initiate_login_uri
            "logo_uri":"javascript:alert(1)"                                          | logo_uri
            "client_uri":"/x"                                                         | client_uri
            "contacts":[""]                                                           | contacts
            "name":""                                                                 | name
            """)
    void whatBreaksARuleIsToldByItsMember(String members, String member) {
        String body = "{" + members + "," + (members.contains("\"name\"") ? "" : "\"name\":\"Shop\",")
                + "\"first_party\":false}";
        BadInput wrong = catchThrowableOfType(
                BadInput.class,
                () -> JsonBody.read(ClientWish.class, body.getBytes(StandardCharsets.UTF_8))
                        .over(ClientSettings.usual()));
        assertThat(wrong).as(members).isNotNull();
        assertThat(wrong.fields()).containsKey(member);
    }

    /// RFC 7591 section 2: keys by value and by reference exclude each other.
    @Test
    void keysAreRegisteredInOneWay() {
        assertThat(refused("\"jwks_uri\":\"https://a.test/keys\",\"redirect_uris\":[\"https://a.test/cb\"],\"jwks\":"
                                + JWKS)
                        .fields())
                .containsOnlyKeys("jwks");
    }

    @Test
    void aPrivateKeyIsRefused() {
        String key = EC_KEY.replace("}", ",\"d\":\"870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE\"}");
        assertThat(refused("\"redirect_uris\":[\"https://a.test/cb\"],\"jwks\":{\"keys\":[" + key + "]}")
                        .sentence())
                .contains("public keys only");
    }

    /// RFC 6749 section 2.1: saying that a client is public is enough.
    @Test
    void aPublicClientProvesNothing() {
        ClientSettings settings = settings("\"type\":\"public\",\"redirect_uris\":[\"https://a.test/cb\"]");
        assertThat(settings.authMethod()).isEqualTo(AuthMethod.NONE);
    }

    /// RFC 7591 section 2.1.
    @Test
    void responseTypesFollowFromGrantTypes() {
        assertThat(settings("\"grant_types\":[\"client_credentials\"]").grants().responseTypes())
                .isEmpty();
        assertThat(settings("\"redirect_uris\":[\"https://a.test/cb\"]")
                        .grants()
                        .responseTypes())
                .isEqualTo(List.of(ResponseType.CODE));
    }

    /// FAPI 2.0 Security Profile section 5.
    @Test
    void theProfileSwitchesOnWhatItDemands() {
        ClientSettings settings = settings(FAPI2);
        assertThat(settings.requests().pushedOnly()).isTrue();
        assertThat(settings.tokens().dpopBound()).isTrue();
        assertThat(settings.tokens().idTokenAlgorithm()).isEqualTo("ES256");
        assertThat(settings(FAPI2 + ",\"tls_client_certificate_bound_access_tokens\":true")
                        .tokens()
                        .dpopBound())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "token_endpoint_auth_method":"client_secret_basic" | token_endpoint_auth_method
            "token_endpoint_auth_method":"client_secret_jwt"   | token_endpoint_auth_method
            "token_endpoint_auth_method":"none"                | token_endpoint_auth_method
            "redirect_uris":["http://127.0.0.1/cb"]            | redirect_uris
            "redirect_uris":["com.example.app:/cb"]            | redirect_uris
            "token_endpoint_auth_signing_alg":"RS256"          | token_endpoint_auth_signing_alg
            "userinfo_signed_response_alg":"RS256"             | userinfo_signed_response_alg
            "introspection_signed_response_alg":"RS256"        | introspection_signed_response_alg
            "request_object_signing_alg":"RS256"               | request_object_signing_alg
            """)
    void whatTheProfileForbidsIsRefused(String member, String name) {
        ClientSettings sound = settings(FAPI2);
        var wish = JsonBody.read(ClientWish.class, ("{" + member + "}").getBytes(StandardCharsets.UTF_8));
        BadInput wrong = catchThrowableOfType(BadInput.class, () -> wish.over(sound));
        assertThat(wrong).as(member).isNotNull();
        assertThat(wrong.fields()).containsKey(name);
        assertThat(wrong.fields().get(name)).contains("FAPI 2.0");
    }
}
