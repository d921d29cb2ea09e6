/// Roles that a workspace makes for itself: rights that members hold beside those of their role as a member,
/// each for themselves or by the groups that they are in.
///
/// 1. Nobody makes, changes, gives or takes a role that allows more than they may do themselves. To put
///    somebody into a group that holds a role is to give it.
/// 2. A role of a workspace's own never reaches beyond the workspace, and never what decides over other
///    people's rights: see [RoleRights].
/// 3. What a role allows counts on every node within a second of a change, for everybody who holds it.
/// 4. It is an addition: who is no member any more has nothing of it, and whoever comes back begins without.
/// 5. A role that anybody holds cannot be deleted. Its name never changes, because roles in subtenants are
///    given by it.
///
/// Tables: identity.roles, identity.role_assignments, identity.role_group_assignments; reads
/// identity.workspace_members, identity.subtenant_role_bindings and identity.subtenant_group_bindings.
/// May use: member, workspace, group, directory, audit, platform.
@NullMarked
package dev.keystead.role;

import org.jspecify.annotations.NullMarked;
