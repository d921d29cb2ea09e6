package dev.keystead.oauth.authorize;

import dev.keystead.client.ResponseType;
import dev.keystead.grant.AccessToken;
import dev.keystead.grant.AccessTokens;
import dev.keystead.grant.Grant;
import dev.keystead.oauth.mint.Issued;
import dev.keystead.oauth.mint.NewGrants;
import dev.keystead.oauth.mint.Recipient;
import dev.keystead.oauth.mint.TokenMint;
import dev.keystead.tenancy.Transaction;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tokens that a browser carries to its client (OpenID Connect Core section 3.2). There is a grant behind them
/// as behind all others, and no refresh token.
final class ImplicitTokens {
    /// However long other access tokens of the client live: this one stands in a browser's history.
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final NewGrants newGrants;
    private final AccessTokens accessTokens;
    private final TokenMint mint;

    ImplicitTokens(NewGrants newGrants, AccessTokens accessTokens, TokenMint mint) {
        this.newGrants = newGrants;
        this.accessTokens = accessTokens;
        this.mint = mint;
    }

    /// Notes the grant and, where one is asked for, the access token.
    Gift.Direct note(Transaction transaction, Recipient recipient, ResponseType type, NewGrants.Start start) {
        Grant grant = newGrants.beginOnce(transaction, recipient, start);
        Optional<AccessToken> access = type == ResponseType.ID_TOKEN_TOKEN
                ? Optional.of(accessTokens.make(transaction, wish(recipient, grant)))
                : Optional.empty();
        return new Gift.Direct(recipient, grant, access, start.nonce());
    }

    private AccessToken.Wish wish(Recipient recipient, Grant grant) {
        return mint.wish(recipient, grant, grant.given().scopes(), List.of()).atMost(LONGEST);
    }

    /// The members of the answer (section 3.2.2.5). Not for use inside a transaction.
    Map<String, String> members(Gift.Direct gift) {
        if (gift.access().isEmpty()) {
            return Map.of("id_token", mint.idToken(gift.recipient(), gift.grant(), gift.nonce()));
        }
        var issued = new Issued(gift.access().get(), Optional.of(gift.grant()), Optional.empty(), true, gift.nonce());
        var members = new LinkedHashMap<String, String>();
        mint.answer(gift.recipient(), issued).forEach((name, value) -> members.put(name, String.valueOf(value)));
        return members;
    }
}
