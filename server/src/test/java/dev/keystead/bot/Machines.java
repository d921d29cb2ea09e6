package dev.keystead.bot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.json.Json;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.UuidV7;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The machines of a workspace, as its administrator makes them and as they speak for themselves.
public record Machines(TestServer server, Elsewhere place) {
    public static Machines in(TestServer server, String slug) {
        return new Machines(server, server.makeOrganisation(slug));
    }

    public static String newHandle() {
        return "b" + UuidV7.next().toString().replace("-", "").substring(18) + ".bot";
    }

    public Client administrator() {
        return server.as(place.key());
    }

    String issuer() {
        return server.address() + "/t/" + place.slug();
    }

    Answer create(String handle, String more) {
        return administrator()
                .post(
                        "/v1/service-identities",
                        "{\"handle\":\"%s\",\"display_name\":\"Sync\"%s}".formatted(handle, more));
    }

    /// The id of a new service identity.
    public String identity() {
        Answer made = create(newHandle(), "");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.id();
    }

    static String path(String identity) {
        return "/v1/service-identities/" + identity;
    }

    static String accountPath(String account) {
        return "/v1/service-accounts/" + account;
    }

    Answer createAccount(Client maker, String identity, String credential, String... scopes) {
        var wish = new LinkedHashMap<String, Object>();
        wish.put("service_identity_id", identity);
        wish.put("name", "Nightly");
        wish.put("scopes", List.of(scopes));
        wish.put("credential", credential);
        return maker.post("/v1/service-accounts", Json.text(wish));
    }

    /// A credential, and whose it is.
    public record Account(Machines machines, String identity, String id, String secret) {
        Answer ask(Map<String, String> form) {
            return machines.post("/oauth/v2/token", form, basic(id, secret));
        }

        Answer ask() {
            return ask(Map.of("grant_type", "client_credentials"));
        }

        String token() {
            Answer given = ask();
            assertThat(given.status()).as(given.text()).isEqualTo(200);
            return given.json().path("access_token").asString();
        }

        boolean isActive(String token) {
            return machines.introspect(token).json().path("active").asBoolean();
        }

        String path() {
            return accountPath(id);
        }
    }

    public Account account(String identity, String... scopes) {
        Answer made = createAccount(administrator(), identity, "secret", scopes);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return new Account(
                this,
                identity,
                made.json().path("client_id").asString(),
                made.json().path("client_secret").asString());
    }

    public Account account() {
        return account(identity(), "read:user");
    }

    static String basic(String id, String secret) {
        return "Basic " + Base64.getEncoder().encodeToString((id + ":" + secret).getBytes(StandardCharsets.UTF_8));
    }

    Answer post(String endpoint, Map<String, String> form, String authorization) {
        Client speaker = server.as("").with("Content-Type", "application/x-www-form-urlencoded");
        Client calling = authorization.isEmpty() ? speaker : speaker.with("Authorization", authorization);
        return calling.post(
                "/t/" + place.slug() + endpoint,
                form.entrySet().stream()
                        .map(field ->
                                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&")));
    }

    /// What an application of the workspace is told about a token.
    Answer introspect(String token) {
        Answer made = administrator()
                .post("/v1/clients", "{\"name\":\"Resource\",\"redirect_uris\":[\"https://resource.test/back\"]}");
        String id = made.json().path("client_id").asString();
        String secret = made.json().path("client_secret").asString();
        return post("/oauth/v2/introspect", Map.of("token", token), basic(id, secret));
    }

    long written(String action, String resource) {
        return server.count("select count(*) from audit.written where event_type = '%s' and resource_id = '%s'"
                .formatted(action, resource));
    }
}
