/// What can be asked about tokens, and by them: userinfo, introspection, revocation.
///
/// 1. A token that does not work tells nothing about why.
/// 2. What a token says was true when it was given; what counts is whether its grant, session and person
///    still stand.
///
/// RFC 6750, RFC 7009, RFC 7662, RFC 9701; OpenID Connect Core section 5.3. May use: grant, client, key,
/// directory.
@NullMarked
package dev.keystead.oauth.inspect;

import org.jspecify.annotations.NullMarked;
