package dev.keystead.oauth.token;

import dev.keystead.grant.AccessTokens;
import dev.keystead.oauth.mint.Issued;
import dev.keystead.oauth.mint.TokenMint;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.OwnInterface;
import dev.keystead.oauth.wire.Resources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Gives a client a token for itself (RFC 6749 section 4.4).
final class ClientCredentialsGrant {
    /// What is about a person makes no sense where there is none.
    private static final Set<String> OF_PEOPLE =
            Set.of("openid", "profile", "email", "address", "phone", "offline_access");

    private final AccessTokens accessTokens;
    private final OwnInterface ownInterface;
    private final TokenMint mint;

    ClientCredentialsGrant(AccessTokens accessTokens, OwnInterface ownInterface, TokenMint mint) {
        this.accessTokens = accessTokens;
        this.ownInterface = ownInterface;
        this.mint = mint;
    }

    Map<String, Object> give(TokenRequest request) {
        List<String> resources = Resources.read(request.parameters());
        if (ownInterface.isAmong(resources)) {
            throw OAuthError.of(
                    "invalid_target",
                    "this resource is used in the name of a person; programs of their own use API keys");
        }
        var access = accessTokens.make(mint.wish(request.recipient(), scopes(request), resources, Map.of()));
        return mint.answer(
                request.recipient(), new Issued(access, Optional.empty(), Optional.empty(), false, Optional.empty()));
    }

    private static List<String> scopes(TokenRequest request) {
        List<String> allowed = request.client().settings().grants().scopes().stream()
                .filter(scope -> !OF_PEOPLE.contains(scope))
                .toList();
        List<String> wanted = request.parameters().words("scope");
        if (!allowed.containsAll(wanted)) {
            throw OAuthError.of("invalid_scope", "scope asks for more than this application may have for itself");
        }
        return wanted.isEmpty() ? allowed : wanted;
    }
}
