package dev.keystead.oauth.authorize;

import dev.keystead.grant.AccessToken;
import dev.keystead.grant.Grant;
import dev.keystead.oauth.mint.Recipient;
import java.util.Optional;

/// What a client is given for its request.
sealed interface Gift {
    /// Something to exchange for tokens.
    record ForCode(String code) implements Gift {}

    /// Tokens themselves, which are signed once the transaction is over.
    ///
    /// @param access nothing where the ID token comes alone
    record Direct(Recipient recipient, Grant grant, Optional<AccessToken> access, Optional<String> nonce)
            implements Gift {}
}
