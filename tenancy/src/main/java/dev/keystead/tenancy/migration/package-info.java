/// The guard in front of the migrations: their names, their order, and the proof that none was changed after it landed.
///
/// A folder of migrations holds files named `NNNN_snake_case_summary.sql` and the lock, `_migrations.lock`, with one
/// line `NNNN  <sha256>  <file>` for each. [MigrationCheck] compares the two before anything is applied.
///
/// Invariants
///
/// 1. Numbers begin at 0001 and have neither gaps nor duplicates; nothing else lies in the folder.
/// 2. A file is compared byte by byte (SHA-256) with what the lock says; a changed one is never handed on.
/// 3. Every problem is found in one go, and each says in a sentence what is wrong and what to do.
/// 4. Writing the lock only adds lines: a file that has landed cannot be locked anew by accident.
/// 5. File names and contents are hostile: links are not followed, sizes are bounded, text is UTF-8 or refused.
///
/// May use: the JDK alone.
@NullMarked
package dev.keystead.tenancy.migration;

import org.jspecify.annotations.NullMarked;
