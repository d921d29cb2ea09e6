package dev.keystead.oauth.authorize;

import dev.keystead.grant.Grant;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.OwnInterface;
import dev.keystead.oauth.wire.Parameters;
import java.util.List;

/// What a request for tokens by way of the browser must keep to besides, in the order of OpenID Connect Core
/// section 3.2.2.1.
final class ImplicitRequests {
    private final OwnInterface ownInterface;

    ImplicitRequests(OwnInterface ownInterface) {
        this.ownInterface = ownInterface;
    }

    /// Refuses what may not be asked for in this way.
    ///
    /// @param scopes what the client may have of what it asks for
    void check(Parameters parameters, List<String> scopes, List<String> resources) {
        // An ID token is part of every answer.
        if (!scopes.contains("openid")) {
            throw OAuthError.of("invalid_scope", "scope must have openid for this response_type");
        }
        // It is all that keeps somebody else's ID token from being slipped in.
        if (parameters.find("nonce").isEmpty()) {
            throw OAuthError.invalidRequest("nonce is required for this response_type");
        }
        // RFC 9449 section 10: it binds codes. Ignoring it would give a token that works for everybody.
        if (parameters.find("dpop_jkt").isPresent()) {
            throw OAuthError.invalidRequest("dpop_jkt cannot be honoured: this response_type has no code to bind");
        }
        // Who acts here in somebody's name does so with a token that no browser has seen.
        if (ownInterface.isAmong(resources)) {
            throw OAuthError.of("invalid_target", "this resource is reached by the response_type code alone");
        }
    }

    /// The scopes without the one that outlives the person's session: it is passed over where no code is given
    /// (section 11).
    static List<String> withoutOffline(List<String> scopes) {
        return scopes.stream().filter(scope -> !scope.equals(Grant.OFFLINE)).toList();
    }
}
