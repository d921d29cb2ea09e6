package dev.keystead.oauth.clientauth;

import dev.keystead.client.Client;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.login.Door;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.workspace.WorkspaceId;
import java.util.function.Consumer;

/// Knows which client calls an endpoint, and in which workspace.
public final class CallingClients {
    private final Door door;
    private final ClientAuthenticator authenticator;

    public CallingClients(Door door, ClientAuthenticator authenticator) {
        this.door = door;
        this.authenticator = authenticator;
    }

    /// A client that proved itself, and what it sent.
    ///
    /// @param issuer the address under which it reached the workspace
    public record Calling(String issuer, Client client, Parameters parameters) {
        public WorkspaceId tenant() {
            return client.workspace();
        }
    }

    /// The client that calls an endpoint.
    ///
    /// @param path of the endpoint, below the issuer
    /// @throws OAuthError when the client does not prove itself
    public Calling of(Call call, ProtocolMessage message, String path) {
        return of(call, message, path, _ -> {});
    }

    /// The same for endpoints that may ask the client to try again.
    ///
    /// @param beforeUse called with a client that has proved itself, before a proof that counts once is
    ///     used up: when it throws, the client may send that proof again
    public Calling of(Call call, ProtocolMessage message, String path, Consumer<Calling> beforeUse) {
        var parameters = new Parameters(message.form());
        String issuer = door.address(call);
        var presented = new Presented(
                door.workspace(call).id(),
                issuer,
                path,
                call.header("Authorization"),
                parameters.all(),
                call.clientCertificate(),
                BrowserSessions.client(call));
        Client client = authenticator.authenticate(
                presented, proven -> beforeUse.accept(new Calling(issuer, proven, parameters)));
        return new Calling(issuer, client, parameters);
    }
}
