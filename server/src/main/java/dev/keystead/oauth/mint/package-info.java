/// Tokens for a client, wherever it asked for them: at the token endpoint, or at the authorization endpoint
/// where a workspace allows the implicit flow.
///
/// 1. What a person gave is a grant before any token is made of it.
/// 2. Rows are noted in the caller's transaction; signing comes after it, so that no connection waits for a
///    signature.
/// 3. All tokens of a grant name the issuer under which the client got it.
///
/// RFC 6749 section 5.1, RFC 8707, RFC 9068; OpenID Connect Core sections 2, 3.1.3.3, 3.1.3.6, 3.2.2.10 and 5.4.
/// Tables: none. May use: grant, device, client, key, group, directory, oauth.wire.
@NullMarked
package dev.keystead.oauth.mint;

import org.jspecify.annotations.NullMarked;
