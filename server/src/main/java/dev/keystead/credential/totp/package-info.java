/// Codes of authenticator apps (RFC 6238), and how an app learns its secret.
///
/// 1. A code is compared in the same time whatever is wrong with it.
/// 2. A code is good for its own time step and one step of skew to either side, and for no step that was accepted.
/// 3. Nothing here keeps or logs a secret.
///
/// May use: the JDK's cryptography, the QR code library.
@NullMarked
package dev.keystead.credential.totp;

import org.jspecify.annotations.NullMarked;
