package dev.keystead.audit;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.client.ClientId;
import dev.keystead.credential.SoftKey;
import dev.keystead.credential.passkey.RelyingParty;
import dev.keystead.device.HeldDevice;
import dev.keystead.login.Town;
import dev.keystead.oauth.HolderKey;
import dev.keystead.platform.http.Route;
import dev.keystead.server.FederationSamples;
import dev.keystead.server.GrantSamples;
import dev.keystead.server.Insider;
import dev.keystead.server.InviteSamples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One sound deed for every route by which people change their own account, each by a person of its own who
/// proved a moment ago who they are. A new route needs a line here: the walk fails until it is there.
final class OwnDeeds {
    static final String PASSWORD = "sunlit walrus paints 4 doors";
    private static final String SECURITY = "/account/security";
    private static final String DEVICES = "/account/devices";
    private static final String IDENTITIES = "/account/identities";
    private static final String TOKENS = "/account/tokens";
    private static final String INVITATIONS = "/account/invitations";
    private static final Map<String, Object> TOKEN = Map.of("name", "laptop", "scopes", List.of("read:user:self"));
    private static final JsonMapper JSON = new JsonMapper();

    private static final Map<String, Function<Owner, Ready>> BY_ROUTE = Map.ofEntries(
            entry(
                    "POST /account",
                    owner -> owner.form(
                            "/account",
                            "/account",
                            Map.of("display_name", "Changed", "locale", "en", "timezone", "UTC"),
                            owner.id())),
            entry(
                    "POST /account/address",
                    owner -> owner.form(
                            "/account",
                            "/account/address",
                            Map.of("contact_email", UuidV7.next() + "@sample.test"),
                            owner.id())),
            entry(
                    "POST /account/handle",
                    owner -> owner.form("/account", "/account/handle", Map.of("handle", newHandle()), owner.id())),
            entry(
                    "PUT /v1/me/handle",
                    owner -> owner.call("PUT", "/v1/me/handle", Map.of("handle", newHandle()), owner.id())),
            entry("POST /account/workspaces/{id}/leave", owner -> {
                String page = "/account/workspaces";
                return owner.form(page, page + "/" + owner.place() + "/leave", Map.of(), owner.id());
            }),
            entry(
                    "POST /account/badges/profile",
                    owner -> owner.form(
                            "/account/badges", "/account/badges/profile", Map.of("shown", "yes"), owner.id())),
            entry(
                    "POST /account/address/proof",
                    owner -> owner.form("/account", "/account/address/proof", Map.of(), owner.id())),
            entry(
                    "POST /account/security/password",
                    owner -> owner.form(SECURITY, SECURITY + "/password", Map.of("password", PASSWORD), owner.id())),
            entry(
                    "POST /account/security/passkeys",
                    owner -> owner.form(SECURITY, SECURITY + "/passkeys", owner.answeredQuestion(), "")),
            entry("POST /account/security/passkeys/{id}/rename", owner -> {
                String key = owner.passkey();
                return owner.form(SECURITY, SECURITY + "/passkeys/" + key + "/rename", Map.of("name", "Blue"), key);
            }),
            entry("POST /account/security/passkeys/{id}/remove", owner -> {
                String key = owner.passkey();
                return owner.form(SECURITY, SECURITY + "/passkeys/" + key + "/remove", Map.of(), key);
            }),
            entry("POST /account/security/app/confirm", owner -> {
                JsonNode begun = owner.begunApp();
                return owner.form(
                        SECURITY,
                        SECURITY + "/app/confirm",
                        Map.of("code", code(begun)),
                        begun.path("id").asString());
            }),
            entry("POST /account/security/app/{id}/remove", owner -> {
                String app = owner.app();
                return owner.form(SECURITY, SECURITY + "/app/" + app + "/remove", Map.of(), app);
            }),
            entry("POST /account/security/recovery-codes", owner -> {
                owner.app();
                return owner.form(SECURITY, SECURITY + "/recovery-codes", Map.of(), owner.id());
            }),
            entry("POST /account/devices/{id}/rename", owner -> {
                String device = owner.device().id();
                return owner.form(DEVICES, DEVICES + "/" + device + "/rename", Map.of("name", "Blue"), device);
            }),
            entry("POST /account/devices/{id}/revoke", owner -> {
                String device = owner.device().id();
                return owner.form(DEVICES, DEVICES + "/" + device + "/revoke", Map.of(), device);
            }),
            entry(
                    "POST /v1/me/devices",
                    owner -> owner.call(
                            "POST",
                            HeldDevice.ALL,
                            Map.of(
                                    "name",
                                    "Laptop",
                                    "jwk",
                                    HolderKey.of("ES256").jwk()),
                            "")),
            entry("PATCH /v1/me/devices/{id}", owner -> {
                HeldDevice device = owner.device();
                return owner.call("PATCH", device.path(), Map.of("name", "Blue"), device.id());
            }),
            entry("DELETE /v1/me/devices/{id}", owner -> {
                HeldDevice device = owner.device();
                return owner.call("DELETE", device.path(), Map.of(), device.id());
            }),
            entry("POST /v1/me/devices/{id}:verify", owner -> {
                HeldDevice device = owner.device();
                return owner.call(
                        "POST", device.path() + ":verify", device.proof(device.challenge(), device.key()), device.id());
            }),
            entry("POST /v1/me/devices/{id}/certificates", owner -> {
                HeldDevice device = owner.trustedDevice();
                // The first one has the authority made, which leaves an entry of its own.
                device.certified();
                var body = new LinkedHashMap<String, String>(device.proof(device.challenge(), device.key()));
                body.put("csr", HeldDevice.csr(device.key()));
                return owner.call("POST", device.path() + "/certificates", body, "");
            }),
            entry("DELETE /v1/me/devices/{id}/certificates/{certificate}", owner -> {
                HeldDevice device = owner.trustedDevice();
                String certificate = device.certified().id();
                return owner.call("DELETE", device.path() + "/certificates/" + certificate, Map.of(), certificate);
            }),
            entry("POST /account/identities/{id}/unlink", owner -> {
                String link = owner.link();
                return owner.form(IDENTITIES, IDENTITIES + "/" + link + "/unlink", Map.of(), link);
            }),
            entry("DELETE /v1/me/identities/{id}", owner -> {
                String link = owner.link();
                return owner.call("DELETE", "/v1/me/identities/" + link, Map.of(), link);
            }),
            entry("POST /account/sessions/{id}/end", owner -> {
                String other = owner.anotherSession();
                return owner.form("/account/sessions", "/account/sessions/" + other + "/end", Map.of(), other);
            }),
            entry("POST /account/sessions/end-others", owner -> {
                owner.anotherSession();
                return owner.form("/account/sessions", "/account/sessions/end-others", Map.of(), owner.id());
            }),
            entry("POST /account/applications/{id}/disconnect", owner -> {
                String client = owner.connected();
                return owner.form(
                        "/account/applications", "/account/applications/" + client + "/disconnect", Map.of(), client);
            }),
            entry(
                    "POST /account/applications/{id}/revoke",
                    owner -> owner.form(
                            "/account/applications",
                            "/account/applications/" + owner.key() + "/revoke",
                            Map.of(),
                            owner.key())),
            entry(
                    "POST /account/tokens",
                    owner -> owner.form(
                            TOKENS,
                            TOKENS,
                            Map.of("name", "laptop", "life", "30", "on_self", "yes", "verb_self", "write"),
                            "")),
            entry("POST /account/tokens/{id}/rotate", owner -> {
                String token = owner.token();
                return owner.form(TOKENS, TOKENS + "/" + token + "/rotate", Map.of(), "");
            }),
            entry("POST /account/tokens/{id}/revoke", owner -> {
                String token = owner.token();
                return owner.form(TOKENS, TOKENS + "/" + token + "/revoke", Map.of(), token);
            }),
            entry("POST /account/invitations", owner -> owner.form(INVITATIONS, INVITATIONS, Map.of(), "")),
            entry("POST /account/invitations/{id}/revoke", owner -> {
                String invite = owner.invite();
                return owner.form(INVITATIONS, INVITATIONS + "/" + invite + "/revoke", Map.of(), invite);
            }),
            entry("POST /v1/me/tokens", owner -> owner.call("POST", "/v1/me/tokens", TOKEN, "")),
            entry("POST /v1/me/tokens/{id}:rotate", owner -> {
                String token = owner.token();
                return owner.call("POST", "/v1/me/tokens/" + token + ":rotate", Map.of(), "");
            }),
            entry("DELETE /v1/me/tokens/{id}", owner -> {
                String token = owner.token();
                return owner.call("DELETE", "/v1/me/tokens/" + token, Map.of(), token);
            }),
            entry(
                    "POST /account/data/delete",
                    owner -> owner.form(
                            "/account/data", "/account/data/delete", Map.of("confirm", owner.handle()), owner.id())),
            entry(
                    "PATCH /v1/me",
                    owner -> owner.call("PATCH", "/v1/me", Map.of("display_name", "Changed"), owner.id())),
            entry("DELETE /v1/me", owner -> owner.call("DELETE", "/v1/me", Map.of(), owner.id())),
            entry(
                    "PUT /v1/me/password",
                    owner -> owner.call("PUT", "/v1/me/password", Map.of("password", PASSWORD), owner.id())),
            entry("POST /v1/me/mfa/{id}:verify", owner -> {
                JsonNode begun = owner.begunApp();
                String app = begun.path("id").asString();
                return owner.call("POST", "/v1/me/mfa/" + app + ":verify", Map.of("code", code(begun)), app);
            }),
            entry("PATCH /v1/me/mfa/{id}", owner -> {
                String key = owner.passkey();
                return owner.call("PATCH", "/v1/me/mfa/" + key, Map.of("name", "Blue"), key);
            }),
            entry("DELETE /v1/me/mfa/{id}", owner -> {
                String app = owner.app();
                return owner.call("DELETE", "/v1/me/mfa/" + app, Map.of(), app);
            }),
            entry(
                    "POST /v1/me/passkeys:finish",
                    owner -> owner.call("POST", "/v1/me/passkeys:finish", owner.answeredQuestion(), "")),
            entry("POST /v1/me/recovery-codes:regenerate", owner -> {
                owner.app();
                return owner.call("POST", "/v1/me/recovery-codes:regenerate", Map.of(), owner.id());
            }));

