/// The schema contract: what must hold of a folder of migrations, checked before it is applied anywhere that matters.
/// Start reading at [Contract].
///
/// Invariants
///
/// 1. Checking changes nothing in the folder; only [Locks#write] writes, and it writes the lock alone.
/// 2. A migration that has been locked is never locked anew with other bytes.
/// 3. What things are is asked of the engine itself (`scratch`, `shape`); only comments, names and order are read off
/// the
///    text (`text`).
/// 4. Nothing passes in silence: a file that cannot be read and a statement that the engine refuses are findings, and
/// the
///    rest is judged all the same.
/// 5. Ids of rules are for good; an exemption exists only where the documents name one.
///
/// May use: `dev.keystead.tenancy`, `dev.keystead.postgres`.
@NullMarked
package dev.keystead.contract;

import org.jspecify.annotations.NullMarked;
