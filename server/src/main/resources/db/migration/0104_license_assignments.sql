-- Purpose: which module a node may use, from when to when and how much.
-- Tables: licensing.license_assignments.
-- Scope: tenant and org (a workspace sees its own, and through its organisation those on what it stands under).
-- Retention class: none (never purged; goes with the workspace).
-- Rollback: drop table licensing.license_assignments.

create table licensing.license_assignments (
    tenant_id      uuid        not null references identity.workspaces (id),
    org_id         uuid        not null references identity.orgs (id),
    id             uuid        not null,
    module_id      uuid        not null references licensing.modules (id),
    node_id        uuid        not null,
    for_org        boolean     not null,
    scope          text        not null check (scope in ('exact', 'inherit-down')),
    status         text        not null check (status in ('trial', 'active', 'suspended', 'expired', 'terminated')),
    effective_from date        not null,
    effective_to   date,
    converts       boolean     not null,
    seats          integer     check (seats between 1 and 1000000),
    usage_cap      bigint      check (usage_cap between 1 and 1000000000000000),
    expires_at     timestamptz,
    noticed_days   integer     check (noticed_days in (30, 7, 1)),
    assigned_by    text        not null check (length(assigned_by) between 5 and 200),
    version        integer     not null check (version > 0),
    created_at     timestamptz not null,
    updated_at     timestamptz not null,
    primary key (tenant_id, id),
    constraint license_assignments_end_after_they_begin check (effective_to >= effective_from),
    constraint license_assignments_trial_ends check (status <> 'trial' or effective_to is not null),
    constraint license_assignments_only_trials_convert check (status = 'trial' or not converts)
);
comment on table licensing.license_assignments is 'That a node may use a module. Scope: tenant and org. 001 class: config. Retention: while the workspace exists.';
comment on column licensing.license_assignments.tenant_id is 'The workspace that gave it; for the organisation''s node, the organisation''s home.';
comment on column licensing.license_assignments.org_id is 'The organisation of that workspace, along whose tree it is inherited.';
comment on column licensing.license_assignments.id is 'The licence (lic_ outside).';
comment on column licensing.license_assignments.module_id is 'What may be used.';
comment on column licensing.license_assignments.node_id is 'Where. No foreign key: the record of a licence outlives its place.';
comment on column licensing.license_assignments.for_org is 'Whether the node is the organisation''s own: then all of its workspaces may see it and count what they use.';
comment on column licensing.license_assignments.scope is 'exact: on this node alone; inherit-down: also on all below it.';
comment on column licensing.license_assignments.status is 'trial and active allow, within the dates; suspended forbids; expired and terminated say nothing, and a terminated one has given its place free.';
comment on column licensing.license_assignments.effective_from is 'The first day on which it holds (UTC).';
comment on column licensing.license_assignments.effective_to is 'The last day; empty without an end, which a trial must have.';
comment on column licensing.license_assignments.converts is 'Whether a trial becomes active after its last day, without an end; otherwise it expires.';
comment on column licensing.license_assignments.seats is 'How many people may use it, each by a seat; empty for all.';
comment on column licensing.license_assignments.usage_cap is 'How much may be used in all; empty without a bound.';
comment on column licensing.license_assignments.expires_at is 'The moment from which it holds no more, whatever the dates say.';
comment on column licensing.license_assignments.noticed_days is 'Which notice of the present end was sent last: so many days before it.';
comment on column licensing.license_assignments.assigned_by is 'Who gave it (a DID).';
comment on column licensing.license_assignments.version is 'Counts changes; the ETag.';
comment on column licensing.license_assignments.created_at is 'When it was given.';
comment on column licensing.license_assignments.updated_at is 'When it was last changed; what is used and who has a seat does not count.';

-- One licence of a module on a node; what was terminated gives its place free. Also the licences of a node.
create unique index license_assignments_place on licensing.license_assignments (tenant_id, node_id, module_id)
    where status <> 'terminated';
-- What a node has from all that it stands under.
create index license_assignments_by_org_and_node on licensing.license_assignments (org_id, node_id);
-- Those of one node, terminated ones too, in pages.
create index license_assignments_by_node on licensing.license_assignments (tenant_id, node_id, id);
-- What an organisation gave to all of its workspaces.
create index license_assignments_for_org on licensing.license_assignments (org_id, id) where for_org;
-- Those of one module, in pages.
create index license_assignments_by_module on licensing.license_assignments (tenant_id, module_id, id);
-- What is about to end by its last day, for the job that looks across all workspaces.
create index license_assignments_by_last_day on licensing.license_assignments (tenant_id, effective_to)
    where effective_to is not null and status in ('trial', 'active');
-- What is about to end at a moment, for the same job.
create index license_assignments_by_expiry on licensing.license_assignments (tenant_id, expires_at)
    where expires_at is not null and status in ('trial', 'active');
-- Where somebody who is erased is named as the one who gave it.
create index license_assignments_by_giver on licensing.license_assignments (tenant_id, assigned_by);

alter table licensing.license_assignments enable row level security;
alter table licensing.license_assignments force row level security;
create policy tenant_or_org_wall on licensing.license_assignments
    using (app.is_current_tenant_or_org(tenant_id, org_id))
    with check (app.is_current_tenant_or_org(tenant_id, org_id));
grant select, insert, update (node_id, for_org, scope, status, effective_from, effective_to, converts, seats, usage_cap, expires_at,
    noticed_days, version, updated_at) on licensing.license_assignments to ${app};
grant select, delete, update (assigned_by) on licensing.license_assignments to ${worker};
