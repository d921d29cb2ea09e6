/// The users of a workspace.
///
/// 1. A user's id never changes; handle and address may.
/// 2. Handle and address are unique among the living users of a workspace, compared in their key form (NFKC, lower
/// case).
/// 3. Deleting is soft: the user is gone for everybody at once, and the rows are erased after the retention window.
///    Who is erased is gone from every table that the catalogue shows; where they did something, their name is
///    written over. The trail says when that began and how many rows went.
/// 4. The handles of people of the system workspace and of machines are taken in the registry of handles, in the
///    transaction that makes, renames or deletes them. Somebody whom an earlier release made is entered by a job.
/// 5. Lists and searches read an index and one page, however many users there are.
///
/// Tables: identity.users.
/// May use: handle, audit, job, platform.
@NullMarked
package dev.keystead.directory;

import org.jspecify.annotations.NullMarked;
