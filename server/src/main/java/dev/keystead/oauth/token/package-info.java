/// The token endpoint: one file for each grant type.
///
/// 1. A client proves itself before anything else is looked at.
/// 2. A code, a device code and a rotating refresh token are used up by one statement each; what that
///    statement decided is committed also when the request is refused afterwards.
/// 3. Tokens are signed after the transaction, so that no connection waits for a signature.
/// 4. A token that was exchanged for another lives no longer, carries no more, ends with the same grant,
///    and says who acts with it unless the client may impersonate.
///
/// RFC 6749 sections 3.2 and 4 to 6, RFC 7636, RFC 8628, RFC 8693, RFC 8707, RFC 9068, RFC 9700;
/// OpenID Connect Core section 3.1.3.
/// May use: grant, client, key, oauth.authorize's codes, oauth.device's codes,
/// oauth.clientauth, oauth.mint.
@NullMarked
package dev.keystead.oauth.token;

import org.jspecify.annotations.NullMarked;
