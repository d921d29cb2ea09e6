package dev.keystead.oauth.token;

import dev.keystead.client.Client;
import dev.keystead.grant.Binding;
import dev.keystead.oauth.mint.Recipient;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.session.Session;
import dev.keystead.workspace.WorkspaceId;
import java.util.Optional;

/// A request for tokens by a client that proved itself.
///
/// @param recipient the client, and the key that it showed
/// @param from where the request came from
public record TokenRequest(Recipient recipient, Parameters parameters, Session.Client from) {
    public WorkspaceId tenant() {
        return recipient.tenant();
    }

    Client client() {
        return recipient.client();
    }

    String issuer() {
        return recipient.issuer();
    }

    Optional<Binding> binding() {
        return recipient.binding();
    }
}
