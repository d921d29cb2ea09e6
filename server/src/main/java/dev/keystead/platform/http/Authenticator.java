package dev.keystead.platform.http;

import java.util.Optional;
import java.util.UUID;

/// Decides who calls. Called for each request on a route that is not open, with no scope bound.
@FunctionalInterface
public interface Authenticator {
    /// Judges one request's credential.
    ///
    /// @param presented what the caller presented, unchecked
    /// @param wanted the workspace that the path selects
    Admission admit(Call call, Optional<Presented> presented, Wanted wanted);

    /// A credential as it came in the header `Authorization`.
    ///
    /// @param proven whether it came by the scheme DPoP, which promises a proof (RFC 9449 section 7.1)
    record Presented(String token, boolean proven) {}

    /// Judges the session that a browser's cookie names, and may set the cookie anew. Without sessions there is none.
    default Admission admitBrowser(Call call) {
        return new Admission.NoCredential();
    }

    /// Which workspace a path means.
    sealed interface Wanted {
        /// None: the credential's own.
        record Own() implements Wanted {}

        /// The one with this slug, by `/t/{slug}`.
        record BySlug(String slug) implements Wanted {}

        /// The one with this id, by `/v1/workspaces/{id}`.
        record ById(UUID id) implements Wanted {}

        /// None that can be: the id in the path is malformed.
        record Nowhere() implements Wanted {}
    }
}
