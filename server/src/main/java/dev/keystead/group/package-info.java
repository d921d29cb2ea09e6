/// Groups of people in a workspace: tokens carry their names, and roles can be given to them.
///
/// 1. In a group are users of the workspace and its members from elsewhere. Whoever leaves the workspace or
///    is deleted is in none of its groups any more; whoever comes back begins without.
/// 2. A name is one group's, without regard to case. What a group is called and who is in it counts on every
///    node within a second.
/// 3. Whoever puts people into a group, or takes them out, has every right that the group carries.
/// 4. A group that holds roles cannot be deleted: they are taken from it first, by somebody who may.
///
/// Tables: identity.groups, identity.group_members; reads identity.users, identity.workspace_members,
/// identity.roles, identity.role_group_assignments and identity.subtenant_group_bindings.
/// May use: directory, audit, platform.
@NullMarked
package dev.keystead.group;

import org.jspecify.annotations.NullMarked;
