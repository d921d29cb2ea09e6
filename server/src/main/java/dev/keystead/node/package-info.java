/// The tree of an organisation: org > workspace > unit* > subtenant or project.
///
/// 1. The nodes of organisations, workspaces, subtenants and projects are made, renamed and removed in the transaction
///    that does so to what they stand for; only units are made here.
/// 2. There is no cycle, and no level below the twentieth, also when changes race: whoever changes the shape of a
///    workspace's tree holds the lock on the workspace's own node.
/// 3. A node that others stand under is not deleted, and neither is what it stands for.
/// 4. A workspace sees its own nodes and, above them, its organisation's node; never those of another workspace.
/// 5. A walk up or down is one round trip.
///
/// Tables: identity.nodes.
/// May use: audit, platform.
@NullMarked
package dev.keystead.node;

import org.jspecify.annotations.NullMarked;
