-- Purpose: the timetable of the installation's jobs, which all nodes share, and what became of their runs.
-- Tables: admin.jobs, admin.job_runs.
-- Scope: system-wide: jobs are the installation's own work; a row holds nothing of any tenant.
-- Retention class: none (a job stays while a release knows it; of its runs the last 50 stay).
-- Rollback: drop view admin.scheduled_tasks; drop table admin.job_runs; drop table admin.jobs.

-- system-wide: jobs are the installation's own work; a row holds nothing of any tenant
create table admin.jobs (
    name         text collate "C" not null check (name ~ '^[a-z][a-z-]{1,39}$'),
    instance     text collate "C" not null check (instance = 'recurring'),
    data         bytea       check (data is null),
    due_at       timestamptz not null,
    picked       boolean     not null,
    picked_by    text        check (length(picked_by) between 1 and 50),
    succeeded_at timestamptz,
    failed_at    timestamptz,
    failures     integer     check (failures >= 0),
    heartbeat_at timestamptz,
    version      bigint      not null check (version > 0),
    primary key (name, instance)
);
comment on table admin.jobs is 'A job and when it runs next. Scope: system-wide. 001 class: config. Retention: while a release knows the job.';
comment on column admin.jobs.name is 'What the job is called.';
comment on column admin.jobs.instance is 'Always recurring: the scheduler could keep several of one name.';
comment on column admin.jobs.data is 'Always empty: a job needs no data, and none is ever serialised.';
comment on column admin.jobs.due_at is 'When it runs next.';
comment on column admin.jobs.picked is 'Whether a node runs it now.';
comment on column admin.jobs.picked_by is 'Which node runs it.';
comment on column admin.jobs.succeeded_at is 'When it was last done.';
comment on column admin.jobs.failed_at is 'When it last failed.';
comment on column admin.jobs.failures is 'How often it has failed since it was last done.';
comment on column admin.jobs.heartbeat_at is 'When the node that runs it was last alive; after a minute of silence another one takes over.';
comment on column admin.jobs.version is 'Counts changes: of two nodes that want the same turn one gets it.';

-- What is due.
create index jobs_by_due on admin.jobs (due_at);
-- Whose node has fallen silent.
create index jobs_by_heartbeat on admin.jobs (heartbeat_at);

-- A request may ask for the next turn and look at the timetable; the rest is the worker's.
grant select, insert (name, instance, due_at, picked, version), update (due_at) on admin.jobs to ${app};
grant select, insert, update, delete on admin.jobs to ${worker};

-- The library that keeps the timetable knows its columns by names of its own.
create view admin.scheduled_tasks with (security_invoker = true) as
select name as task_name, instance as task_instance, data as task_data, due_at as execution_time, picked, picked_by,
    succeeded_at as last_success, failed_at as last_failure, failures as consecutive_failures,
    heartbeat_at as last_heartbeat, version
from admin.jobs;
comment on view admin.scheduled_tasks is 'The timetable under the names that the scheduling library reads and writes.';
comment on column admin.scheduled_tasks.task_name is 'What the job is called.';
comment on column admin.scheduled_tasks.task_instance is 'Always recurring.';
comment on column admin.scheduled_tasks.task_data is 'Always empty.';
comment on column admin.scheduled_tasks.execution_time is 'When it runs next.';
comment on column admin.scheduled_tasks.picked is 'Whether a node runs it now.';
comment on column admin.scheduled_tasks.picked_by is 'Which node runs it.';
comment on column admin.scheduled_tasks.last_success is 'When it was last done.';
comment on column admin.scheduled_tasks.last_failure is 'When it last failed.';
comment on column admin.scheduled_tasks.consecutive_failures is 'How often it has failed since it was last done.';
comment on column admin.scheduled_tasks.last_heartbeat is 'When the node that runs it was last alive.';
comment on column admin.scheduled_tasks.version is 'Counts changes.';
grant select, insert, update, delete on admin.scheduled_tasks to ${worker};

-- system-wide: what became of the installation's own work; a row holds counts and a sentence without data
create table admin.job_runs (
    job        text collate "C" not null check (job ~ '^[a-z][a-z-]{1,39}$'),
    id         uuid        not null,
    node       text        not null check (length(node) between 1 and 50),
    started_at timestamptz not null,
    ended_at   timestamptz check (ended_at >= started_at),
    rows       bigint      check (rows >= 0),
    error      text        check (length(error) between 1 and 300),
    primary key (job, id),
    constraint job_runs_end_in_one_way check ((ended_at is null) = (rows is null and error is null)),
    constraint job_runs_count_or_fail check (rows is null or error is null)
);
comment on table admin.job_runs is 'A run of a job. Scope: system-wide. 001 class: config. Retention: while it is one of the job''s last 50.';
comment on column admin.job_runs.job is 'Which job ran.';
comment on column admin.job_runs.id is 'The run; sorts by time.';
comment on column admin.job_runs.node is 'Where it ran.';
comment on column admin.job_runs.started_at is 'When it began.';
comment on column admin.job_runs.ended_at is 'When it ended; empty while it runs, and for ever if its node died.';
comment on column admin.job_runs.rows is 'How many rows it touched, when it was done.';
comment on column admin.job_runs.error is 'Why it failed, in a line.';
grant select on admin.job_runs to ${app};
grant select, insert, delete, update (ended_at, rows, error) on admin.job_runs to ${worker};
