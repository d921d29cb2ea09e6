/// Invitations of one person by another, and the lineage that comes of them.
///
/// 1. An invitation makes one account at most: one statement takes it, while it is open and its time is not
///    over.
/// 2. What somebody may still invite is checked and counted by one statement, the turn of the period
///    included.
/// 3. The token is shown once and mailed at most once; we keep its HMAC. It names the workspace, so that
///    looking it up stays inside the wall.
/// 4. Account, lineage, counters and the invitation's state change in one transaction. An edge of the
///    lineage is never changed: the application has no right to, and the database derives its place from
///    the inviter's.
/// 5. Everybody below somebody is one range of an index in each generation: a page costs a page, however
///    many there are.
/// 6. Nobody comes by a branch in which somebody is suspended, up to the nearest of the staff, or that has
///    grown too fast in a day.
/// 7. When a person is erased, their invitations and their quota go; the edges stay, with their ids alone.
///    An id is a time and random bits that were made for the account; once that is gone, nothing of ours
///    leads from it to the person: a pseudonym that keeps the lineage of others whole.
///
/// Invitations, lineage and quotas are matters of the system workspace, where individual accounts live; the
/// tables have the wall of all others.
///
/// Tables: identity.invites, identity.invite_chain_edges, identity.invite_quotas. May use: trust, member, lockout,
/// key, workspace, directory, mail, policy, job, audit, platform.
@NullMarked
package dev.keystead.invite;

import org.jspecify.annotations.NullMarked;
