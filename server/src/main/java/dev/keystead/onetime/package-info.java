/// Secrets in links that work once: the set-up, a sign-in by mail, the proof of an address, a new password.
///
/// 1. A token works once, until it expires, for its purpose and in its workspace only. Using it is one statement.
/// 2. We keep its HMAC; the text exists in the link alone.
///
/// Tables: auth.one_time_tokens.
/// May use: directory, job, platform.
@NullMarked
package dev.keystead.onetime;

import org.jspecify.annotations.NullMarked;
