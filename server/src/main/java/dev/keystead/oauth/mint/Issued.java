package dev.keystead.oauth.mint;

import dev.keystead.grant.AccessToken;
import dev.keystead.grant.Grant;
import java.util.Optional;

/// What a grant type gave, before it is signed.
///
/// @param nonce for the ID token
/// @param idToken whether there is one
public record Issued(
        AccessToken access,
        Optional<Grant> grant,
        Optional<String> refreshToken,
        boolean idToken,
        Optional<String> nonce) {}
