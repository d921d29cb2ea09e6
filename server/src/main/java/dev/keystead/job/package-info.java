/// Work that the server does by itself: on a timetable, or as soon as it is there.
///
/// 1. The timetable is in the database and all nodes share it: a turn is taken once in the whole installation.
///    A node that dies in the middle leaves its run to another; so each run is safe beside another of itself.
/// 2. Turns are told by the database's time. A node whose own clock is wrong does nothing early.
/// 3. A job works in bounded batches on the worker's own pool and never holds up a request, nor another job.
/// 4. A part of a run that fails (one table, one user) keeps neither the other parts nor the next run from
///    being done.
/// 5. What a job removes across tenants leaves an entry in the system workspace's trail that says why.
/// 6. Queues of different people are worked off beside each other: none waits for the end of another.
/// 7. Jobs carry no data: nothing is serialised into the timetable.
///
/// Tables: admin.jobs, admin.job_runs.
///
/// May use: audit, platform.
@NullMarked
package dev.keystead.job;

import org.jspecify.annotations.NullMarked;
