/// Certificates and keys in files: what this server shows to others, and whom it trusts.
///
/// Invariants
///
/// 1. A file that is missing, unreadable, too large, malformed or does not fit the others ends in one
///    sentence that says which file it is and what to do ([dev.keystead.platform.start.StartRefused]),
///    never in a stack trace.
/// 2. An [Identity] is whole: its key belongs to its first certificate, and that certificate is valid now.
/// 3. The key that this package makes is readable by its owner alone.
///
/// RFC 7468 (PEM), RFC 5958 (PKCS #8), RFC 5280 (certificates).
///
/// May use: `platform.config`, `platform.start`, Bouncy Castle (here alone), the JDK.
@NullMarked
package dev.keystead.platform.tls;

import org.jspecify.annotations.NullMarked;
