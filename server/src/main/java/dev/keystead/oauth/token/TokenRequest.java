package dev.keystead.oauth.token;

import dev.keystead.client.Client;
import dev.keystead.grant.Binding;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.session.Session;
import dev.keystead.workspace.WorkspaceId;
import java.util.Optional;

/// A request for tokens by a client that proved itself.
///
/// @param binding the key that it showed, and that its tokens are bound to
/// @param from where the request came from
public record TokenRequest(
        String issuer, Client client, Parameters parameters, Optional<Binding> binding, Session.Client from) {
    public WorkspaceId tenant() {
        return client.workspace();
    }

    /// The key that refresh tokens are bound to: a client that proves itself anyway needs none (RFC 9449
    /// section 5).
    Optional<Binding> refreshBinding() {
        return client.isPublic() ? binding : Optional.empty();
    }
}
