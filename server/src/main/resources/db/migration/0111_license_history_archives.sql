-- Purpose: which files outside the database have the old changes of licences.
-- Tables: licensing.history_archives.
-- Scope: tenant.
-- Retention class: license-history (7 years, with the file).
-- Rollback: drop table licensing.history_archives, once the changes in the files are in the database again.

create table licensing.history_archives (
    tenant_id      uuid        not null references identity.workspaces (id),
    id             uuid        not null,
    state          text        not null check (state in ('begun', 'kept')),
    path           text        not null check (length(path) between 1 and 500),
    size           bigint      not null check (size > 0),
    sha256         text        not null check (sha256 ~ '^[0-9a-f]{64}$'),
    entries        integer     not null check (entries between 1 and 5000),
    assignment_ids uuid[]      not null check (cardinality(assignment_ids) between 1 and 5000),
    first_at       timestamptz not null,
    last_at        timestamptz not null,
    created_at     timestamptz not null,
    expires_at     timestamptz not null,
    primary key (tenant_id, id),
    constraint history_archives_in_order check (first_at <= last_at and last_at < expires_at)
);
comment on table licensing.history_archives is 'A file of old changes of licences. Scope: tenant. 001 class: config. Retention: 7 years.';
comment on column licensing.history_archives.tenant_id is 'The workspace.';
comment on column licensing.history_archives.id is 'The file (lha_ outside).';
comment on column licensing.history_archives.state is 'begun: announced, its changes are still in the database and it is not read; kept: it alone has them.';
comment on column licensing.history_archives.path is 'Where it is in the storage.';
comment on column licensing.history_archives.size is 'Its bytes.';
comment on column licensing.history_archives.sha256 is 'The hash of its bytes, in hex; a file with another is not used.';
comment on column licensing.history_archives.entries is 'How many changes it has.';
comment on column licensing.history_archives.assignment_ids is 'The licences whose changes it has. No foreign key: the record of a licence may go before.';
comment on column licensing.history_archives.first_at is 'When the earliest of its changes was made.';
comment on column licensing.history_archives.last_at is 'When the latest of its changes was made.';
comment on column licensing.history_archives.created_at is 'When it was made.';
comment on column licensing.history_archives.expires_at is 'When it is removed, with its file.';

-- The files of a workspace, latest first.
create index history_archives_by_time on licensing.history_archives (tenant_id, last_at desc, id desc);
-- Those that a run left behind, across all workspaces.
create index history_archives_begun on licensing.history_archives (tenant_id, created_at) where state = 'begun';
-- Those whose time is over, across all workspaces.
create index history_archives_by_expiry on licensing.history_archives (tenant_id, expires_at);

alter table licensing.history_archives enable row level security;
alter table licensing.history_archives force row level security;
create policy tenant_wall on licensing.history_archives
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select on licensing.history_archives to ${app};
grant select, insert, delete, update (state) on licensing.history_archives to ${worker};
