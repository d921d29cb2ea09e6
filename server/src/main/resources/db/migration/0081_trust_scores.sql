-- Purpose: how far a person is trusted, and why: the parts of the score stand beside it.
-- Tables: identity.trust_scores.
-- Scope: tenant (only people of the system workspace have a score; the wall is the same for all).
-- Retention class: user (goes with its person).
-- Rollback: drop table identity.trust_scores; revoke insert, update on identity.invite_quotas from the worker.

create table identity.trust_scores (
    tenant_id    uuid        not null references identity.workspaces (id),
    user_id      uuid        not null,
    score        integer     not null check (score between 0 and 10000),
    lineage      integer     not null check (lineage between 0 and 3000),
    tenure       integer     not null check (tenure between 0 and 2000),
    verification integer     not null check (verification between 0 and 2000),
    stewardship  integer     not null check (stewardship between 0 and 2000),
    activity     integer     not null check (activity between 0 and 1000),
    penalties    integer     not null check (penalties >= 0),
    active_on    date[]      not null check (cardinality(active_on) <= 90),
    computed_at  timestamptz not null,
    primary key (tenant_id, user_id),
    foreign key (tenant_id, user_id) references identity.users (tenant_id, id)
);
comment on table identity.trust_scores is 'How far a person is trusted, and why. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.trust_scores.tenant_id is 'The workspace: the system workspace.';
comment on column identity.trust_scores.user_id is 'The person.';
comment on column identity.trust_scores.score is 'The sum of the parts without the penalties, 0 to 10000; 8000 at least for staff.';
comment on column identity.trust_scores.lineage is 'How near they are to a member of staff, by invitations.';
comment on column identity.trust_scores.tenure is 'How long they have been here.';
comment on column identity.trust_scores.verification is 'What they have shown about themselves: address, passkey, authenticator app.';
comment on column identity.trust_scores.stewardship is 'People whom they invited and who are in good standing.';
comment on column identity.trust_scores.activity is 'On how many of the last 90 days they were here.';
comment on column identity.trust_scores.penalties is 'Their own revocations and those of people whom they brought; halves every 180 days.';
comment on column identity.trust_scores.active_on is 'The days of the last 90 on which they were here (UTC); sessions remember their last day only.';
comment on column identity.trust_scores.computed_at is 'When a computation last found something else than before.';

alter table identity.trust_scores enable row level security;
alter table identity.trust_scores force row level security;
create policy tenant_wall on identity.trust_scores
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert,
    update (score, lineage, tenure, verification, stewardship, activity, penalties, active_on, computed_at)
    on identity.trust_scores to ${app};
grant select, insert, delete,
    update (score, lineage, tenure, verification, stewardship, activity, penalties, active_on, computed_at)
    on identity.trust_scores to ${worker};

-- What a person may invite follows from the score and is written with it.
grant insert, update (total_allowed, period_allowed, updated_at) on identity.invite_quotas to ${worker};
