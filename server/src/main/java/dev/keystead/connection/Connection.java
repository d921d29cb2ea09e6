package dev.keystead.connection;

import java.time.Instant;
import java.util.Optional;

/// An identity provider that people of a workspace can come from, without its secret.
///
/// @param name what it is called, also on the button unless that has a text of its own
/// @param position where its button stands; the lowest first
/// @param issuer what the provider calls itself: the issuer of OpenID Connect, the entity id of SAML
/// @param hasSecret whether we have something to prove ourselves to it by
public record Connection(
        ConnectionId id,
        Kind kind,
        String name,
        Optional<String> buttonText,
        boolean enabled,
        int position,
        String issuer,
        ConnectionSettings settings,
        boolean hasSecret,
        String createdBy,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /// What is spoken with it.
    public enum Kind {
        OIDC,
        SAML
    }

    /// What stands on its button at the door; nothing when the page makes it of the name.
    public String label() {
        return buttonText.orElse(name);
    }

    Connection as(
            String newName,
            Optional<String> newText,
            boolean on,
            int newPosition,
            String newIssuer,
            ConnectionSettings newSettings) {
        return new Connection(
                id,
                kind,
                newName,
                newText,
                on,
                newPosition,
                newIssuer,
                newSettings,
                hasSecret,
                createdBy,
                version,
                createdAt,
                updatedAt);
    }
}
