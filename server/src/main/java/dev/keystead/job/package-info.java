/// Work that the server does by itself: on a timetable, or as soon as it is there.
///
/// 1. Every node with the worker role runs every job: each run is safe beside another one of itself.
/// 2. A job works in bounded batches on the worker's own pool and never holds up a request.
/// 3. A part of a run that fails (one table, one user) keeps neither the other parts nor the next run from
///    being done.
/// 4. What a job removes across tenants leaves an entry in the system workspace's trail that says why.
///
/// May use: audit, platform.
@NullMarked
package dev.keystead.job;

import org.jspecify.annotations.NullMarked;
