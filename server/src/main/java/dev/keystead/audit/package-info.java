/// The audit trail: what was done, by whom, written in the transaction that did it.
///
/// 1. A change and its entry commit together or not at all.
/// 2. An entry is never changed or deleted by the application: its role has no such right.
/// 3. No secret and no plain network address stands in an entry.
/// 4. What became of a change is one closed set ([Outcome]), answered in one place ([Answers]).
///
/// Tables: audit.entries.
/// May use: platform.
@NullMarked
package dev.keystead.audit;

import org.jspecify.annotations.NullMarked;
