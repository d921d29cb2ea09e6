package dev.keystead.oauth.register;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Metadata of a type that nobody expects, member by member: registered, or refused in the words of RFC 7591 section
/// 3.2.2, and never an incident of ours.
class HostileMetadataTest {
    private static final TestServer SERVER =
            TestServer.start("--master-key", Town.MASTER_KEY, "--oauth-registrations-per-source", "100000");
    private static final Town TOWN = open();

    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "7",
            "-1",
            "1e400",
            "99999999999999999999",
            "\"\"",
            "\" \"",
            "\"text\"",
            "\"a\\u0000b\"",
            "\"\\ud800\"",
            "\"http://[\"",
            "\"https://a b\"",
            "\"https://app.test/%\"",
            "[]",
            "[null]",
            "[7]",
            "[[]]",
            "[\"\"]",
            "[\"a\\u0000b\"]",
            "[\"https://app.test/\\ud800\"]",
            "{}",
            "{\"keys\":[]}",
            "{\"keys\":[{}]}",
            "{\"keys\":[{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AA\",\"y\":\"AA\"}]}",
            "{\"keys\":[{\"kty\":\"RSA\",\"n\":\"AA\",\"e\":\"AQAB\"}]}",
            "{\"a\\u0000b\":1}",
            "[".repeat(2_000) + "]".repeat(2_000));

    private static Town open() {
        Town town = Town.on(SERVER);
        town.decide("registration", "{\"mode\":\"open\"}");
        return town;
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "client_name",
                "client_name#pt",
                "redirect_uris",
                "grant_types",
                "response_types",
                "scope",
                "token_endpoint_auth_method",
                "token_endpoint_auth_signing_alg",
                "jwks",
                "jwks_uri",
                "contacts",
                "logo_uri",
                "policy_uri",
                "application_type",
                "sector_identifier_uri",
                "subject_type",
                "id_token_signed_response_alg",
                "userinfo_signed_response_alg",
                "introspection_signed_response_alg",
                "request_object_signing_alg",
                "request_uris",
                "default_max_age",
                "require_auth_time",
                "default_acr_values",
                "initiate_login_uri",
                "post_logout_redirect_uris",
                "backchannel_logout_uri",
                "backchannel_logout_session_required",
                "frontchannel_logout_uri",
                "dpop_bound_access_tokens",
                "tls_client_certificate_bound_access_tokens",
                "tls_client_auth_subject_dn",
                "tls_client_auth_san_ip",
                "require_pushed_authorization_requests",
                "authorization_details_types",
                "software_statement",
                "software_id",
                "unheard_of"
            })
    void everyMemberMayBeOfAnyType(String member) {
        String usual = member.equals("redirect_uris") ? "" : ",\"redirect_uris\":[\"https://app.test/cb\"]";
        for (String value : VALUES) {
            String body = "{\"" + member + "\":" + value + usual + "}";
            Answer answer = SERVER.as("").post(TOWN.path() + "/oauth/v2/register", body);
            assertThat(answer.status()).as(body + " " + answer.text()).isIn(201, 400);
            if (answer.status() == 400) {
                assertThat(answer.error())
                        .as(body)
                        .isIn(
                                "invalid_client_metadata",
                                "invalid_redirect_uri",
                                "invalid_request",
                                "unapproved_software_statement");
                assertThat(answer.json().path("error_description").asString()).isNotEmpty();
            }
        }
    }
}
