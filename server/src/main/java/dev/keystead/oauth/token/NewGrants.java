package dev.keystead.oauth.token;

import dev.keystead.client.GrantType;
import dev.keystead.directory.UserId;
import dev.keystead.grant.AccessTokens;
import dev.keystead.grant.Grant;
import dev.keystead.grant.GrantId;
import dev.keystead.grant.Grants;
import dev.keystead.grant.Refresh;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Optional;

/// Begins what a person gave a client, and makes its first tokens.
final class NewGrants {
    private final Grants grants;
    private final AccessTokens accessTokens;
    private final TokenMint mint;

    NewGrants(Grants grants, AccessTokens accessTokens, TokenMint mint) {
        this.grants = grants;
        this.accessTokens = accessTokens;
        this.mint = mint;
    }

    /// What was given.
    ///
    /// @param asked as the person allowed it; what refresh tokens are bound to follows from the request
    ///     for tokens
    record Start(GrantId id, UserId user, SessionId session, Grant.Given asked, Optional<String> nonce) {}

    /// @param resources the audiences that are asked for now, of those that were given; none for all
    Issued begin(Transaction transaction, TokenRequest request, Start start, List<String> resources) {
        Grant.Given asked = start.asked();
        var given = new Grant.Given(
                asked.scopes(),
                asked.resources(),
                asked.details(),
                asked.claims(),
                asked.methods(),
                asked.provenAt(),
                request.refreshBinding());
        Refresh.Renewed started = grants.start(
                transaction,
                new Grants.Wish(
                        start.id(),
                        request.client().id(),
                        start.user(),
                        Optional.of(start.session()),
                        request.issuer(),
                        given,
                        Lives.of(request.client())));
        Grant grant = started.grant();
        return new Issued(
                accessTokens.make(transaction, mint.wish(request, grant, given.scopes(), resources)),
                Optional.of(grant),
                Optional.of(started.token()).filter(_ -> request.client().mayUse(GrantType.REFRESH_TOKEN)),
                given.scopes().contains("openid"),
                start.nonce());
    }
}
