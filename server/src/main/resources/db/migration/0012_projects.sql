-- Purpose: projects, the narrowest boundary: what belongs to one project of a workspace is not seen from another.
-- Tables: identity.projects.
-- Scope: project, inside tenant (a workspace sees its projects; a bound project sees itself alone).
-- Retention class: none (kept while the workspace exists).
-- Rollback: drop table identity.projects.

create table identity.projects (
    tenant_id   uuid        not null references identity.workspaces (id),
    id          uuid        not null,
    project_id  uuid        not null generated always as (id) stored,
    slug        text collate "C" not null check (slug ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(slug) between 2 and 63),
    name        text        not null check (length(name) between 1 and 200),
    description text        check (length(description) between 1 and 2000),
    status      text        not null check (status in ('active', 'archived', 'deleted')),
    version     integer     not null check (version > 0),
    created_at  timestamptz not null,
    updated_at  timestamptz not null,
    deleted_at  timestamptz,
    primary key (tenant_id, id),
    constraint projects_marked_when_deleted check ((status = 'deleted') = (deleted_at is not null))
);
comment on table identity.projects is 'A project of a workspace. Scope: project inside tenant. 001 class: user. Retention: while the workspace exists.';
comment on column identity.projects.tenant_id is 'The workspace.';
comment on column identity.projects.id is 'The project (prj_ outside); the value of project_id elsewhere.';
comment on column identity.projects.project_id is 'Always the id: every table of a project can be read by project_id, this one too.';
comment on column identity.projects.slug is 'Its name in addresses; unique among the live projects of the workspace and never changed.';
comment on column identity.projects.name is 'The name people see.';
comment on column identity.projects.description is 'What it is for, in its makers'' words.';
comment on column identity.projects.status is 'archived: kept and not changed; deleted: gone for everybody.';
comment on column identity.projects.version is 'Counts changes; the ETag.';
comment on column identity.projects.created_at is 'When it was made.';
comment on column identity.projects.updated_at is 'When it was last changed.';
comment on column identity.projects.deleted_at is 'When it was deleted; its slug is free again from then on.';

-- Unique among the living.
create unique index projects_by_slug on identity.projects (tenant_id, slug) where deleted_at is null;

alter table identity.projects enable row level security;
alter table identity.projects force row level security;
create policy project_wall on identity.projects
    using (app.is_current_project(tenant_id, project_id))
    with check (app.is_current_project(tenant_id, project_id));
grant select, insert on identity.projects to ${app};
grant update (name, description, status, version, updated_at, deleted_at) on identity.projects to ${app};
grant select, insert, update, delete on identity.projects to ${worker};
