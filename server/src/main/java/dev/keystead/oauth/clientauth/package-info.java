/// How clients prove who they are, at every endpoint that asks.
///
/// Invariants
///
/// 1. A client proves itself in the one way that it registered, and in one way at a time (RFC 6749 section
///    2.3).
/// 2. A client that there is not and a wrong secret get the same answer after the same work.
/// 3. A signed assertion works once (RFC 7523 section 3): one insert decides.
/// 4. Which algorithms and keys count is said by the registration, never by what was presented (RFC 8725
///    section 3.1).
/// 5. Every failure leaves an event at the door, without what was presented.
///
/// RFC 6749 section 2.3, RFC 7521 section 4.2, RFC 7523 section 3, RFC 8705 section 2, OpenID Connect Core
/// section 9, FAPI 2.0 Security Profile section 5.3.2.1.
///
/// Tables: oauth.replays. May use: client, authevent, oauth.wire, platform, Nimbus for keys and tokens.
@NullMarked
package dev.keystead.oauth.clientauth;

import org.jspecify.annotations.NullMarked;
