package dev.keystead.oauth.mint;

import dev.keystead.client.Client;
import dev.keystead.grant.Binding;
import dev.keystead.workspace.WorkspaceId;
import java.util.Optional;

/// For whom tokens are made.
///
/// @param issuer the address under which the client asked
/// @param binding the key that it showed, and that its tokens are bound to
public record Recipient(String issuer, Client client, Optional<Binding> binding) {
    public WorkspaceId tenant() {
        return client.workspace();
    }

    /// The key that refresh tokens are bound to: a client that proves itself anyway needs none (RFC 9449
    /// section 5).
    public Optional<Binding> refreshBinding() {
        return client.isPublic() ? binding : Optional.empty();
    }
}
