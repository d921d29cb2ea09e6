-- Purpose: subtenants, the parts that a workspace keeps apart by itself, such as production and staging.
-- Tables: identity.subtenants.
-- Scope: tenant (a subtenant is no tenant: the application, not the wall, keeps subtenants of one workspace apart).
-- Retention class: none (kept while the workspace exists).
-- Rollback: drop table identity.subtenants.

create table identity.subtenants (
    tenant_id   uuid        not null references identity.workspaces (id),
    id          uuid        not null,
    slug        text collate "C" not null check (slug ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(slug) between 2 and 63),
    name        text        not null check (length(name) between 1 and 200),
    environment text        check (environment in ('production', 'staging', 'dev', 'test')),
    region      text collate "C" not null check (region ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(region) between 2 and 40),
    status      text        not null check (status in ('active', 'suspended', 'deleted')),
    settings    jsonb       not null check (jsonb_typeof(settings) = 'object'),
    version     integer     not null check (version > 0),
    created_at  timestamptz not null,
    updated_at  timestamptz not null,
    deleted_at  timestamptz,
    primary key (tenant_id, id),
    constraint subtenants_marked_when_deleted check ((status = 'deleted') = (deleted_at is not null)),
    constraint subtenants_default_stays check (slug <> 'default' or deleted_at is null)
);
comment on table identity.subtenants is 'A part of a workspace. Scope: tenant. 001 class: user. Retention: while the workspace exists.';
comment on column identity.subtenants.tenant_id is 'The workspace.';
comment on column identity.subtenants.id is 'The subtenant (sub_ outside).';
comment on column identity.subtenants.slug is 'Its name in addresses; unique among the live subtenants of the workspace. default: made with the workspace, never deleted.';
comment on column identity.subtenants.name is 'The name people see.';
comment on column identity.subtenants.environment is 'Which stage it is, where a workspace has several.';
comment on column identity.subtenants.region is 'Where its data should be kept; default: wherever the workspace''s is.';
comment on column identity.subtenants.status is 'suspended: kept and not to be used; deleted: gone for everybody.';
comment on column identity.subtenants.settings is 'What its applications keep about it: an object of at most 16 KiB.';
comment on column identity.subtenants.version is 'Counts changes; the ETag.';
comment on column identity.subtenants.created_at is 'When it was made.';
comment on column identity.subtenants.updated_at is 'When it was last changed.';
comment on column identity.subtenants.deleted_at is 'When it was deleted; its slug is free again from then on.';

-- Unique among the living.
create unique index subtenants_by_slug on identity.subtenants (tenant_id, slug) where deleted_at is null;

alter table identity.subtenants enable row level security;
alter table identity.subtenants force row level security;
create policy tenant_wall on identity.subtenants
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on identity.subtenants to ${app};
grant update (name, environment, region, status, settings, version, updated_at, deleted_at) on identity.subtenants to ${app};
grant select, insert, update, delete on identity.subtenants to ${worker};