    private OwnDeeds() {}

    /// A deed that can be done once.
    ///
    /// @param resource the id of what is changed, or nothing when it is made
    record Ready(Insider insider, String resource, Supplier<Answer> deed) {}

    static Ready of(Route route, TestServer server) {
        return Optional.ofNullable(BY_ROUTE.get(route.toString()))
                .orElseThrow(() -> new AssertionError("a deed for " + route + " is missing in OwnDeeds"))
                .apply(Owner.make(server));
    }

    private static String code(JsonNode begun) {
        return Town.App.typed(begun.path("secret").asString()).code(0);
    }

    private static String newHandle() {
        return "o" + UuidV7.next().toString().replace("-", "").substring(14);
    }

    private record Owner(TestServer server, Insider insider, String handle) {
        static Owner make(TestServer server) {
            String handle = newHandle();
            var user = server.makePerson(handle).user();
            return new Owner(server, Insider.enter(server, Reserved.SYSTEM_WORKSPACE, "system", user), handle);
        }

        String id() {
            return insider.user().text();
        }

        Ready form(String page, String path, Map<String, String> fields, String resource) {
            return new Ready(insider, resource, () -> insider.form(page, path, fields));
        }

        Ready call(String method, String path, Map<String, ?> body, String resource) {
            @Nullable String text = body.isEmpty() ? null : JSON.writeValueAsString(body);
            return new Ready(insider, resource, () -> insider.api().send(method, path, text));
        }

