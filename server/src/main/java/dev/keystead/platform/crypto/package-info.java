/// Secrets of the installation and what is derived from them.
///
/// 1. One master key; every use has a key of its own, derived by HKDF under the name of its purpose.
/// 2. What people present to us (keys, tokens) is stored as HMAC-SHA-256 only.
/// 3. What we must read again is encrypted with AES-GCM and bound to its tenant and purpose as associated
///    data. What lives long has a data key of its own in an envelope, and is bound to its row as well.
/// 4. Comparisons of secrets take the same time whatever they compare.
///
/// May use: the JDK's cryptography.
@NullMarked
package dev.keystead.platform.crypto;

import org.jspecify.annotations.NullMarked;
