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
    is_home    boolean     not null,
    kind       text        not null check (kind in ('organization', 'system')),
    domain     text collate "C" check (domain ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$' and length(domain) between 4 and 253),
    logo_url   text        check (logo_url ~ '^https://' and length(logo_url) between 12 and 2000),
    settings   jsonb       not null default '{}' check (jsonb_typeof(settings) = 'object'),
    status     text        not null check (status in ('active', 'suspended', 'deleted')),
    version    integer     not null check (version > 0),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz,
    constraint workspaces_marked_when_deleted check ((status = 'deleted') = (deleted_at is not null)),
    constraint workspaces_home_stays check (deleted_at is null or not is_home),
    constraint workspaces_not_the_orphan_sentinel check (id <> '00000000-0000-5000-8000-000000000000')
);
comment on table identity.workspaces is 'A workspace: the tenant itself. Scope: tenant and org. 001 class: user. Retention: while it exists.';
comment on column identity.workspaces.id is 'The workspace (wrk_ outside).';
comment on column identity.workspaces.tenant_id is 'Always the id: every business table can be read by tenant_id, this one too.';
comment on column identity.workspaces.org_id is 'The organisation that owns it.';
comment on column identity.workspaces.slug is 'Its name in addresses, unique in the installation (identity.workspace_slugs) and never changed.';
comment on column identity.workspaces.name is 'The name people see.';
comment on column identity.workspaces.is_home is 'Whether the organisation is run from here: roles in this workspace carry rights on the organisation.';
comment on column identity.workspaces.kind is 'system: the one that individual accounts and operators live in; organization: all others.';
comment on column identity.workspaces.domain is 'A host name of its own, as readers of v1 know it.';
comment on column identity.workspaces.logo_url is 'Where its logo is.';
comment on column identity.workspaces.settings is 'What its applications keep about it: an object.';
comment on column identity.workspaces.status is 'suspended: nobody gets in, keys do not work, data is kept; deleted: gone for everybody.';
comment on column identity.workspaces.version is 'Counts changes; the ETag.';
comment on column identity.workspaces.created_at is 'When it was made.';
comment on column identity.workspaces.updated_at is 'When it was last changed.';
comment on column identity.workspaces.deleted_at is 'When it was deleted; its slug is never given again.';

-- Lists an organisation's workspaces in pages; what belongs to both refers to it.
create unique index workspaces_by_org on identity.workspaces (org_id, id);
-- An organisation has one home.
create unique index workspaces_home on identity.workspaces (org_id) where is_home and deleted_at is null;

alter table identity.workspaces enable row level security;
alter table identity.workspaces force row level security;
create policy tenant_or_org_wall on identity.workspaces
    using (app.is_current_tenant_or_org(id, org_id))
    with check (app.is_current_tenant_or_org(id, org_id));
-- Neither its organisation nor its slug can be changed by the application, whatever scope is bound.
grant select, insert, update (name, domain, logo_url, settings, status, version, updated_at, deleted_at)
    on identity.workspaces to ${app};
grant select, insert, update, delete on identity.workspaces to ${worker};
