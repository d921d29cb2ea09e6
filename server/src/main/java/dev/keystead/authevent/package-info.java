/// What happened at the door: sign-ins, failures, lockouts, changes of credentials.
///
/// 1. An event commits together with what it tells of, also when that is a failure.
/// 2. Events are never changed. Months are dropped as a whole once they are old; months ahead are always there.
///
/// Tables: auth.auth_events.
/// May use: session, directory, workspace, audit, job, platform.
@NullMarked
package dev.keystead.authevent;

import org.jspecify.annotations.NullMarked;
