/// What becomes of individual accounts in which nobody has been for years, or ever.
///
/// 1. After 18 months their owner is written to, after 24 the account is locked, after 60 it is deleted and its handle
///    is free for anybody. These are settings.
/// 2. Whoever signs in, has a program use a personal access token, or is let in again by an administrator, is awake;
///    the time begins anew.
/// 3. However late the job is, people have the promised time between the mail and the lock, and between the lock and
///    the end.
/// 4. Owners of the system workspace are never locked out: they may work by keys alone.
/// 5. Each account is a transaction of its own: after a crash the next run goes on, and nobody is written to twice.
/// 6. A new account whose address nobody proves within 30 days, a setting too, goes, and its handle is free at once.
///
/// Tables: none of its own; it asks `handle`, `session`, `pat` and `directory`.
/// May use: member, pat, session, directory, handle, mail, job, audit, platform.
@NullMarked
package dev.keystead.dormancy;

import org.jspecify.annotations.NullMarked;
