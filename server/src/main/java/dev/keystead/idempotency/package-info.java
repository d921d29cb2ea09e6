/// Requests that may be sent again: the first answer is kept and given back.
///
/// 1. The claim on a key, the change and the kept answer are one transaction: either all of them are there or none.
/// 2. Of two requests with one key at the same time, the second waits for the first and gets its answer.
/// 3. The same key with another request is refused, and no caller ever meets another caller's key.
/// 4. Kept answers are encrypted: an answer may hold a secret that is shown once.
///
/// Tables: admin.idempotency_keys.
/// May use: job, platform.
@NullMarked
package dev.keystead.idempotency;

import org.jspecify.annotations.NullMarked;
