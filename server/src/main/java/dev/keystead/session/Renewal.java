package dev.keystead.session;

import java.time.Instant;

/// What became of the wish to renew a session.
public sealed interface Renewal {
    /// It goes on, with the next token.
    ///
    /// @param token takes the place of the one that was presented
    /// @param accessToken what a program shows with each request until it expires
    record Renewed(Session session, String token, String accessToken, Instant accessExpiresAt) implements Renewal {}

    /// There is no such session, or it is over.
    record Over() implements Renewal {}

    /// The token had been used before: somebody has a copy of it. The session is ended.
    record Reused(Session session) implements Renewal {}
}
