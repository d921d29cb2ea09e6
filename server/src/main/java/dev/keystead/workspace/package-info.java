/// Organisations and workspaces: the tenants themselves.
///
/// 1. A workspace's id is the tenant id of all that is inside it.
/// 2. A slug names one workspace in the whole installation, is looked up before any tenant is known, and
///    never changes.
/// 3. A workspace sees itself; its organisation sees all of its workspaces; everybody else finds nothing.
/// 4. A workspace begins with its node and its default subtenant, and is deleted, softly, when nothing else
///    is left in it or somebody says that it shall go with all; the one from which its organisation is run
///    goes with that alone. After 90 days everything of it is erased but the trail and an empty row that
///    keeps the slug. Until then it can come back as it was.
/// 5. A suspended organisation closes all of its workspaces and changes none of their own states. A deleted
///    one is erased when the last of its workspaces is, and leaves an empty row.
/// 6. A workspace that is given to another organisation keeps its id, its slug and all that is in it.
/// 7. What v1 reads and writes as tenants, by its routes or by SQL through the view, are the same workspaces.
///
/// Tables: identity.orgs, identity.workspaces, identity.workspace_slugs, and the view admin.tenants.
/// May use: subtenant, node, job, audit, platform.
@NullMarked
package dev.keystead.workspace;

import org.jspecify.annotations.NullMarked;
