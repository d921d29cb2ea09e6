/// Devices without a browser: they show a short code, and a person allows them elsewhere (RFC 8628).
///
/// 1. A person always confirms, also when the address brought the code along: otherwise a link could
///    connect a stranger's device (section 5.4). They see which application asks for what, and from which
///    address.
/// 2. Guesses at short codes are counted before they are judged, for each person and each source (section
///    5.1).
/// 3. An answer is given once, by one statement, and so are the tokens. A second use of a device code ends
///    what the first one gave.
/// 4. A device that asks too often must wait longer each time (section 3.5).
///
/// Owns: oauth.device_codes. May use: client, grant, lockout, login's door, oauth.clientauth, oauth.wire.
@NullMarked
package dev.keystead.oauth.device;

import org.jspecify.annotations.NullMarked;
