/// What can be asked about tokens, and by them: userinfo, introspection, revocation, our own interface.
///
/// 1. A token that does not work tells nothing about why.
/// 2. What a token says was true when it was given; what counts is whether its grant, session and person
///    still stand.
/// 3. At our own interface a token works when it was asked for that resource by name (the issuer's address
///    with `/v1`), in the name of a person and within their role; scopes are those of keys.
///
/// RFC 6750, RFC 7009, RFC 7662, RFC 9701; OpenID Connect Core section 5.3. May use: grant, device, client, key,
/// directory.
@NullMarked
package dev.keystead.oauth.inspect;

import org.jspecify.annotations.NullMarked;
