package dev.keystead.oauth.authorize;

import dev.keystead.oauth.authorize.AuthorizationRequest.AnswerTo;
import dev.keystead.oauth.wire.OAuthError;

/// What came of reading a request for authorization.
sealed interface Reading {
    record Good(AuthorizationRequest request) implements Reading {}

    /// A rule is broken, and the client can be told so by way of the browser.
    record Refused(AnswerTo answer, OAuthError error) implements Reading {}

    /// It is not even known who asks, or where an answer may go: of a browser, only the person can be told (RFC
    /// 6749 section 4.1.2.1).
    record Unanswerable(OAuthError error) implements Reading {}
}
