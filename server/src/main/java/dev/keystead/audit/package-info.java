/// The audit trail: what was done, by whom, written in the transaction that did it.
///
/// 1. A change and its entry commit together or not at all.
/// 2. An entry waits in a queue for its seal ([dev.keystead.audit.chain]); whoever searches sees both at once.
/// 3. No secret and no plain network address stands in an entry.
/// 4. Whoever must hear of changes hears in their own transaction ([AuditLog.Listener]).
/// 5. What became of a change is one closed set ([Outcome]), answered in one place ([Answers]).
/// 6. Which trail an action belongs to is decided in one place ([Trail]).
/// 7. Who reads what is about others leaves an entry before they see it: routes name it as data.
///
/// Tables: audit.entries; the view audit.written, and audit.audit_log for readers who know 000.
/// May use: platform.
@NullMarked
package dev.keystead.audit;

import org.jspecify.annotations.NullMarked;
