-- Purpose: the suspension of everybody below a revoked person, done in batches that go on after a crash, and undone exactly.
-- Tables: identity.cascade_jobs, identity.cascade_accounts.
-- Scope: tenant (only people of the system workspace have lineage; the wall is the same for all).
-- Retention class: user (000: 14 days in which it can be undone and 90 more).
-- Rollback: drop table identity.cascade_accounts; drop table identity.cascade_jobs.

create table identity.cascade_jobs (
    tenant_id        uuid        not null references identity.workspaces (id),
    id               uuid        not null,
    root_invitee_id  uuid        not null,
    root_path        bytea       not null check (length(root_path) between 16 and 1616),
    initiated_by     text        not null check (length(initiated_by) between 1 and 200),
    initiated_at     timestamptz not null,
    status           text        not null check (status in ('pending', 'running', 'completed', 'reversing', 'reversed')),
    generation       integer     not null check (generation > 0),
    place            bytea       not null check (length(place) >= 16),
    affected_count   integer     not null check (affected_count >= 0),
    suspended_count  integer     not null check (suspended_count >= 0),
    flagged_count    integer     not null check (flagged_count >= 0),
    restored_count   integer     not null check (restored_count >= 0),
    restored_to      integer     not null check (restored_to >= -1),
    irreversible_at  timestamptz not null,
    completed_at     timestamptz,
    reversed_at      timestamptz,
    primary key (tenant_id, id),
    constraint cascade_jobs_reversed_once check ((status = 'reversed') = (reversed_at is not null))
);
comment on table identity.cascade_jobs is 'The suspension of everybody below somebody, and how far it is. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.cascade_jobs.tenant_id is 'The workspace: the system workspace.';
comment on column identity.cascade_jobs.id is 'The job (csj_ outside).';
comment on column identity.cascade_jobs.root_invitee_id is 'Who was revoked. No foreign key: the job is evidence and outlives the account.';
comment on column identity.cascade_jobs.root_path is 'Their place in the lineage: whoever is below has a path that begins with it.';
comment on column identity.cascade_jobs.initiated_by is 'Who asked for it (a DID).';
comment on column identity.cascade_jobs.initiated_at is 'When.';
comment on column identity.cascade_jobs.status is 'pending: nothing done yet; running; completed: everybody below was looked at; reversing: being undone; reversed: undone.';
comment on column identity.cascade_jobs.generation is 'Which generation the walk is in: it goes down one after the other.';
comment on column identity.cascade_jobs.place is 'The last path that was looked at in it; the next batch begins behind.';
comment on column identity.cascade_jobs.affected_count is 'How many people were found, the root included.';
comment on column identity.cascade_jobs.suspended_count is 'How many of them the job suspended.';
comment on column identity.cascade_jobs.flagged_count is 'How many it left alone and flagged for review.';
comment on column identity.cascade_jobs.restored_count is 'To how many of them undoing gave back what they had.';
comment on column identity.cascade_jobs.restored_to is 'The last position that undoing has dealt with.';
comment on column identity.cascade_jobs.irreversible_at is 'When it can no longer be undone.';
comment on column identity.cascade_jobs.completed_at is 'When everybody below had been looked at.';
comment on column identity.cascade_jobs.reversed_at is 'When it was undone to the last one.';

-- What is to be done.
create index cascade_jobs_to_do on identity.cascade_jobs (tenant_id, id) where status in ('pending', 'running', 'reversing');
-- What is old enough to go.
create index cascade_jobs_by_age on identity.cascade_jobs (tenant_id, irreversible_at);
-- Where somebody who is erased is named as the one who asked.
create index cascade_jobs_by_initiator on identity.cascade_jobs (tenant_id, initiated_by);

alter table identity.cascade_jobs enable row level security;
alter table identity.cascade_jobs force row level security;
create policy tenant_wall on identity.cascade_jobs
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert,
    update (status, generation, place, affected_count, suspended_count, flagged_count, restored_count, restored_to,
        completed_at, reversed_at)
    on identity.cascade_jobs to ${app};
grant select, delete, update (initiated_by) on identity.cascade_jobs to ${worker};

create table identity.cascade_accounts (
    tenant_id         uuid        not null,
    job_id            uuid        not null,
    position          integer     not null check (position >= 0),
    user_id           uuid        not null,
    generation        integer     not null check (generation >= 0),
    state             text        not null
        check (state in ('suspended', 'untouched', 'flagged', 'confirmed', 'dismissed', 'restored', 'kept')),
    reason            text        check (reason in ('staff', 'score', 'tenure', 'suspended_before', 'gone')),
    status_before     text        check (status_before in ('pending_verification', 'active', 'suspended')),
    suspension_before uuid,
    found_at          timestamptz not null,
    decided_at        timestamptz,
    primary key (tenant_id, job_id, position),
    foreign key (tenant_id, job_id) references identity.cascade_jobs (tenant_id, id),
    constraint cascade_accounts_once unique (tenant_id, job_id, user_id),
    constraint cascade_accounts_flagged_for_a_reason
        check (state not in ('untouched', 'flagged', 'confirmed', 'dismissed') or reason is not null)
);
comment on table identity.cascade_accounts is 'Somebody whom a cascade found, and what it did. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.cascade_accounts.tenant_id is 'The workspace: the system workspace.';
comment on column identity.cascade_accounts.job_id is 'Which cascade.';
comment on column identity.cascade_accounts.position is 'Where in its walk; 0 is the person who was revoked.';
comment on column identity.cascade_accounts.user_id is 'Who. No foreign key: an account that is gone is found too.';
comment on column identity.cascade_accounts.generation is 'How far below the top of the lineage they are.';
comment on column identity.cascade_accounts.state is 'suspended: by the job; untouched: nothing to do; flagged: waits for a review; confirmed: suspended after it; dismissed: left alone after it; restored: undone; kept: not undone, as somebody decided otherwise since.';
comment on column identity.cascade_accounts.reason is 'Why they were left alone: staff, score, tenure, suspended_before, gone.';
comment on column identity.cascade_accounts.status_before is 'What they were before the job suspended them, and are again when it is undone.';
comment on column identity.cascade_accounts.suspension_before is 'The earlier job that had suspended them, if one had.';
comment on column identity.cascade_accounts.found_at is 'When the walk came by.';
comment on column identity.cascade_accounts.decided_at is 'When the review or the undoing dealt with them.';

-- Those of one state, in the order of the walk.
create index cascade_accounts_by_state on identity.cascade_accounts (tenant_id, job_id, state, position);
-- Whom a later job took over from an earlier one that is undone now.
create index cascade_accounts_by_suspension on identity.cascade_accounts (tenant_id, suspension_before)
    where suspension_before is not null;
-- For erasure.
create index cascade_accounts_by_user on identity.cascade_accounts (tenant_id, user_id);

alter table identity.cascade_accounts enable row level security;
alter table identity.cascade_accounts force row level security;
create policy tenant_wall on identity.cascade_accounts
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, update (state, status_before, suspension_before, decided_at) on identity.cascade_accounts to ${app};
grant select, delete on identity.cascade_accounts to ${worker};
