/// Connections: other identity providers that a workspace lets its people come from.
///
/// 1. A provider has one connection at most in a workspace: what it calls itself is unique there.
/// 2. The secret by which we prove ourselves to it lies in an envelope that opens in its row alone; nothing
///    returns it, and writing another one is how it is rotated.
/// 3. What a connection says takes effect on every node within a second.
/// 4. A domain leads to a connection only while the workspace owns the domain.
/// 5. A secret is shown to the provider that it was given for, and to no other.
/// 6. Whom a change touches who may do more than the caller is judged above this layer, and refused here.
/// 7. Which connection a typed name leads to depends on its domain, never on whether there is such an account.
///
/// Tables: admin.connections.
/// May use: domain, workspace, audit, platform.
@NullMarked
package dev.keystead.connection;

import org.jspecify.annotations.NullMarked;
