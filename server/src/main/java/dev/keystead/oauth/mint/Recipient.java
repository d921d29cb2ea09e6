package dev.keystead.oauth.mint;

import dev.keystead.client.Client;
import dev.keystead.device.authority.KnownCertificate;
import dev.keystead.grant.Binding;
import dev.keystead.workspace.WorkspaceId;
import java.util.Optional;

/// For whom tokens are made.
///
/// @param issuer the address under which the client asked
/// @param binding the key that it showed, and that its tokens are bound to
/// @param certificate of the device that it showed, where it was that
public record Recipient(
        String issuer, Client client, Optional<Binding> binding, Optional<KnownCertificate> certificate) {
    public WorkspaceId tenant() {
        return client.workspace();
    }

    /// The key that refresh tokens are bound to: a client that proves itself anyway needs none (RFC 9449
    /// section 5). A device is held to its key and not to its certificate, which it renews.
    public Optional<Binding> refreshBinding() {
        Optional<Binding> key = certificate.map(shown -> new Binding(Binding.Kind.DPOP, shown.keyThumbprint()));
        return client.isPublic() ? key.or(() -> binding) : Optional.empty();
    }
}
