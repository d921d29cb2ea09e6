package dev.keystead.oauth.token;

import dev.keystead.grant.Grants;
import dev.keystead.oauth.mint.Issued;
import dev.keystead.oauth.mint.TokenMint;
import dev.keystead.oauth.wire.OAuthError;
import java.util.Map;

/// What a transaction decided about a wish for tokens. Both are values, so that what must be kept with a
/// refusal (a code that is used up, a grant that was ended) is committed.
sealed interface TokenOutcome {
    record Given(Issued issued) implements TokenOutcome {}

    record Refused(OAuthError error) implements TokenOutcome {}

    static TokenOutcome refused(String code, String description) {
        return new Refused(OAuthError.of(code, description));
    }

    static TokenOutcome invalidGrant(String description) {
        return new Refused(OAuthError.invalidGrant(description));
    }

    /// The answer, once the transaction is over.
    ///
    /// @throws OAuthError when it is a refusal, or those who gave it are not there any more
    default Map<String, Object> answer(TokenRequest request, Grants grants, TokenMint mint) {
        return switch (this) {
            case Refused(OAuthError error) -> throw error;
            case Given(Issued issued) -> {
                if (!grants.isStillMeant(issued.grant().orElseThrow())) {
                    throw OAuthError.invalidGrant("the person has signed out or may not sign in any more");
                }
                yield mint.answer(request.recipient(), issued);
            }
        };
    }
}
