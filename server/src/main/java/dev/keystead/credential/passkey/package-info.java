/// The two ceremonies of WebAuthn: what a browser is asked, and what its answer proves.
///
/// 1. An answer counts only for the challenge, the origin and the relying party that it was asked for, with the user
///    present, and verified where the policy wants it.
/// 2. The signature of an attestation statement is checked whenever one comes. That its certificates end in a trusted
///    root is checked only when roots are configured; without them the make of an authenticator is its own claim.
///    Revocation of such certificates is not asked for.
/// 3. A signature count that does not grow is told as a possible copy, not as a wrong answer.
/// 4. Whatever the bytes of an answer are, the outcome is a value.
///
/// Formats: none, packed, tpm, android-key, apple, fido-u2f. Algorithms: ES256, EdDSA, RS256.
///
/// May use: platform.json, the WebAuthn library.
@NullMarked
package dev.keystead.credential.passkey;

import org.jspecify.annotations.NullMarked;
