/// What a node may use, and why.
///
/// 1. What is always on every node may use. Otherwise, from the node up, the nearest licence that says anything
/// decides: one on the node itself, or one above it that is
///    inherited. Suspended forbids; what has ended, has not begun or was terminated says nothing. Then the kind of the
///    node, then everything that the module needs, then seats and usage must allow it too.
/// 2. Every answer has its reason, and the licence and the node that it comes from.
/// 3. All that decides is one round trip, however many nodes and modules are asked about. It is kept for a minute and
///    forgotten on every node within a second when the catalogue, a licence or the tree changes.
/// 4. Seats count where a person is asked about: with a limit, only who has a seat may use it.
/// 5. A preview works out what would be, by the same rules, and writes nothing.
/// 6. The organisation's home sees the organisation's node too, and below it its own tree.
///
/// Tables: none of its own; reads those of licensing and identity.nodes, which it walks in the same statement.
/// May use: license.usage, license.assignment, license.catalogue, workspace, node, audit, platform.
@NullMarked
package dev.keystead.license.entitlement;

import org.jspecify.annotations.NullMarked;
