package dev.keystead.client;

import dev.keystead.platform.db.Words;

/// The way in which a client proves itself, by the words of the registry of token endpoint authentication
/// methods.
public enum AuthMethod {
    NONE,
    CLIENT_SECRET_BASIC,
    CLIENT_SECRET_POST,
    CLIENT_SECRET_JWT,
    PRIVATE_KEY_JWT,
    TLS_CLIENT_AUTH,
    SELF_SIGNED_TLS_CLIENT_AUTH;

    public String wire() {
        return Words.of(this);
    }

    /// Whether we make a secret for it.
    public boolean usesSecret() {
        return switch (this) {
            case CLIENT_SECRET_BASIC, CLIENT_SECRET_POST, CLIENT_SECRET_JWT -> true;
            case NONE, PRIVATE_KEY_JWT, TLS_CLIENT_AUTH, SELF_SIGNED_TLS_CLIENT_AUTH -> false;
        };
    }

    /// Whether the client's own keys must be known.
    public boolean usesKeys() {
        return this == PRIVATE_KEY_JWT || this == SELF_SIGNED_TLS_CLIENT_AUTH;
    }
}
