/// Organisations over HTTP: an operator makes them, each is run from its home workspace.
///
/// 1. Only the system workspace makes organisations, and sees which there are.
/// 2. A new organisation has a home workspace and a key that administers it, made in the same transaction.
/// 3. An organisation sees itself and no other.
/// 4. Only an operator suspends and activates them: nobody gets into any workspace of a suspended one, on any
///    node, within a second; activated, those are open again that were before.
/// 5. An operator and whoever administers an organisation delete it, with all of its workspaces.
/// 6. A workspace is given to another organisation by an operator or by somebody who administers both.
///
/// Tables: none of its own.
/// May use: apikey, member, directory, workspace, policy, audit, platform.
@NullMarked
package dev.keystead.org;

import org.jspecify.annotations.NullMarked;
