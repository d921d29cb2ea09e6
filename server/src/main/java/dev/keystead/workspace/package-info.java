/// Organisations and workspaces: the tenants themselves.
///
/// 1. A workspace's id is the tenant id of all that is inside it.
/// 2. A slug names one workspace in the whole installation, is looked up before any tenant is known, and never changes.
/// 3. A workspace sees itself; its organisation sees all of its workspaces; everybody else finds nothing.
/// 4. A workspace begins with its node and its default subtenant, and is deleted, softly, when nothing else is left in
///    it; the one from which its organisation is run is never deleted.
///    After 90 days everything of it is erased but the trail and an empty row that keeps the slug.
/// 5. What v1 reads and writes as tenants, by its routes or by SQL through the view, are the same workspaces.
///
/// Tables: identity.orgs, identity.workspaces, identity.workspace_slugs, and the view admin.tenants.
/// May use: subtenant, node, job, audit, platform.
@NullMarked
package dev.keystead.workspace;

import org.jspecify.annotations.NullMarked;