        /// A workspace of which they are a member: their own, so that the entry is where those of the others are.
        String place() {
            Answer added = server.asAdministrator()
                    .post(
                            "/v1/workspaces/" + Reserved.SYSTEM_WORKSPACE.text() + "/members",
                            "{\"user_id\":\"%s\",\"role\":\"viewer\"}".formatted(id()));
            assertThat(added.status()).as(added.text()).isEqualTo(201);
            return Reserved.SYSTEM_WORKSPACE.text();
        }

        JsonNode begunApp() {
            Answer begun = insider.api().post("/v1/me/mfa", "{\"type\":\"totp\"}");
            assertThat(begun.status()).as(begun.text()).isEqualTo(201);
            return begun.json();
        }

        String app() {
            JsonNode begun = begunApp();
            String app = begun.path("id").asString();
            done("/v1/me/mfa/" + app + ":verify", Map.of("code", code(begun)));
            return app;
        }

        /// What a browser answers to a question that was asked just now.
        Map<String, String> answeredQuestion() {
            var key = new SoftKey();
            RelyingParty party = RelyingParty.at(server.address(), "Keystead");
            key.origin = party.origin();
            key.rpId = party.id();
            JsonNode question = insider.api().post("/v1/me/passkeys:begin").json();
            return Map.of(
                    "challenge",
                    question.path("challenge").asString(),
                    "credential",
                    key.create(question.path("options").asString()).replace("\n", ""));
        }

        String passkey() {
            return done("/v1/me/passkeys:finish", answeredQuestion()).path("id").asString();
        }

        private JsonNode done(String path, Map<String, String> body) {
            Answer answer = insider.api().post(path, JSON.writeValueAsString(body));
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            return answer.json();
        }

        String token() {
            Answer made = insider.api().post("/v1/me/tokens", JSON.writeValueAsString(TOKEN));
            assertThat(made.status()).as(made.text()).isEqualTo(201);
            return made.json().path("token").path("id").asString();
        }

        /// A link that is not the only way in.
        String link() {
            passkey();
            return FederationSamples.link(server, server.asAdministrator(), id());
        }

        HeldDevice device() {
            return HeldDevice.register(insider.api(), "ES256");
        }

        HeldDevice trustedDevice() {
            return HeldDevice.trusted(insider.api(), "ES256");
        }

        String invite() {
            return InviteSamples.open(server, Reserved.SYSTEM_WORKSPACE, insider.user())
                    .text();
        }

        String anotherSession() {
            return Insider.enter(server, Reserved.SYSTEM_WORKSPACE, "system", insider.user())
                    .session()
                    .text();
        }

        String connected() {
            ClientId client = GrantSamples.client(server, server.asAdministrator());
            GrantSamples.consent(server, Reserved.SYSTEM_WORKSPACE, insider.user(), client);
            return client.text();
        }

        String key() {
            return server.look()
                    .text("select app.id_text('apk', id) from admin.api_keys where user_id = '"
                            + insider.user().value() + "'");
        }
    }
}
