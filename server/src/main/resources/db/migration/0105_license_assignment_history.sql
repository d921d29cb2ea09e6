-- Purpose: what became of each licence, with what it was before and after.
-- Tables: licensing.license_assignment_history.
-- Scope: tenant.
-- Retention class: license-history (7 years; in the object storage after 2).
-- Rollback: drop table licensing.license_assignment_history.

create table licensing.license_assignment_history (
    tenant_id     uuid        not null,
    id            uuid        not null,
    assignment_id uuid        not null,
    changed_by    text        not null check (length(changed_by) between 5 and 200),
    change_type   text        not null check (change_type in ('assigned', 'changed', 'activated', 'suspended', 'resumed',
        'renewed', 'converted', 'expired', 'terminated')),
    before_state  jsonb       check (jsonb_typeof(before_state) = 'object'),
    after_state   jsonb       not null check (jsonb_typeof(after_state) = 'object'),
    changed_at    timestamptz not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, assignment_id) references licensing.license_assignments (tenant_id, id),
    constraint license_assignment_history_begins_with_nothing check ((before_state is null) = (change_type = 'assigned'))
);
comment on table licensing.license_assignment_history is 'One change of a licence; written with it and never changed. Scope: tenant. 001 class: config. Retention: 7 years.';
comment on column licensing.license_assignment_history.tenant_id is 'The workspace.';
comment on column licensing.license_assignment_history.id is 'The change (lih_ outside).';
comment on column licensing.license_assignment_history.assignment_id is 'The licence.';
comment on column licensing.license_assignment_history.changed_by is 'Who did it (a DID).';
comment on column licensing.license_assignment_history.change_type is 'What was done.';
comment on column licensing.license_assignment_history.before_state is 'The licence before; empty for its first entry.';
comment on column licensing.license_assignment_history.after_state is 'The licence after.';
comment on column licensing.license_assignment_history.changed_at is 'When.';

-- The history of one licence, latest first.
create index license_assignment_history_by_assignment
    on licensing.license_assignment_history (tenant_id, assignment_id, id desc);
-- What is old enough for the archive.
create index license_assignment_history_by_time on licensing.license_assignment_history (tenant_id, changed_at, id);
-- Where somebody who is erased is named as the one who did it.
create index license_assignment_history_by_changer on licensing.license_assignment_history (tenant_id, changed_by);

alter table licensing.license_assignment_history enable row level security;
alter table licensing.license_assignment_history force row level security;
create policy tenant_wall on licensing.license_assignment_history
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on licensing.license_assignment_history to ${app};
grant select, delete, update (changed_by) on licensing.license_assignment_history to ${worker};
