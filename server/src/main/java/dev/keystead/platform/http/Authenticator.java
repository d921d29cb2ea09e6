package dev.keystead.platform.http;

import java.util.Optional;

/// Decides who calls. Called for each request on a route that is not open, with no scope bound.
@FunctionalInterface
public interface Authenticator {
    /// Judges one request's credential.
    ///
    /// @param bearerToken what the caller presented, unchecked
    /// @param workspaceSlug the workspace that the path selects; without one, the credential's own
    Admission admit(Optional<String> bearerToken, Optional<String> workspaceSlug);
}
