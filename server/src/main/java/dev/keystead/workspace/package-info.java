/// Organisations and workspaces: the tenants themselves.
///
/// 1. A workspace's id is the tenant id of all that is inside it.
/// 2. A slug names one workspace in the whole installation, is looked up before any tenant is known, and never changes.
/// 3. A workspace sees itself; its organisation sees all of its workspaces; everybody else finds nothing.
///
/// Tables: identity.orgs, identity.workspaces, identity.workspace_slugs.
/// May use: audit, platform.
@NullMarked
package dev.keystead.workspace;

import org.jspecify.annotations.NullMarked;
