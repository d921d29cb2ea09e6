package dev.keystead.oauth.wire;

import dev.keystead.client.Client;
import java.util.List;

/// What clients ask for by `scope` (RFC 6749 section 3.3).
public final class Scopes {
    private Scopes() {}

    /// What the client may have of what it asks for. OpenID Connect Core section 3.1.2.1 has unknown
    /// scopes passed over.
    ///
    /// @throws OAuthError `invalid_scope` when nothing is left
    public static List<String> allowed(Client client, Parameters parameters) {
        List<String> asked = parameters.words("scope");
        List<String> known = client.settings().grants().scopes();
        List<String> allowed = asked.stream().filter(known::contains).toList();
        if (allowed.isEmpty() && !asked.isEmpty()) {
            throw OAuthError.of("invalid_scope", "none of these scopes is allowed to this application");
        }
        return allowed;
    }
}
