/// Licences: which node may use which module, from when to when and how much.
///
/// 1. A workspace gives licences on its own nodes; an organisation's home gives them on the organisation's node too,
/// and
///    all of its workspaces inherit them.
/// 2. A node has one licence of a module at most; what was terminated does not count, and is final.
/// 3. Licences go from one status to another as [License.Status] says and in no other way. A trial has an end.
/// 4. A change, what the licence was before and after it, and its audit entry commit together. No right of the
///    application's role could change the history.
/// 5. A bundle is given as a whole or not at all.
/// 6. What depends on licences and is kept in memory is forgotten on every node within a second of a change.
///
/// Tables: licensing.license_assignments, licensing.license_assignment_history; licensing.seats when a licence ends.
/// May use: license.catalogue, workspace, node, audit, platform.
@NullMarked
package dev.keystead.license.assignment;

import org.jspecify.annotations.NullMarked;
