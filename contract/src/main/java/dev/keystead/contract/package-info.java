/// The schema contract: what must hold of a folder of migrations, checked before it is applied.
///
/// Invariants
///
/// 1. Checking changes nothing; only [Locks#write] writes, and it writes the lock alone.
/// 2. A migration that has been locked is never locked anew with other bytes.
///
/// May use: `dev.keystead.tenancy`.
@NullMarked
package dev.keystead.contract;

import org.jspecify.annotations.NullMarked;
