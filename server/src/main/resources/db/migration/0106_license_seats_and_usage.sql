-- Purpose: who has a seat of a licence, and how much of it was used.
-- Tables: licensing.seats, licensing.usage, licensing.usage_entries.
-- Scope: tenant and org (people of every workspace below the organisation's node use what was given there).
-- Retention class: user (a seat goes with its person), and 35 days for keys of increments.
-- Rollback: drop table licensing.usage_entries; drop table licensing.usage; drop table licensing.seats.

create table licensing.seats (
    tenant_id      uuid        not null references identity.workspaces (id),
    org_id         uuid        not null references identity.orgs (id),
    assignment_id  uuid        not null,
    user_id        uuid        not null,
    home_tenant_id uuid        not null,
    assigned_by    text        not null check (length(assigned_by) between 5 and 200),
    assigned_at    timestamptz not null,
    primary key (tenant_id, assignment_id, user_id)
);
comment on table licensing.seats is 'That somebody uses a licence for a number of people. Scope: tenant and org. 001 class: user. Retention: user.';
comment on column licensing.seats.tenant_id is 'The workspace through which they use it: whoever leaves it leaves the seat.';
comment on column licensing.seats.org_id is 'Its organisation, which is that of the licence.';
comment on column licensing.seats.assignment_id is 'The licence: of the same workspace, or of the organisation''s home. No foreign key, for the latter.';
comment on column licensing.seats.user_id is 'Who has the seat; no foreign key, because members can be at home elsewhere.';
comment on column licensing.seats.home_tenant_id is 'The workspace whose user the person is: whoever is erased there is erased here.';
comment on column licensing.seats.assigned_by is 'Who gave the seat (a DID).';
comment on column licensing.seats.assigned_at is 'When.';

-- One seat of a licence for each person; also how many there are.
create unique index seats_once on licensing.seats (org_id, assignment_id, user_id);
-- The seats of one person, for leaving them; also for erasure.
create index seats_by_user on licensing.seats (tenant_id, user_id, assignment_id);
-- Where somebody who is erased is named as the one who gave it.
create index seats_by_giver on licensing.seats (tenant_id, assigned_by);

alter table licensing.seats enable row level security;
alter table licensing.seats force row level security;
create policy tenant_or_org_wall on licensing.seats
    using (app.is_current_tenant_or_org(tenant_id, org_id))
    with check (app.is_current_tenant_or_org(tenant_id, org_id));
grant select, insert, delete on licensing.seats to ${app};
grant select, delete, update (assigned_by) on licensing.seats to ${worker};

create table licensing.usage (
    tenant_id     uuid        not null,
    org_id        uuid        not null,
    assignment_id uuid        not null,
    used          bigint      not null check (used between 0 and 1000000000000000),
    updated_at    timestamptz not null,
    primary key (tenant_id, assignment_id),
    foreign key (tenant_id, assignment_id) references licensing.license_assignments (tenant_id, id)
);
comment on table licensing.usage is 'How much of a licence was used. Scope: tenant and org. 001 class: config. Retention: while the workspace exists.';
comment on column licensing.usage.tenant_id is 'The workspace of the licence.';
comment on column licensing.usage.org_id is 'Its organisation.';
comment on column licensing.usage.assignment_id is 'The licence.';
comment on column licensing.usage.used is 'The sum of all increments; never more than the licence allowed when they were made.';
comment on column licensing.usage.updated_at is 'When the last one was made.';

-- What is used below an organisation's node.
create index usage_by_org on licensing.usage (org_id, assignment_id);

alter table licensing.usage enable row level security;
alter table licensing.usage force row level security;
create policy tenant_or_org_wall on licensing.usage
    using (app.is_current_tenant_or_org(tenant_id, org_id))
    with check (app.is_current_tenant_or_org(tenant_id, org_id));
grant select, insert, update (used, updated_at) on licensing.usage to ${app};
grant select, delete on licensing.usage to ${worker};

create table licensing.usage_entries (
    tenant_id     uuid        not null,
    assignment_id uuid        not null,
    entry_key     text collate "C" not null check (length(entry_key) between 1 and 200),
    amount        bigint      not null check (amount between 1 and 1000000000000),
    used_after    bigint      not null check (used_after >= amount),
    recorded_at   timestamptz not null,
    expires_at    timestamptz not null,
    primary key (tenant_id, assignment_id, entry_key),
    foreign key (tenant_id, assignment_id) references licensing.license_assignments (tenant_id, id)
);
comment on table licensing.usage_entries is 'An increment of what is used, by the key under which its sender may repeat it. Scope: tenant. 001 class: runtime. Retention: 35 days.';
comment on column licensing.usage_entries.tenant_id is 'The workspace of the licence.';
comment on column licensing.usage_entries.assignment_id is 'The licence.';
comment on column licensing.usage_entries.entry_key is 'The sender''s own word for the increment: the same twice counts once.';
comment on column licensing.usage_entries.amount is 'How much.';
comment on column licensing.usage_entries.used_after is 'The sum with it, which a repetition is answered.';
comment on column licensing.usage_entries.recorded_at is 'When.';
comment on column licensing.usage_entries.expires_at is 'Until when a repetition is known.';

-- What has expired.
create index usage_entries_by_expiry on licensing.usage_entries (expires_at);

alter table licensing.usage_entries enable row level security;
alter table licensing.usage_entries force row level security;
create policy tenant_wall on licensing.usage_entries
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on licensing.usage_entries to ${app};
grant select, delete on licensing.usage_entries to ${worker};
