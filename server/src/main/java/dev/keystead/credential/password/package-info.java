/// Passwords: what one must be, how it is hashed, and how one is checked against a hash from here or from elsewhere.
///
/// Start at [dev.keystead.credential.password.PasswordHashes]; [dev.keystead.credential.password.PasswordRules] judges
/// new passwords.
///
/// 1. A new hash is Argon2id (RFC 9106) with the current parameters, at least 19 MiB filled twice, and a salt of its
///    own. Its parameters stand in its text; one that was made with others is `outdated` when it matches.
/// 2. Hashes of bcrypt, PBKDF2, scrypt and other forms of Argon2 are checked, are always outdated, and are never made.
/// 3. A stored text is as hostile as any other: whatever it is, and whatever it asks for, a check ends in a verdict
///    within bounds of memory and time.
/// 4. Everything is normalised to NFKC before it is counted, compared and hashed. A foreign hash is tried with what was
///    typed, too.
/// 5. At most as many hashes are computed at once as there are cores, on threads of their own, and none waits for its
///    turn for more than two seconds: [dev.keystead.credential.password.HashingOverloaded] otherwise, which is a 503
///    with `Retry-After` (`Reply.unavailable(overloaded.retryAfterSeconds())`).
/// 6. Checking against nothing (`pretend`) runs the same code with the same parameters as checking against a current
///    hash.
/// 7. All engines give the same bytes: the system's libsodium, or else its libargon2, or else Bouncy Castle; none is
/// used
///    that does not compute right here. Neither a password nor a hash is ever logged; the bytes of a password are
/// overwritten after use.
///
/// Tables: none. May use: platform.config.
@NullMarked
package dev.keystead.credential.password;

import org.jspecify.annotations.NullMarked;
