package dev.keystead.oauth.register;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.client.Client;
import dev.keystead.server.Applications;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Elsewhere;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// RFC 7591 and RFC 7592 over HTTP.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClientRegistrationTest {
    private static final String REDIRECT = "\"redirect_uris\":[\"https://app.test/cb\"]";

    private final TestServer server = TestServer.shared();
    private final Elsewhere open = workspace("register-open", "open");

    private Elsewhere workspace(String slug, String mode) {
        Elsewhere place = server.makeOrganisation(slug);
        Answer decided = server.as(place.key())
                .send(
                        "PUT",
                        "/v1/workspaces/" + place.workspace().text() + "/policies/registration",
                        "{\"mode\":\"" + mode + "\"}");
        assertThat(decided.status()).as(decided.text()).isEqualTo(200);
        return place;
    }

    private Answer register(Elsewhere place, String token, String body) {
        return server.as(token).post("/t/" + place.slug() + "/oauth/v2/register", body);
    }

    private Answer register(String members) {
        return register(open, "", "{" + members + "}");
    }

    private Answer own(String method, JsonNode registered, String token, String body) {
        String path = "/t/" + open.slug() + "/oauth/v2/register/"
                + registered.path("client_id").asString();
        return server.as(token).send(method, path, body.isEmpty() ? null : body);
    }

    private static String token(JsonNode registered) {
        return registered.path("registration_access_token").asString();
    }

    private static void refused(Answer answer, int status, String code) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.error()).isEqualTo(code);
        assertThat(answer.json().path("error_description").asString()).isNotEmpty();
    }

    /// RFC 7591 section 3.2.1.
    @Test
    void anApplicationThatRegistersIsToldEverything() {
        Answer made = register(REDIRECT + """
                ,"client_name":"App","scope":"openid email","contacts":["a@app.test"],"default_max_age":30,
                "request_uris":["https://app.test/request"],"logo_uri":"https://app.test/logo.png",
                "post_logout_redirect_uris":["https://app.test/bye"],"id_token_signed_response_alg":"ES256",
                "something_unknown":{"a":1},"client_name#de":"Anwendung","jwks_uri":null""");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        JsonNode told = made.json();
        assertThat(told.path("client_id").asString()).startsWith("cli_");
        assertThat(told.path("client_secret").asString()).startsWith("kcsec_");
        assertThat(told.path("client_secret_expires_at").asInt(-1)).isZero();
        assertThat(told.path("client_id_issued_at").asLong()).isPositive();
        assertThat(told.path("client_name").asString()).isEqualTo("App");
        assertThat(told.path("scope").asString()).isEqualTo("openid email");
        assertThat(told.path("default_max_age").asInt()).isEqualTo(30);
        assertThat(told.path("contacts").get(0).asString()).isEqualTo("a@app.test");
        assertThat(told.path("request_uris").get(0).asString()).isEqualTo("https://app.test/request");
        assertThat(told.path("grant_types").toString()).isEqualTo("[\"authorization_code\"]");
        assertThat(told.path("token_endpoint_auth_method").asString()).isEqualTo("client_secret_basic");
        assertThat(told.path("registration_client_uri").asString())
                .isEqualTo(server.address() + "/t/" + open.slug() + "/oauth/v2/register/"
                        + told.path("client_id").asString());
        assertThat(told.has("something_unknown")).isFalse();
        assertThat(told.has("first_party")).isFalse();
        assertThat(made.header("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(made.header("Cache-Control")).contains("no-store");
        Client client = Applications.of(server)
                .find(open.workspace(), told.path("client_id").asString())
                .orElseThrow();
        assertThat(client.origin()).isEqualTo(Client.Origin.REGISTRATION);
        assertThat(client.settings().firstParty()).isFalse();
    }

    /// RFC 7591 section 3.2.2.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "redirect_uris":["http://app.test/cb"]                                     | invalid_redirect_uri
            "redirect_uris":["https://app.test/cb#x"]                                  | invalid_redirect_uri
            "redirect_uris":["javascript:alert(1)"]                                    | invalid_redirect_uri
            "redirect_uris":[]                                                         | invalid_redirect_uri
            "redirect_uris":"https://app.test/cb"                                      | invalid_client_metadata
            "redirect_uris":[1]                                                        | invalid_client_metadata
            "redirect_uris":["https://a.test/cb"],"grant_types":["implicit"]           | invalid_client_metadata
            "redirect_uris":["https://a.test/cb"],"response_types":["code id_token"]   | invalid_client_metadata
            "redirect_uris":["https://a.test/cb"],"token_endpoint_auth_method":"magic" | invalid_client_metadata
            "redirect_uris":["https://a.test/cb"],"token_endpoint_auth_method":"private_key_jwt" | invalid_client_metadata
            "redirect_uris":["https://a.test/cb"],"jwks":{"keys":[{"kty":"oct","k":"AA"}]} | invalid_client_metadata
            "redirect_uris":["https://a.test/cb"],"jwks":7                             | invalid_client_metadata
            "redirect_uris":["https://a.test/cb"],"subject_type":"secret"              | invalid_client_metadata
            "redirect_uris":["https://a.test/cb"],"request_object_signing_alg":"none"  | invalid_client_metadata
            "redirect_uris":["https://a.test/cb"],"sector_identifier_uri":"https://s.test/x" | invalid_client_metadata
            "redirect_uris":["https://a.test/cb"],"default_max_age":"soon"             | invalid_client_metadata
            "redirect_uris":["https://a.test/cb"],"id_token_encrypted_response_alg":"RSA-OAEP" | invalid_client_metadata
            "redirect_uris":["https://a.test/cb"],"logo_uri":"javascript:alert(1)"     | invalid_client_metadata
            "redirect_uris":["https://a.test/cb"],"software_statement":"a.b.c"         | unapproved_software_statement
            """)
    void metadataThatBreaksARuleIsRefused(String members, String code) {
        refused(register(members), 400, code);
    }

    @Test
    void aBodyThatIsNoObjectIsRefused() {
        for (String body : List.of("[]", "nonsense", "\"text\"", "")) {
            Answer answer = register(open, "", body);
            assertThat(answer.status()).as(body).isEqualTo(400);
        }
    }

    @Test
    void aWorkspaceIsClosedUntilItDecidesOtherwise() {
        Elsewhere usual = server.makeOrganisation("register-usual");
        refused(register(usual, "", "{" + REDIRECT + "}"), 403, "access_denied");
    }

    /// RFC 7591 section 3: an initial access token.
    @Test
    void withATokenSoManyApplicationsMayRegister() {
        Elsewhere place = workspace("register-token", "token");
        TestServer.Client administrator = server.as(place.key());
        Answer made = administrator.post("/v1/registration-tokens", "{\"name\":\"Two\",\"uses\":2}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        String token = made.json().path("initial_access_token").asString();
        String body = "{" + REDIRECT + "}";
        refused(register(place, "", body), 401, "invalid_token");
        refused(register(place, "kinit_wrong", body), 401, "invalid_token");
        // What is refused for another reason does not use the token up.
        refused(register(place, token, "{\"redirect_uris\":[\"http://app.test/cb\"]}"), 400, "invalid_redirect_uri");
        assertThat(register(place, token, body).status()).isEqualTo(201);
        assertThat(register(place, token, body).status()).isEqualTo(201);
        Answer third = register(place, token, body);
        refused(third, 401, "invalid_token");
        assertThat(third.header("WWW-Authenticate")).startsWith("Bearer");
        assertThat(administrator.get("/v1/registration-tokens").text()).doesNotContain(token);

        Answer other = administrator.post("/v1/registration-tokens", "{\"name\":\"Revoked\"}");
        String path = "/v1/registration-tokens/"
                + other.json().path("token").path("id").asString();
        assertThat(administrator.delete(path).status()).isEqualTo(204);
        refused(register(place, other.json().path("initial_access_token").asString(), body), 401, "invalid_token");
        Elsewhere elsewhere = workspace("register-token-b", "token");
        String fresh = administrator
                .post("/v1/registration-tokens", "{\"name\":\"Here only\"}")
                .json()
                .path("initial_access_token")
                .asString();
        refused(register(elsewhere, fresh, body), 401, "invalid_token");
    }

    /// RFC 7592 section 2.1.
    @Test
    void anApplicationReadsItsOwnRegistrationWithoutTheSecret() {
        JsonNode made = register(REDIRECT).json();
        Answer read = own("GET", made, token(made), "");
        assertThat(read.status()).as(read.text()).isEqualTo(200);
        assertThat(read.json().path("client_id")).isEqualTo(made.path("client_id"));
        assertThat(read.json().path("registration_access_token").asString()).isEqualTo(token(made));
        assertThat(read.json().has("client_secret")).isFalse();
    }

    @Test
    void nobodyElseGetsAtARegistration() {
        JsonNode made = register(REDIRECT).json();
        JsonNode other = register(REDIRECT).json();
        for (String wrong : List.of("", "nonsense", token(other), open.key())) {
            for (String method : List.of("GET", "DELETE")) {
                Answer answer = own(method, made, wrong, "");
                refused(answer, 401, "invalid_token");
                assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer");
            }
            refused(own("PUT", made, wrong, "{" + REDIRECT + "}"), 401, "invalid_token");
        }
        assertThat(own("GET", made, token(made), "").status()).isEqualTo(200);
    }

    /// RFC 7592 section 2.2.
    @Test
    void aRegistrationIsReplacedAsAWhole() {
        JsonNode made = register(REDIRECT + ",\"logo_uri\":\"https://app.test/logo.png\"")
                .json();
        String id = made.path("client_id").asString();
        Answer replaced = own(
                "PUT",
                made,
                token(made),
                "{\"client_id\":\"" + id + "\",\"client_name\":\"New\",\"redirect_uris\":[\"https://app.test/new\"]}");
        assertThat(replaced.status()).as(replaced.text()).isEqualTo(200);
        assertThat(replaced.json().path("client_name").asString()).isEqualTo("New");
        assertThat(replaced.json().has("logo_uri")).isFalse();
        assertThat(replaced.json().has("client_secret")).isFalse();
        for (String wrong : List.of(
                "{" + REDIRECT + "}",
                "{\"client_id\":\"other\"," + REDIRECT + "}",
                "{\"client_id\":\"" + id + "\",\"client_secret\":\"chosen\"," + REDIRECT + "}",
                "{\"client_id\":\"" + id + "\",\"client_id_issued_at\":1," + REDIRECT + "}",
                "{\"client_id\":\"" + id + "\",\"registration_access_token\":\"x\"," + REDIRECT + "}")) {
            refused(own("PUT", made, token(made), wrong), 400, "invalid_client_metadata");
        }
    }

    @Test
    void anApplicationThatNeedsASecretFromNowOnIsGivenOne() {
        JsonNode made =
                register(REDIRECT + ",\"token_endpoint_auth_method\":\"none\"").json();
        assertThat(made.has("client_secret")).isFalse();
        Answer replaced = own(
                "PUT",
                made,
                token(made),
                "{\"client_id\":\"" + made.path("client_id").asString() + "\"," + REDIRECT
                        + ",\"token_endpoint_auth_method\":\"client_secret_post\"}");
        assertThat(replaced.json().path("client_secret").asString()).startsWith("kcsec_");
    }

    @Test
    void whatAdministratorsDecidedStays() {
        JsonNode made = register(REDIRECT).json();
        String id = made.path("client_id").asString();
        TestServer.Client administrator = server.as(open.key());
        assertThat(administrator
                        .patch("/v1/clients/" + id, "{\"first_party\":true}")
                        .status())
                .isEqualTo(400);
        assertThat(administrator
                        .patch("/v1/clients/" + id, "{\"access_token_seconds\":77}")
                        .status())
                .isEqualTo(200);
        Answer replaced = own(
                "PUT",
                made,
                token(made),
                "{\"client_id\":\"" + id + "\",\"first_party\":true,\"access_token_seconds\":5000," + REDIRECT + "}");
        assertThat(replaced.status()).as(replaced.text()).isEqualTo(200);
        Client client = Applications.of(server).find(open.workspace(), id).orElseThrow();
        assertThat(client.settings().firstParty()).isFalse();
        assertThat(client.settings().tokens().accessSeconds()).isEqualTo(77);
    }

    /// RFC 7592 section 2.3.
    @Test
    void anApplicationRemovesItself() {
        JsonNode made = register(REDIRECT).json();
        assertThat(own("DELETE", made, token(made), "").status()).isEqualTo(204);
        refused(own("GET", made, token(made), ""), 401, "invalid_token");
        assertThat(Applications.of(server)
                        .find(open.workspace(), made.path("client_id").asString()))
                .isEmpty();
    }

    @Test
    void whatApplicationsDoIsInTheTrail() {
        JsonNode made = register(REDIRECT).json();
        String id = made.path("client_id").asString();
        own("PUT", made, token(made), "{\"client_id\":\"" + id + "\",\"redirect_uris\":[\"https://app.test/2\"]}");
        own("DELETE", made, token(made), "");
        for (String action : List.of("client.register", "client.register_update", "client.deregister")) {
            assertThat(server.count("select count(*) from audit.written where event_type = '" + action
                            + "' and resource_id = '" + id + "' and actor_did = 'did:keystead:" + id + "'"))
                    .as(action)
                    .isOne();
        }
    }
}
