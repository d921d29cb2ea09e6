package dev.keystead.oauth.register;

import dev.keystead.client.Client;
import dev.keystead.login.Door;
import dev.keystead.oauth.register.ClientRegistrations.Registered;
import dev.keystead.oauth.wire.Endpoints;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.workspace.Workspace;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Registration by applications themselves (RFC 7591) and what they do with it later (RFC 7592).
public final class ClientRegistrationRoutes {
    private static final String PATH = "/oauth/v2/register";
    private static final String OWN_PATH = PATH + "/{clientId}";
    private static final String WHY_REGISTER =
            "an application has no credential before it registers; the workspace's policy and a token decide";
    private static final String WHY_MANAGE = "an application proves itself by its registration access token";
    private static final Shape JSON = Shape.media("application/json");
    private static final String CHALLENGE = "Bearer error=\"invalid_token\"";

    private final Door door;
    private final ClientRegistrations registrations;

    public ClientRegistrationRoutes(Door door, ClientRegistrations registrations) {
        this.door = door;
        this.registrations = registrations;
    }

    public List<Route> routes() {
        return List.of(
                Route.post(PATH, "Register an application (RFC 7591)")
                        .open(WHY_REGISTER)
                        .audits("client.register")
                        .anyOrigin()
                        .endpoint(201, JSON, Endpoints.answering(this::register)),
                Route.get(OWN_PATH, "Read the registration of an application (RFC 7592)")
                        .open(WHY_MANAGE)
                        .anyOrigin()
                        .endpoint(JSON, Endpoints.answering(this::read)),
                Route.put(OWN_PATH, "Replace the registration of an application (RFC 7592)")
                        .open(WHY_MANAGE)
                        .audits("client.register_update")
                        .anyOrigin()
                        .endpoint(200, JSON, Endpoints.answering(this::replace)),
                Route.delete(OWN_PATH, "Remove the registration of an application (RFC 7592)")
                        .open(WHY_MANAGE)
                        .audits("client.deregister")
                        .anyOrigin()
                        .endpoint(204, Shape.nothing(), Endpoints.answering(this::remove)));
    }

    private Reply register(Call call, ProtocolMessage message) {
        Workspace workspace = door.workspace(call);
        Registered made = registrations.register(call, workspace.id(), bearer(call), message.json());
        return Reply.json(201, told(call, made));
    }

    private Reply read(Call call, ProtocolMessage message) {
        Workspace workspace = door.workspace(call);
        String token = bearer(call).orElseThrow(ClientRegistrationRoutes::unproven);
        Client client = registrations.find(workspace.id(), call.variable("clientId"), token);
        return Reply.ok(told(call, new Registered(client, Optional.empty(), token)));
    }

    private Reply replace(Call call, ProtocolMessage message) {
        Workspace workspace = door.workspace(call);
        String token = bearer(call).orElseThrow(ClientRegistrationRoutes::unproven);
        Client client = registrations.find(workspace.id(), call.variable("clientId"), token);
        return Reply.ok(told(call, registrations.replace(call, client, token, message.json())));
    }

    private Reply remove(Call call, ProtocolMessage message) {
        Workspace workspace = door.workspace(call);
        String token = bearer(call).orElseThrow(ClientRegistrationRoutes::unproven);
        registrations.remove(call, registrations.find(workspace.id(), call.variable("clientId"), token));
        return Reply.empty();
    }

    /// RFC 7591 section 3.2.1, RFC 7592 section 3. A secret is told once: only its HMAC is there later.
    private Map<String, Object> told(Call call, Registered registered) {
        Client client = registered.client();
        Map<String, Object> told = ClientMetadata.of(client);
        registered.secret().ifPresent(secret -> {
            told.put("client_secret", secret.text());
            told.put("client_secret_expires_at", 0);
        });
        told.put("registration_access_token", registered.token());
        told.put("registration_client_uri", door.address(call) + PATH + "/" + client.clientId());
        return told;
    }

    /// RFC 6750 section 2.1.
    private static Optional<String> bearer(Call call) {
        return call.header("Authorization")
                .filter(header -> header.regionMatches(true, 0, "Bearer ", 0, 7))
                .map(header -> header.substring(7).strip());
    }

    /// One answer for a client that is not there, a token that is not its own, and none.
    static OAuthError unproven() {
        return OAuthError.withStatus(
                401, "invalid_token", "the registration access token is not that of a client here", CHALLENGE);
    }
}
