package dev.keystead.oauth.mint;

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
public final class NewGrants {
    private final Grants grants;
    private final AccessTokens accessTokens;
    private final TokenMint mint;

    public NewGrants(Grants grants, AccessTokens accessTokens, TokenMint mint) {
        this.grants = grants;
        this.accessTokens = accessTokens;
        this.mint = mint;
    }

    /// What was given.
    ///
    /// @param asked as the person allowed it; what refresh tokens are bound to follows from the request
    ///     for tokens
    public record Start(GrantId id, UserId user, SessionId session, Grant.Given asked, Optional<String> nonce) {}

    /// Begins a grant and its first access token, with a refresh token if the client may have one.
    ///
    /// @param resources the audiences that are asked for now, of those that were given; none for all
    public Issued begin(Transaction transaction, Recipient recipient, Start start, List<String> resources) {
        Refresh.Renewed started = start(transaction, recipient, start);
        Grant grant = started.grant();
        List<String> scopes = grant.given().scopes();
        return new Issued(
                accessTokens.make(transaction, mint.wish(recipient, grant, scopes, resources)),
                Optional.of(grant),
                Optional.of(started.token()).filter(_ -> recipient.client().mayUse(GrantType.REFRESH_TOKEN)),
                scopes.contains("openid"),
                start.nonce());
    }

    /// Begins a grant whose client gets no more than what is made of it at once.
    public Grant beginOnce(Transaction transaction, Recipient recipient, Start start) {
        return start(transaction, recipient, start).grant();
    }

    private Refresh.Renewed start(Transaction transaction, Recipient recipient, Start start) {
        Grant.Given asked = start.asked();
        var given = new Grant.Given(
                asked.scopes(),
                asked.resources(),
                asked.details(),
                asked.claims(),
                asked.methods(),
                asked.provenAt(),
                recipient.refreshBinding());
        return grants.start(
                transaction,
                new Grants.Wish(
                        start.id(),
                        recipient.client().id(),
                        start.user(),
                        Optional.of(start.session()),
                        recipient.issuer(),
                        given,
                        Lives.of(recipient.client())));
    }
}
