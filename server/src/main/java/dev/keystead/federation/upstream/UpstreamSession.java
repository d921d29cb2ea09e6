package dev.keystead.federation.upstream;

import dev.keystead.connection.ConnectionId;
import dev.keystead.directory.UserId;
import dev.keystead.session.SessionId;
import java.util.Optional;

/// A session of ours that began at another identity provider.
///
/// @param upstream what the provider calls its own session, if it said so
public record UpstreamSession(
        SessionId session,
        ConnectionId connection,
        UserId user,
        String issuer,
        String subject,
        Optional<String> upstream) {}
