/// The authorization endpoint: a browser brings a client's request, a person answers it, the browser takes
/// a code back; where the workspace allows the implicit flow, tokens.
///
/// 1. An answer goes only where the client registered it to go; before that is known, a person is told
///    instead.
/// 2. A request that waits for a person belongs to one browser, and is answered once. The reference of a
///    pushed one may be loaded again until then, and never after.
/// 3. A code is used up by one statement; a second use ends what the first one gave.
/// 4. What is decided is decided anew at each step from what is true then; the browser carries nothing but
///    an id.
/// 5. Tokens go back in the fragment or in a form, never in a query, and only to clients that are registered for
///    it in a workspace that allows it at that moment.
///
/// RFC 6749 section 4.1, RFC 7636, RFC 8707, RFC 9101, RFC 9126, RFC 9207, RFC 9396, RFC 9700; OpenID
/// Connect Core sections 3.1.2 and 3.2.2. Owns: oauth.authorization_requests, oauth.authorization_codes.
@NullMarked
package dev.keystead.oauth.authorize;

import org.jspecify.annotations.NullMarked;
