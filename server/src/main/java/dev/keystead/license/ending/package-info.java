/// Licences that end, and who is told of it.
///
/// 1. What has ended expires, and a trial that converts becomes active, without anybody's doing. How late that is
/// written
///    down changes no answer about what a node may use: the dates decide that.
/// 2. 30, 7 and 1 days before the end, the owners and administrators of the workspace get a mail, and programs an
/// event,
///    each once, however many nodes look at it and whenever one is killed. Who was away gets the nearest notice only.
/// 3. Licences end with their node, in the same transaction.
///
/// Tables: none of its own; reads licensing.license_assignments.
/// May use: license.assignment, member, job, audit, platform.
@NullMarked
package dev.keystead.license.ending;

import org.jspecify.annotations.NullMarked;
