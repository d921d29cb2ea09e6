/// From the word of another identity provider to an account: journeys there and back, links, accounts that are made
/// just in time, and sessions that end together.
///
/// 1. An identity at a provider belongs to one account of a workspace at most.
/// 2. A link needs proof of both sides: a recent proof inside the account, and the journey. No address, proven or not,
///    makes one.
/// 3. An account that is made just in time has an address that the provider vouches for and that nobody else has.
/// 4. Whoever is not let in is told why on a page, leaves an event at the door, and no account was touched.
/// 5. A provider's second factor counts only where the workspace has decided so; the workspace's own rules hold
///    otherwise.
///
/// 6. Where a provider is the only way in, no other one is, but for owners.
/// 7. Nobody changes the way in of people who may do more than they.
/// 8. The provider that a user was made by says what they are called, and no other one; each change is in the trail.
///
/// Tables: identity.external_identities; `journey` and `upstream` have theirs. Reads identity.workspace_members,
/// identity.roles, identity.role_assignments, identity.role_group_assignments and identity.group_members.
/// May use: login, connection, gate, session, credential, authevent, member, group, directory, handle, workspace, mail,
/// policy, job, audit, platform.
@NullMarked
package dev.keystead.federation;

import org.jspecify.annotations.NullMarked;
