package dev.keystead.oauth.authorize;

import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.session.Session;

/// What has to happen next for a request.
sealed interface Decision {
    /// Nobody suitable is signed in with this browser.
    ///
    /// @param instead whether somebody is, who is not the one meant or may want to be another
    record SignIn(boolean instead) implements Decision {}

    /// The person is to make an account.
    record SignUp() implements Decision {}

    /// The person must prove again who they are, or more surely.
    record ProveAgain() implements Decision {}

    /// The person must be asked.
    record AskConsent(Session session) implements Decision {}

    record Give(Session session) implements Decision {}

    record Refuse(OAuthError error) implements Decision {}
}
