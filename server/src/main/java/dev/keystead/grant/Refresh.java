package dev.keystead.grant;

/// What became of the wish to go on with a grant.
public sealed interface Refresh {
    /// It goes on.
    ///
    /// @param token the refresh token from now on
    record Renewed(Grant grant, String token) implements Refresh {}

    /// There is no such grant, or it is over, or it is another client's.
    record Over() implements Refresh {}

    /// The token had been used before: somebody has a copy of it. The grant is ended.
    record Reused(Grant grant) implements Refresh {}
}
