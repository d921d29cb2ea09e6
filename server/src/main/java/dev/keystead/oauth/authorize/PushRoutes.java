package dev.keystead.oauth.authorize;

import dev.keystead.client.Client;
import dev.keystead.grant.Binding;
import dev.keystead.oauth.clientauth.CallingClients;
import dev.keystead.oauth.clientauth.CallingClients.Calling;
import dev.keystead.oauth.clientauth.ClientLimits;
import dev.keystead.oauth.proof.Possession;
import dev.keystead.oauth.wire.Endpoints;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The endpoint to which clients push requests (RFC 9126).
public final class PushRoutes {
    private static final String PATH = "/oauth/v2/par";

    /// How a client proves itself is no part of what it asks for.
    private static final Set<String> PROOFS =
            Set.of("client_secret", "client_assertion", "client_assertion_type", "client_id");

    private final CallingClients clients;
    private final Possession possession;
    private final RequestSources sources;
    private final WaitingRequests waiting;
    private final ClientLimits limits;

    PushRoutes(
            CallingClients clients,
            Possession possession,
            RequestSources sources,
            WaitingRequests waiting,
            ClientLimits limits) {
        this.clients = clients;
        this.possession = possession;
        this.sources = sources;
        this.waiting = waiting;
        this.limits = limits;
    }

    public List<Route> routes() {
        return List.of(Route.post(PATH, "Push a request for authorization")
                .open("clients prove themselves by the protocol's own means")
                .auditsNothing("the request is kept for a minute and changes nothing")
                .anyOrigin()
                .endpoint(201, Shape.media("application/json"), Endpoints.answering(this::push)));
    }

    private Reply push(Call call, ProtocolMessage message) {
        Calling calling = clients.of(
                call, message, PATH, proven -> possession.askForNonce(call, proven.client(), endpoint(proven)));
        Parameters sent = calling.parameters();
        Client client = calling.client();
        // RFC 9126 section 2.1: a reference within a pushed request would lead in circles.
        if (sent.find("request_uri").isPresent()) {
            throw OAuthError.invalidRequest("request_uri cannot be pushed");
        }
        Possession.Shown shown = possession.proof(call, client, endpoint(calling));
        Parameters asked = asked(client, sent);
        return switch (sources.readObject(client, calling.issuer(), asked)) {
            case Reading.Unanswerable(OAuthError error) -> throw error;
            case Reading.Refused(AuthorizationRequest.AnswerTo _, OAuthError error) -> throw error;
            case Reading.Good(AuthorizationRequest request) -> {
                String reference = waiting.push(
                        client.workspace(),
                        client.id(),
                        bound(request, shown),
                        transaction -> limits.takeRequest(transaction, client, call.remoteAddress()));
                yield shown.on(Reply.json(
                        201, Map.of("request_uri", reference, "expires_in", WaitingRequests.PUSHED_LIFE.toSeconds())));
            }
        };
    }

    /// RFC 9449 section 10.1: a proof that comes with the request binds the code like `dpop_jkt`.
    private static Parameters bound(AuthorizationRequest request, Possession.Shown shown) {
        Optional<String> thumbprint = shown.binding().map(Binding::thumbprint);
        if (thumbprint.isEmpty()) {
            return request.parameters();
        }
        if (request.boundTo().isPresent() && !request.boundTo().equals(thumbprint)) {
            throw OAuthError.of("invalid_dpop_proof", "dpop_jkt is not the thumbprint of the key of the proof");
        }
        return request.parameters().with(Map.of("dpop_jkt", List.of(thumbprint.get())));
    }

    private static Parameters asked(Client client, Parameters sent) {
        var all = new LinkedHashMap<>(sent.all());
        all.keySet().removeAll(PROOFS);
        all.put("client_id", List.of(client.clientId()));
        return new Parameters(all);
    }

    private static URI endpoint(Calling calling) {
        return URI.create(calling.issuer() + PATH);
    }
}
