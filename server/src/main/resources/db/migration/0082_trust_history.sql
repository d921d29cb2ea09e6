-- Purpose: how a person's score came to be what it is: a row for each day on which it changed.
-- Tables: identity.trust_history.
-- Scope: tenant (only people of the system workspace have a score; the wall is the same for all).
-- Retention class: user (400 days; goes with its person).
-- Rollback: drop table identity.trust_history.

create table identity.trust_history (
    tenant_id    uuid        not null references identity.workspaces (id),
    user_id      uuid        not null,
    computed_on  date        not null,
    score        integer     not null check (score between 0 and 10000),
    lineage      integer     not null check (lineage between 0 and 3000),
    tenure       integer     not null check (tenure between 0 and 2000),
    verification integer     not null check (verification between 0 and 2000),
    stewardship  integer     not null check (stewardship between 0 and 2000),
    activity     integer     not null check (activity between 0 and 1000),
    penalties    integer     not null check (penalties >= 0),
    computed_at  timestamptz not null,
    primary key (tenant_id, user_id, computed_on),
    foreign key (tenant_id, user_id) references identity.users (tenant_id, id)
);
comment on table identity.trust_history is 'A person''s score on a day on which it changed. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.trust_history.tenant_id is 'The workspace: the system workspace.';
comment on column identity.trust_history.user_id is 'The person.';
comment on column identity.trust_history.computed_on is 'The day (UTC); of several changes in a day the last one stays.';
comment on column identity.trust_history.score is 'The score since then.';
comment on column identity.trust_history.lineage is 'Its part by lineage.';
comment on column identity.trust_history.tenure is 'Its part by time.';
comment on column identity.trust_history.verification is 'Its part by what was shown.';
comment on column identity.trust_history.stewardship is 'Its part by people who were invited.';
comment on column identity.trust_history.activity is 'Its part by days of use.';
comment on column identity.trust_history.penalties is 'What was taken off.';
comment on column identity.trust_history.computed_at is 'When it was computed.';

-- What is old enough to go.
create index trust_history_by_age on identity.trust_history (tenant_id, computed_at);

alter table identity.trust_history enable row level security;
alter table identity.trust_history force row level security;
create policy tenant_wall on identity.trust_history
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert,
    update (score, lineage, tenure, verification, stewardship, activity, penalties, computed_at)
    on identity.trust_history to ${app};
grant select, insert, delete,
    update (score, lineage, tenure, verification, stewardship, activity, penalties, computed_at)
    on identity.trust_history to ${worker};
