/// The rules of the contract that are judged by the shape of tables, as the engine's catalogue has it.
///
/// Invariants
///
/// 1. A breach is attributed to the migration after which it first shows, and to the line that brings it; a
///    table that is made anew begins anew.
/// 2. What a later migration cures is no finding any more: migrations are append-only, so nothing else can
///    cure it.
/// 3. A rule can be silenced only in the ways that the contract itself knows: a citation of §4.3 at an index,
///    a `system-wide` comment above a table, the closed list of tables that belong to a runner.
///
/// May use: `dev.keystead.contract.scratch`, `dev.keystead.contract.text`, the types of
/// `dev.keystead.contract`.
@NullMarked
package dev.keystead.contract.shape;

import org.jspecify.annotations.NullMarked;
