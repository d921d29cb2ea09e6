/// What clients were given: grants with their refresh tokens, and access tokens.
///
/// 1. A refresh token is computed, not stored (ADR 11): the row holds the number of the current one. An
///    earlier one that comes back ends the grant (RFC 9700 section 4.14.2), except that for ten seconds it
///    gets the same successor.
/// 2. An access token is a JWT (RFC 9068) that resource servers check by themselves; here it works only
///    while its row is not revoked and the grant that it comes of stands.
/// 3. A grant that is not for offline use ends with the session that it was given in; every grant ends with
///    its person, and one that a device has with the device. A token that is bound to a certificate of a device ends
///    with that certificate.
/// 4. Ending anything is seen on every node within a second.
/// 5. Whoever holds an access token was answered after its row was committed, alone or together with others
///    (ADR 14).
///
/// Owns: session.grants, session.access_tokens. May use: session, device, directory, client ids, key, audit.
@NullMarked
package dev.keystead.grant;

import org.jspecify.annotations.NullMarked;
