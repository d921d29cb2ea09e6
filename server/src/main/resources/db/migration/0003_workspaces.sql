-- Purpose: workspaces. A workspace is the tenant: its id is the tenant_id of every business table.
-- Tables: identity.workspaces.
-- Scope: tenant and org (a workspace sees itself, its organisation sees all of its workspaces).
-- Retention class: none (kept while the workspace exists).
-- Rollback: drop table identity.workspaces.

create table identity.workspaces (
    id         uuid        not null primary key,
    tenant_id  uuid        not null generated always as (id) stored,
    org_id     uuid        not null references identity.orgs (id),
    slug       text collate "C" not null check (slug ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(slug) between 2 and 63),
    name       text        not null check (length(name) between 1 and 200),
    kind       text        not null check (kind in ('organization', 'system')),
    status     text        not null check (status in ('active', 'suspended')),
    version    integer     not null check (version > 0),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint workspaces_not_the_orphan_sentinel check (id <> '00000000-0000-5000-8000-000000000000')
);
comment on table identity.workspaces is 'A workspace: the tenant itself. Scope: tenant and org. 001 class: user. Retention: while it exists.';
comment on column identity.workspaces.id is 'The workspace (wrk_ outside).';
comment on column identity.workspaces.tenant_id is 'Always the id: every business table can be read by tenant_id, this one too.';
comment on column identity.workspaces.org_id is 'The organisation that owns it.';
comment on column identity.workspaces.slug is 'Its name in addresses, unique in the installation (identity.workspace_slugs) and never changed.';
comment on column identity.workspaces.name is 'The name people see.';
comment on column identity.workspaces.kind is 'system: the one that individual accounts and operators live in; organization: all others.';
comment on column identity.workspaces.status is 'suspended: nobody gets in, keys do not work, data is kept.';
comment on column identity.workspaces.version is 'Counts changes; the ETag.';
comment on column identity.workspaces.created_at is 'When it was made.';
comment on column identity.workspaces.updated_at is 'When it was last changed.';

-- Lists an organisation's workspaces in pages.
create index workspaces_by_org on identity.workspaces (org_id, id);

alter table identity.workspaces enable row level security;
alter table identity.workspaces force row level security;
create policy tenant_or_org_wall on identity.workspaces
    using (app.is_current_tenant_or_org(id, org_id))
    with check (app.is_current_tenant_or_org(id, org_id));
grant select, insert, update on identity.workspaces to ${app};
grant select, insert, update, delete on identity.workspaces to ${worker};
