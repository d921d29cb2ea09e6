/// Seats of licences, and how much of them is used.
///
/// 1. A licence for a number of people never has more seats taken than that, however many ask at once, and a person
///    has one seat of it at most.
/// 2. Whoever leaves the workspace through which they had a seat has it no more, nor does anybody whose account is
///    deleted, or once the licence is terminated or no longer given to their workspace.
/// 3. What is used counts once under its key, however often it is sent, and never exceeds what the licence allows.
/// 4. A workspace uses its own licences, and those that its organisation gave on its own node.
///
/// Tables: licensing.seats, licensing.usage, licensing.usage_entries.
/// May use: license.assignment, member, directory, event, job, audit, platform.
@NullMarked
package dev.keystead.license.usage;

import org.jspecify.annotations.NullMarked;
