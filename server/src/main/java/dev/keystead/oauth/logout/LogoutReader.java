package dev.keystead.oauth.logout;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.keystead.client.Client;
import dev.keystead.client.Clients;
import dev.keystead.oauth.wire.IdTokenHints;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.workspace.WorkspaceId;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/// Reads requests to sign somebody out, in the order of OpenID Connect RP-Initiated Logout sections 2 and 3.
final class LogoutReader {
    /// What an address can carry everywhere.
    static final int LONGEST_ADDRESS = 7_000;

    private final Clients clients;
    private final IdTokenHints hints;

    LogoutReader(Clients clients, IdTokenHints hints) {
        this.clients = clients;
        this.hints = hints;
    }

    /// @throws OAuthError when the request breaks a rule, and is not to be answered but by telling the person
    LogoutRequest read(WorkspaceId tenant, Parameters parameters) {
        Optional<JWTClaimsSet> hint = parameters.find("id_token_hint").map(text -> hint(tenant, text));
        Optional<Client> client = client(tenant, parameters.find("client_id"), hint);
        Optional<String> redirectUri = parameters.find("post_logout_redirect_uri");
        redirectUri.ifPresent(uri -> requireRegistered(client, uri));
        var request = new LogoutRequest(
                parameters,
                client,
                hint.map(claims -> claims.getClaim("sid"))
                        .filter(String.class::isInstance)
                        .map(String.class::cast),
                redirectUri,
                parameters.find("state"));
        if (request.onward().map(String::length).orElse(0) > LONGEST_ADDRESS) {
            throw OAuthError.invalidRequest("state is too long");
        }
        return request;
    }

    /// Section 2: we must have issued it; that it has expired is no fault.
    private JWTClaimsSet hint(WorkspaceId tenant, String text) {
        return hints.read(tenant, text)
                .orElseThrow(() -> OAuthError.invalidRequest("id_token_hint is not an ID token that was issued here"));
    }

    /// Section 2: the client that is named must be the one that the ID token is for.
    private Optional<Client> client(WorkspaceId tenant, Optional<String> named, Optional<JWTClaimsSet> hint) {
        if (named.isEmpty()) {
            return hint.flatMap(claims -> claims.getAudience().stream().findFirst())
                    .flatMap(audience -> clients.find(tenant, audience));
        }
        Client client = clients.find(tenant, named.get())
                .orElseThrow(() -> OAuthError.invalidRequest("client_id is not that of an application known here"));
        if (hint.filter(claims -> !claims.getAudience().contains(client.clientId()))
                .isPresent()) {
            throw OAuthError.invalidRequest(
                    "id_token_hint is an ID token for another application than client_id names");
        }
        return Optional.of(client);
    }

    /// Section 3: the same text as a registered one. Who does not say for whom it asks has registered
    /// nothing.
    private static void requireRegistered(Optional<Client> client, String text) {
        if (client.isEmpty()) {
            throw OAuthError.invalidRequest(
                    "post_logout_redirect_uri needs an id_token_hint or a client_id of an application known here");
        }
        if (!client.get().mayRedirectAfterLogoutTo(uri(text))) {
            throw OAuthError.invalidRequest("post_logout_redirect_uri is not one that the application registered");
        }
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException _) {
            throw OAuthError.invalidRequest("post_logout_redirect_uri is not a URI");
        }
    }
}
