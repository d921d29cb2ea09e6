package dev.keystead.oauth.token;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.grant.AccessTokens;
import dev.keystead.grant.Grant;
import dev.keystead.grant.Grants;
import dev.keystead.grant.Refresh;
import dev.keystead.oauth.mint.Issued;
import dev.keystead.oauth.mint.TokenMint;
import dev.keystead.oauth.wire.Resources;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Goes on with a grant by its refresh token (RFC 6749 section 6).
final class RefreshTokenGrant {
    private static final String OVER =
            "the refresh token is unknown, has expired, was revoked or is another application's";

    private final Database database;
    private final Grants grants;
    private final AccessTokens accessTokens;
    private final TokenMint mint;
    private final AuthEvents events;

    RefreshTokenGrant(Database database, Grants grants, AccessTokens accessTokens, TokenMint mint, AuthEvents events) {
        this.database = database;
        this.grants = grants;
        this.accessTokens = accessTokens;
        this.mint = mint;
        this.events = events;
    }

    Map<String, Object> give(TokenRequest request) {
        String token = request.parameters().require("refresh_token");
        List<String> resources = Resources.read(request.parameters());
        TokenOutcome outcome = Scope.tenant(request.tenant().value())
                .call(() -> request.client().rotatesRefreshTokens()
                        ? database.write(transaction -> outcome(
                                transaction,
                                request,
                                resources,
                                grants.rotate(
                                        transaction,
                                        request.client().id(),
                                        token,
                                        request.recipient().refreshBinding())))
                        : keep(request, token, resources));
        return outcome.answer(request, grants, mint);
    }

    /// The token stays as it is, so that nothing but the access token is written.
    private TokenOutcome keep(TokenRequest request, String token, List<String> resources) {
        Refresh refresh = grants.keep(
                request.tenant(),
                request.client().id(),
                token,
                request.recipient().refreshBinding());
        return database.write(transaction -> outcome(transaction, request, resources, refresh));
    }

    private TokenOutcome outcome(
            Transaction transaction, TokenRequest request, List<String> resources, Refresh refresh) {
        return switch (refresh) {
            case Refresh.Over() -> TokenOutcome.invalidGrant(OVER);
            case Refresh.Reused(Grant grant) -> {
                events.write(
                        transaction,
                        AuthEvent.Type.TOKEN_REPLAYED,
                        AuthEvents.About.user(grant.user()),
                        request.from(),
                        Map.of("client_id", request.client().clientId(), "what", "refresh_token"));
                yield TokenOutcome.invalidGrant(
                        "the refresh token was used before; everything that came of it has been revoked");
            }
            case Refresh.Renewed(Grant grant, String token) -> given(transaction, request, resources, grant, token);
        };
    }

    private TokenOutcome given(
            Transaction transaction, TokenRequest request, List<String> resources, Grant grant, String token) {
        List<String> wanted = request.parameters().words("scope");
        // Refused after the token was replaced: the client got no answer to the old one, and has ten seconds to ask
        // again.
        if (!grant.given().scopes().containsAll(wanted)) {
            return TokenOutcome.refused("invalid_scope", "scope asks for more than was given");
        }
        if (!Resources.areAmong(resources, grant.given().resources())) {
            return TokenOutcome.refused("invalid_target", "resource asks for more than was given");
        }
        List<String> scopes = wanted.isEmpty() ? grant.given().scopes() : wanted;
        return new TokenOutcome.Given(new Issued(
                accessTokens.make(transaction, mint.wish(request.recipient(), grant, scopes, resources)),
                Optional.of(grant),
                Optional.of(token),
                scopes.contains("openid"),
                Optional.empty()));
    }
}
