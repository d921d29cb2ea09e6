/// Registered applications: what they are, how they prove themselves and where they may send people.
///
/// Invariants
///
/// 1. Every stored client keeps the rules of [ClientRules]; one of profile fapi2 also those of
///    [Fapi2Rules].
/// 2. A secret is shown once. We keep its HMAC, and the secret itself only where it signs
///    (client_secret_jwt), encrypted with the tenant as associated data.
/// 3. A public client has no secret, and whatever has none is public (RFC 6749 section 2.1).
/// 4. A redirect URI is compared as text, but for the port of a loopback address (RFC 8252 section 7.3).
/// 5. A change is seen by every node within a second; reading a client costs no query otherwise.
/// 6. Nothing is fetched from elsewhere while a transaction is open.
///
/// 7. A client has the implicit flow only where its workspace allows it, and never under profile fapi2.
///
/// RFC 6749 section 2, RFC 7591 section 2, RFC 8252 section 7, RFC 8705 section 2, OpenID Connect
/// Registration section 2, FAPI 2.0 Security Profile section 5.
///
/// Tables: oauth.clients. May use: workspace, audit, key (its engine), platform, Nimbus for keys.
@NullMarked
package dev.keystead.client;

import org.jspecify.annotations.NullMarked;
