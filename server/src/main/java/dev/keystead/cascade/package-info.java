/// Taking back that somebody was invited: their account is suspended, and with it, if that is wanted,
/// everybody whom they brought, directly or not.
///
/// 1. The lineage itself never changes. A revocation is written once and counts against the person, whoever
///    invited them, and whoever invited those, until it is undone, by itself or
///    with its cascade.
/// 2. A cascade goes down the lineage one generation after the other, some hundred people in each short
///    transaction. How far it is stands in the job's row, which a batch locks: of several nodes one does
///    each batch, and after a crash any of them goes on. One whose batches keep failing is given up and says why;
///    the others go on, and somebody can have it tried again.
/// 3. Staff, people of high trust and those who have been here for a year are left alone and flagged;
///    somebody decides about each. The walk goes on below them, but not below staff: lineage is counted from the
///    nearest of these, and who came by them is theirs.
/// 4. Who was suspended, what they were before, and the audit entry about it commit together with the
///    batch.
/// 5. Undoing gives back exactly what the job took from those whom it still keeps out. Whoever was let in
///    meanwhile, or was suspended by hand afterwards, stays as that was decided.
/// 6. It works a third of the time at most, so that people who sign in do not wait for it.
///
/// Tables: identity.cascade_jobs, identity.cascade_accounts, identity.invite_revocations.
///
/// May use: trust, session, workspace, directory, job, audit, platform.
@NullMarked
package dev.keystead.cascade;

import org.jspecify.annotations.NullMarked;
