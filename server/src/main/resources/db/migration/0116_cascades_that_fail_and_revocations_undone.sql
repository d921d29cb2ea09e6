-- Purpose: a cascade that keeps failing stops, says why and can be tried again; a revocation without a cascade can be undone as well.
-- Tables: identity.cascade_jobs, identity.invite_revocations.
-- Scope: tenant (only people of the system workspace have lineage; the wall is the same for all).
-- Retention class: user.
-- Rollback: alter table identity.cascade_jobs drop column failures, drop column notes, drop column failed_while; alter table identity.invite_revocations drop column status_before, drop column suspension_before; and the two checks as they were.

alter table identity.cascade_jobs
    drop constraint cascade_jobs_status_check,
    add constraint cascade_jobs_status_check
        check (status in ('pending', 'running', 'completed', 'reversing', 'reversed', 'failed')),
    add column failures integer not null default 0 check (failures >= 0),
    add column notes text check (length(notes) between 1 and 1000),
    add column failed_while text check (failed_while in ('pending', 'running', 'reversing')),
    add constraint cascade_jobs_failed_while_doing_something check ((status = 'failed') = (failed_while is not null));
comment on column identity.cascade_jobs.status is 'pending: nothing done yet; running; completed: everybody below was looked at; reversing: being undone; reversed: undone; failed: given up until somebody has it tried again.';
comment on column identity.cascade_jobs.failures is 'How many batches failed since the last one that did not.';
comment on column identity.cascade_jobs.notes is 'Why the last batch failed, in a line; empty when it did not.';
comment on column identity.cascade_jobs.failed_while is 'What a job that failed was doing, and does again when it is tried again.';
grant update (failures, notes, failed_while) on identity.cascade_jobs to ${app};

alter table identity.invite_revocations
    drop constraint invite_revocations_only_cascades_are_reversed,
    add column status_before text check (status_before in ('pending_verification', 'active', 'suspended')),
    add column suspension_before uuid,
    add constraint invite_revocations_cascades_keep_what_was_before check (status_before is null or not cascade);
comment on column identity.invite_revocations.reversed_at is 'When it was undone, by itself or with its cascade: it counts against nobody since.';
comment on column identity.invite_revocations.status_before is 'What the person was before a revocation without cascade suspended them, and is again when it is undone; a cascade keeps that in its accounts.';
comment on column identity.invite_revocations.suspension_before is 'The cascade or revocation that had suspended them already, if one had.';
comment on column identity.users.suspension_id is 'The cascade job (csj_ outside) or revocation (rvk_ outside) that suspended the user; empty when somebody did by hand, and for whoever is not suspended.';
-- What a later revocation took over from a cause that is undone now.
create index invite_revocations_by_suspension on identity.invite_revocations (tenant_id, suspension_before)
    where suspension_before is not null;
grant update (status_before, suspension_before) on identity.invite_revocations to ${app};
