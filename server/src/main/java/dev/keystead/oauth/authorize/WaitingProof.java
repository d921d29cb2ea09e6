package dev.keystead.oauth.authorize;

import dev.keystead.client.Clients;
import dev.keystead.federation.Upstreams;
import dev.keystead.login.Visitor;
import dev.keystead.oauth.authorize.AuthorizationRequest.Prompt;
import dev.keystead.platform.id.Prefix;
import dev.keystead.workspace.WorkspaceId;
import java.time.Duration;
import java.util.Optional;

/// How recent a proof must be for the request that somebody goes back to after they signed in: a provider that knows
/// them already would let them pass by an old one.
final class WaitingProof implements Upstreams.Waiting {
    private final WaitingRequests waiting;
    private final Clients clients;
    private final RequestReader reader;

    WaitingProof(WaitingRequests waiting, Clients clients, RequestReader reader) {
        this.waiting = waiting;
        this.clients = clients;
        this.reader = reader;
    }

    @Override
    public Optional<Duration> oldest(Visitor visitor, String page) {
        WorkspaceId workspace = visitor.workspace().id();
        return id(page).flatMap(id -> waiting.find(workspace, id, visitor.browser()))
                .flatMap(found -> clients.find(workspace, found.parameters().require("client_id"))
                        .map(client -> reader.read(client, found.parameters())))
                .flatMap(reading -> reading instanceof Reading.Good(AuthorizationRequest request)
                        ? oldest(request)
                        : Optional.empty());
    }

    private static Optional<Duration> oldest(AuthorizationRequest request) {
        return request.asks(Prompt.LOGIN) ? Optional.of(Duration.ZERO) : request.maxAge();
    }

    private static Optional<RequestId> id(String page) {
        int at = page.indexOf(AuthorizeRoutes.PATH + "/");
        return at < 0
                ? Optional.empty()
                : Prefix.AUTHORIZATION_REQUEST.parse(
                        page.substring(at + AuthorizeRoutes.PATH.length() + 1), RequestId::new);
    }
}
