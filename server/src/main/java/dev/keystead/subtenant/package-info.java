/// Subtenants: the parts that a workspace keeps apart by itself, such as production and staging.
///
/// 1. A subtenant is no tenant: the wall stands around the workspace, and all of its subtenants are inside.
/// 2. Every workspace has the subtenant `default` from its beginning, and keeps it.
/// 3. A slug names one subtenant among the living of the workspace, and never changes; deleting is soft.
/// 4. A subtenant and its node in the tree are made, renamed and deleted together.
/// 5. Who holds the role owner or admin in a subtenant may change it, whatever their role in the workspace;
///    an owner gives and takes its roles. So may who holds a role of the workspace's own with these rights on
///    subtenants. A role lasts no longer than the membership that it was given under.
/// 6. A role that is given is one that every workspace has, or one of the workspace's own. A group can hold
///    one: then every member who is in it does.
///
/// Tables: identity.subtenants, identity.subtenant_role_bindings, identity.subtenant_group_bindings; reads
/// identity.workspace_members, identity.group_members and identity.roles.
/// May use: node, group, directory, audit, platform.
@NullMarked
package dev.keystead.subtenant;

import org.jspecify.annotations.NullMarked;
