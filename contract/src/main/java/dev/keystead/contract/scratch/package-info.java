/// Migrations applied, one after the other, to an engine that is thrown away, and what its catalogue says
/// after each.
///
/// Invariants
///
/// 1. The truth is the engine's: a table has the columns, keys, indexes and policies that the catalogue
///    answers with.
/// 2. A statement that the engine refuses is a finding with its line; the statements and files after it go
///    on.
/// 3. After each file only what it can have touched is asked anew, and everything when that cannot be told
///    from its text, so that a folder costs time in proportion to its length. PostgreSQL is asked in the same
///    message that applies the file.
/// 4. A migration is hostile: the embedded engines hold it back from files, programs and endless work, and
///    nothing of it is left when the scratch is closed.
///
/// May use: `dev.keystead.postgres`, `dev.keystead.tenancy.migration`, `dev.keystead.contract.text`, the
/// types of `dev.keystead.contract`, JDBC.
@NullMarked
package dev.keystead.contract.scratch;

import org.jspecify.annotations.NullMarked;
