/// Subtenants: the parts that a workspace keeps apart by itself, such as production and staging.
///
/// 1. A subtenant is no tenant: the wall stands around the workspace, and all of its subtenants are inside.
/// 2. Every workspace has the subtenant `default` from its beginning, and keeps it.
/// 3. A slug names one subtenant among the living of the workspace, and never changes; deleting is soft.
/// 4. A subtenant and its node in the tree are made, renamed and deleted together.
/// 5. Who holds the role owner or admin in a subtenant may change it, whatever their role in the workspace; an owner
///    gives and takes its roles. A role lasts no longer than the membership that it was given under.
///
/// Tables: identity.subtenants, identity.subtenant_role_bindings; reads identity.workspace_members.
/// May use: node, directory, audit, platform.
@NullMarked
package dev.keystead.subtenant;

import org.jspecify.annotations.NullMarked;
