package dev.keystead.oauth.token;

import dev.keystead.client.GrantType;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.oauth.clientauth.CallingClients;
import dev.keystead.oauth.clientauth.CallingClients.Calling;
import dev.keystead.oauth.mint.Recipient;
import dev.keystead.oauth.proof.Possession;
import dev.keystead.oauth.wire.Endpoints;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import java.net.URI;
import java.util.List;

/// The token endpoint (RFC 6749 section 3.2).
public final class TokenRoutes {
    private static final String PATH = "/oauth/v2/token";

    private final CallingClients clients;
    private final Possession possession;
    private final GrantTypes grantTypes;

    public TokenRoutes(CallingClients clients, Possession possession, GrantTypes grantTypes) {
        this.clients = clients;
        this.possession = possession;
        this.grantTypes = grantTypes;
    }

    public List<Route> routes() {
        return List.of(Route.post(PATH, "Get tokens")
                .open("clients prove themselves by the protocol's own means")
                .auditsNothing("every token has its row, and refusals are events at the door")
                .anyOrigin()
                .endpoint(200, Shape.media("application/json"), Endpoints.answering(this::give)));
    }

    private Reply give(Call call, ProtocolMessage message) {
        Calling calling = clients.of(
                call, message, PATH, proven -> possession.askForNonce(call, proven.client(), endpoint(proven)));
        GrantType type = GrantType.find(calling.parameters().require("grant_type"))
                .orElseThrow(() -> OAuthError.of("unsupported_grant_type", "grant_type is none that is offered here"));
        if (!calling.client().mayUse(type)) {
            throw OAuthError.of("unauthorized_client", "this application may not use this grant_type");
        }
        Possession.Shown shown = possession.forTokens(call, calling.client(), endpoint(calling));
        var request = new TokenRequest(
                new Recipient(calling.issuer(), calling.client(), shown.binding(), shown.certificate()),
                calling.parameters(),
                BrowserSessions.client(call));
        return shown.on(Reply.ok(grantTypes.give(type, request)).with("Pragma", "no-cache"));
    }

    private static URI endpoint(Calling calling) {
        return URI.create(calling.issuer() + PATH);
    }
}
