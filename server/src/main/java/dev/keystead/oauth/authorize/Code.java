package dev.keystead.oauth.authorize;

import dev.keystead.client.ClientId;
import dev.keystead.directory.UserId;
import dev.keystead.grant.Grant;
import dev.keystead.grant.GrantId;
import dev.keystead.session.SessionId;
import java.util.Optional;

/// What an authorization code stands for.
///
/// @param grant the grant that it becomes
/// @param redirectUri where it was sent, if the request named that
/// @param challenge of PKCE, method S256
public record Code(
        ClientId client,
        UserId user,
        SessionId session,
        GrantId grant,
        Optional<String> redirectUri,
        Optional<String> challenge,
        Optional<String> nonce,
        Grant.Given given) {}
