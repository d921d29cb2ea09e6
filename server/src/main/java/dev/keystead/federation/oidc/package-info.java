/// Identity providers that speak OpenID Connect: how they are found, asked and believed.
///
/// 1. Nothing is called but what the provider's own document names, by way of `platform.outbound`: no redirect, no
///    address inside the installation's network, bounded time and size.
/// 2. A document counts only when it calls its issuer what the connection does, letter for letter.
/// 3. The code goes with PKCE (S256), a nonce and a state of one browser; an `iss` beside it must be the provider's.
/// 4. An ID token counts when a key of the provider signed it by an algorithm for key pairs, and issuer, audience,
///    times, nonce and `at_hash` are right. Keys that are not known are asked for again, now and then.
/// 5. A logout token ends sessions once; it needs the same signature, and what OpenID Connect Back-Channel Logout 1.0
///    asks of it.
///
/// OpenID Connect Core 1.0 sections 3.1.2, 3.1.3 and 5.3, Discovery 1.0, RP-Initiated Logout 1.0, Back-Channel Logout
/// 1.0; RFC 6749, RFC 7523, RFC 7636, RFC 9207.
///
/// Tables: none of its own.
/// May use: federation, login, connection, gate, client, key, session, workspace, platform.
@NullMarked
package dev.keystead.federation.oidc;

import org.jspecify.annotations.NullMarked;
