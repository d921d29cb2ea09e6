package dev.keystead.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.Applications;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Elsewhere;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClientRoutesTest {
    private final TestServer server = TestServer.shared();
    private final Elsewhere place = server.makeOrganisation("client-routes");
    private final TestServer.Client client = server.as(place.key());

    private Answer create(String members) {
        return client.post(
                "/v1/clients", "{\"name\":\"Shop\",\"redirect_uris\":[\"https://shop.test/cb\"]" + members + "}");
    }

    private static String address(Answer made) {
        return "/v1/clients/" + made.json().path("client").path("id").asString();
    }

    private Optional<Client> found(String clientId) {
        return Applications.of(server).find(place.workspace(), clientId);
    }

    @Test
    void aClientIsMadeReadAndChanged() {
        Answer made = create("");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        String id = made.json().path("client").path("id").asString();
        assertThat(id).matches("cli_[0-9a-z]{26}");
        assertThat(made.json().path("client_id").asString()).isEqualTo(id);
        assertThat(made.header("Location")).isEqualTo("/v1/clients/" + id);
        Answer read = client.get(address(made));
        assertThat(read.json()).isEqualTo(made.json().path("client"));
        assertThat(read.header("ETag")).isEqualTo("\"1\"");
        assertThat(read.json().path("type").asString()).isEqualTo("confidential");
        assertThat(read.json().path("scopes").toString()).isEqualTo("[\"openid\",\"profile\",\"email\"]");

        Answer changed = client.with("If-Match", "\"1\"")
                .patch(
                        address(made),
                        "{\"name\":\"Old shop\",\"logo_uri\":\"https://shop.test/logo.png\",\"default_max_age\":60}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.json().path("name").asString()).isEqualTo("Old shop");
        assertThat(changed.json().path("default_max_age").asInt()).isEqualTo(60);
        assertThat(changed.header("ETag")).isEqualTo("\"2\"");
        assertThat(client.get(address(made)).json()).isEqualTo(changed.json());
        assertThat(client.with("If-Match", "\"1\"")
                        .patch(address(made), "{\"name\":\"Third\"}")
                        .status())
                .isEqualTo(412);
        Answer cleared = client.patch(address(made), "{\"logo_uri\":null,\"default_max_age\":null}");
        assertThat(cleared.json().path("logo_uri").isNull()).isTrue();
        assertThat(client.patch(address(made), "{}").header("ETag")).isEqualTo("\"3\"");
    }

    @Test
    void everythingThatIsRegisteredIsReadAgain() {
        String members = """
                ,"client_id":"whole-client","first_party":true,"token_endpoint_auth_method":"tls_client_auth",
                "tls_client_auth_san_dns":"shop.test","jwks_uri":"https://shop.test/keys",
                "post_logout_redirect_uris":["https://shop.test/bye"],"initiate_login_uri":"https://shop.test/start",
                "request_uris":["https://shop.test/request#hash"],
                "grant_types":["authorization_code","refresh_token","client_credentials"],
                "scopes":["openid","orders:read"],"authorization_details_types":["payment"],
                "access_token_seconds":120,"refresh_token_seconds":3600,"dpop_bound_access_tokens":true,
                "tls_client_certificate_bound_access_tokens":true,"id_token_signed_response_alg":"EdDSA",
                "userinfo_signed_response_alg":"ES256","introspection_signed_response_alg":"PS256",
                "subject_type":"pairwise","require_pushed_authorization_requests":true,
                "require_signed_request_object":true,"request_object_signing_alg":"ES256","default_max_age":900,
                "require_auth_time":true,"default_acr_values":["urn:mfa"],
                "backchannel_logout_uri":"https://shop.test/out","backchannel_logout_session_required":true,
                "frontchannel_logout_uri":"https://shop.test/front","frontchannel_logout_session_required":true,
                "client_uri":"https://shop.test","tos_uri":"https://shop.test/tos","policy_uri":"https://shop.test/policy",
                "contacts":["shop@shop.test"]""";
        Answer made = create(members);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.json().path("client_secret").isNull()).isTrue();
        assertThat(client.get(address(made)).json()).isEqualTo(made.json().path("client"));
        Client kept = found("whole-client").orElseThrow();
        assertThat(ClientView.of(kept).contacts()).containsExactly("shop@shop.test");
        assertThat(kept.settings().tokens().refreshSeconds()).isEqualTo(3600);
        assertThat(kept.settings().grants().types())
                .containsExactly(GrantType.AUTHORIZATION_CODE, GrantType.REFRESH_TOKEN, GrantType.CLIENT_CREDENTIALS);
        assertThat(kept.isSenderConstrained()).isTrue();
        assertThat(kept.rotatesRefreshTokens()).isFalse();
        assertThat(kept.sector()).contains("shop.test");
    }

    @Test
    void aSecretIsShownOnceAndKeptAsItsHmacAlone() {
        Answer made = create("");
        String secret = made.json().path("client_secret").asString();
        assertThat(secret).matches("kcsec_[0-9a-z]{26}[0-9A-Za-z]{49}");
        assertThat(client.get(address(made)).text()).doesNotContain(secret);
        assertThat(server.count("select count(*) from oauth.clients c where c::text like '%" + secret + "%'"))
                .isZero();
        Optional<Client> kept = found(made.json().path("client_id").asString());
        assertThat(Applications.of(server).isSecret(kept, secret)).isTrue();
        assertThat(Applications.of(server).isSecret(kept, secret + "x")).isFalse();
        assertThat(Applications.of(server).isSecret(Optional.empty(), secret)).isFalse();
        assertThat(kept.orElseThrow().secrets().sealed()).isEmpty();
    }

    @Test
    void aSecretThatSignsIsKeptEncrypted() {
        Answer made = create(",\"token_endpoint_auth_method\":\"client_secret_jwt\"");
        String secret = made.json().path("client_secret").asString();
        Client kept = found(made.json().path("client_id").asString()).orElseThrow();
        assertThat(Applications.of(server).signingSecret(kept))
                .hasValueSatisfying(bytes -> assertThat(new String(bytes, java.nio.charset.StandardCharsets.UTF_8))
                        .isEqualTo(secret));
        assertThat(client.post(address(made) + ":rotate-secret", "{\"overlap_seconds\":60}")
                        .status())
                .isEqualTo(409);
        assertThat(client.post(address(made) + ":rotate-secret", "{}").status()).isEqualTo(200);
    }

    @Test
    void afterARotationBothSecretsWorkUntilTheOverlapIsOver() {
        Answer made = create("");
        String clientId = made.json().path("client_id").asString();
        String old = made.json().path("client_secret").asString();
        Answer rotated = client.post(address(made) + ":rotate-secret", "{\"overlap_seconds\":3600}");
        assertThat(rotated.status()).as(rotated.text()).isEqualTo(200);
        String fresh = rotated.json().path("client_secret").asString();
        assertThat(Applications.of(server).isSecret(found(clientId), old)).isTrue();
        assertThat(Applications.of(server).isSecret(found(clientId), fresh)).isTrue();
        assertThat(rotated.json().path("client").path("previous_secret_ends_at").asString())
                .isNotEmpty();

        Answer again = client.post(address(made) + ":rotate-secret", "{}");
        assertThat(Applications.of(server).isSecret(found(clientId), fresh)).isFalse();
        assertThat(Applications.of(server).isSecret(found(clientId), old)).isFalse();
        assertThat(Applications.of(server)
                        .isSecret(
                                found(clientId),
                                again.json().path("client_secret").asString()))
                .isTrue();
    }

    @Test
    void anOverlapEndsByItself() {
        Answer made = create("");
        String clientId = made.json().path("client_id").asString();
        String old = made.json().path("client_secret").asString();
        client.post(address(made) + ":rotate-secret", "{\"overlap_seconds\":3600}");
        Client kept = found(clientId).orElseThrow();
        var previous = kept.secrets().previous().orElseThrow();
        var over = new Client.Secrets(
                kept.secrets().hash(),
                Optional.empty(),
                Optional.of(new Client.Secrets.Previous(previous.hash(), java.time.Instant.EPOCH)),
                Optional.empty());
        var later = new Client(
                kept.id(),
                kept.workspace(),
                kept.clientId(),
                kept.origin(),
                kept.bot(),
                kept.settings(),
                over,
                kept.version(),
                kept.createdAt(),
                kept.updatedAt());
        assertThat(Applications.of(server).isSecret(Optional.of(kept), old)).isTrue();
        assertThat(Applications.of(server).isSecret(Optional.of(later), old)).isFalse();
    }

    @Test
    void aClientWithoutASecretHasNoneToRotate() {
        Answer made = create(",\"type\":\"public\"");
        assertThat(made.json().path("client_secret").isNull()).isTrue();
        assertThat(client.post(address(made) + ":rotate-secret", "{}").error())
                .isEqualTo("a client that authenticates by none has no secret");
    }

    @Test
    void aSecretThatIsNotUsedAnyMoreIsForgotten() {
        Answer made = create("");
        Answer open = client.patch(address(made), "{\"type\":\"public\"}");
        assertThat(open.json().path("has_secret").asBoolean()).isFalse();
        assertThat(open.json().path("token_endpoint_auth_method").asString()).isEqualTo("none");
        Answer closed = client.patch(address(made), "{\"type\":\"confidential\"}");
        assertThat(closed.json().path("has_secret").asBoolean()).isFalse();
        assertThat(client.post(address(made) + ":rotate-secret", "{}")
                        .json()
                        .path("client")
                        .path("has_secret")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void aDeletedClientIsGoneAtOnceAndItsNameIsFree() {
        Answer made = create(",\"client_id\":\"phoenix\"");
        assertThat(found("phoenix")).isPresent();
        assertThat(create(",\"client_id\":\"phoenix\"").error())
                .isEqualTo("a client of this workspace has this client_id already");
        assertThat(client.delete(address(made)).status()).isEqualTo(204);
        assertThat(found("phoenix")).isEmpty();
        assertThat(server.count("select count(*) from oauth.clients where client_id = 'phoenix' and secret_hash is not"
                        + " null"))
                .isZero();
        for (Answer gone : List.of(
                client.get(address(made)),
                client.delete(address(made)),
                client.patch(address(made), "{\"name\":\"X\"}"),
                client.post(address(made) + ":rotate-secret", "{}"))) {
            assertThat(gone.status()).isEqualTo(404);
        }
        assertThat(create(",\"client_id\":\"phoenix\"").status()).isEqualTo(201);
        assertThat(found("phoenix")).isPresent();
    }

    @Test
    void aNameForTheProtocolIsChosenOnceAndWithinBounds() {
        for (String bad : List.of("ab", "-abc", "with space", "cli_abc", "a/b/c", "ünï", "x".repeat(101))) {
            Answer refused = create(",\"client_id\":\"" + bad + "\"");
            assertThat(refused.status()).as(bad).isEqualTo(400);
            assertThat(refused.json().path("fields").has("client_id")).isTrue();
        }
        Answer made = create(",\"client_id\":\"chosen.once\"");
        assertThat(client.patch(address(made), "{\"client_id\":\"another\"}").error())
                .isEqualTo("client_id cannot be changed; make another client");
    }

    @Test
    void anotherWorkspaceMayUseTheSameNameAndSeesNothing() {
        Answer mine = create(",\"client_id\":\"shared-name\"");
        Elsewhere other = server.makeOrganisation("client-others");
        assertThat(Applications.of(server).find(other.workspace(), "shared-name"))
                .isEmpty();
        TestServer.Client theirs = server.as(other.key());
        assertThat(theirs.post(
                                "/v1/clients",
                                "{\"name\":\"T\",\"client_id\":\"shared-name\",\"type\":\"public\","
                                        + "\"redirect_uris\":[\"https://t.test/cb\"]}")
                        .status())
                .isEqualTo(201);
        assertThat(theirs.get(address(mine)).status()).isEqualTo(404);
        assertThat(theirs.get("/v1/clients").text())
                .doesNotContain(mine.json().path("client").path("id").asString());
        assertThat(Applications.of(server)
                        .find(other.workspace(), "shared-name")
                        .orElseThrow()
                        .isPublic())
                .isTrue();
        assertThat(found("shared-name").orElseThrow().isPublic()).isFalse();
    }

    @Test
    void aClientThatWasUnknownIsFoundAsSoonAsItIsMade() {
        assertThat(found("awaited")).isEmpty();
        create(",\"client_id\":\"awaited\"");
        assertThat(found("awaited")).isPresent();
    }

    @Test
    void aNameThatCannotBeOneIsUnknown() {
        for (String hostile : List.of("", "..", "a:b", "x".repeat(10_000), "\u0000", "' or 1=1 --")) {
            assertThat(found(hostile)).isEmpty();
        }
    }

    @Test
    void aSectorThatCannotBeReachedIsRefused() {
        Answer refused =
                create(",\"subject_type\":\"pairwise\",\"sector_identifier_uri\":\"https://sector.invalid/list\"");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("fields").has("sector_identifier_uri")).isTrue();
    }

    @Test
    void pagesHoldEveryClientOnce() {
        TestServer.Client other =
                server.as(server.makeOrganisation("client-pages").key());
        var made = new ArrayList<String>();
        for (int i = 0; i < 5; i++) {
            made.add(other.post("/v1/clients", "{\"name\":\"P\",\"grant_types\":[\"client_credentials\"]}")
                    .json()
                    .path("client_id")
                    .asString());
        }
        var seen = new ArrayList<String>();
        String next = "/v1/clients?limit=2";
        while (!next.isEmpty()) {
            Answer page = other.get(next);
            page.json().path("items").forEach(item -> seen.add(item.path("id").asString()));
            String cursor = page.json().path("next_cursor").asString("");
            next = cursor.isEmpty() ? "" : "/v1/clients?limit=2&cursor=" + cursor;
        }
        assertThat(seen).containsExactlyElementsOf(made);
    }
}
