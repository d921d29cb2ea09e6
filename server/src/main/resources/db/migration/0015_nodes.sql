-- Purpose: the tree of an organisation: org > workspace > unit* > subtenant or project.
-- Tables: identity.nodes.
-- Scope: tenant and org (a workspace sees its own nodes, its organisation sees the whole tree).
-- Retention class: none (a node goes with what it stands for).
-- Rollback: drop table identity.nodes.

create table identity.nodes (
    org_id           uuid        not null references identity.orgs (id),
    tenant_id        uuid        not null,
    id               uuid        not null,
    kind             text        not null check (kind in ('org', 'workspace', 'unit', 'subtenant', 'project')),
    parent_id        uuid,
    workspace_id     uuid generated always as (case when kind <> 'org' then tenant_id end) stored,
    inside_parent_id uuid generated always as (case when kind not in ('org', 'workspace') then parent_id end) stored,
    subject_id       uuid,
    name             text        not null check (length(name) between 1 and 200),
    version          integer     not null check (version > 0),
    created_at       timestamptz not null,
    updated_at       timestamptz not null,
    primary key (org_id, id),
    constraint nodes_of_no_workspace_only_org check ((tenant_id = org_id) = (kind = 'org')),
    constraint nodes_parent_unless_org check ((parent_id is null) = (kind = 'org')),
    constraint nodes_subject_unless_unit check ((subject_id is null) = (kind = 'unit')),
    constraint nodes_stand_for_their_scope check (
        (kind <> 'org' or subject_id = org_id) and (kind <> 'workspace' or subject_id = tenant_id)),
    constraint nodes_not_their_own_parent check (parent_id <> id),
    foreign key (org_id, parent_id) references identity.nodes (org_id, id)
);
comment on table identity.nodes is 'A place in an organisation''s tree. Scope: tenant and org. 001 class: user. Retention: while what it stands for exists.';
comment on column identity.nodes.org_id is 'The organisation whose tree it is.';
comment on column identity.nodes.tenant_id is 'The workspace. The organisation''s own node is in none: it has the organisation''s id here, which no workspace has.';
comment on column identity.nodes.id is 'The node (nod_ outside).';
comment on column identity.nodes.kind is 'What it stands for; a unit is only a place.';
comment on column identity.nodes.parent_id is 'What it stands under; empty for the organisation''s own node.';
comment on column identity.nodes.workspace_id is 'The workspace, if the node is in one, so that a foreign key holds it in its organisation.';
comment on column identity.nodes.inside_parent_id is 'The parent of a node inside a workspace, so that a foreign key holds both in the same workspace.';
comment on column identity.nodes.subject_id is 'What it stands for: an organisation, workspace, subtenant or project; empty for a unit.';
comment on column identity.nodes.name is 'The name people see; that of what it stands for.';
comment on column identity.nodes.version is 'Counts changes; the ETag.';
comment on column identity.nodes.created_at is 'When it was made.';
comment on column identity.nodes.updated_at is 'When it was last changed.';

-- The nodes of a workspace in pages, and what the foreign key below refers to.
create unique index nodes_by_tenant on identity.nodes (tenant_id, id);
-- One node for each thing that has one.
create unique index nodes_by_subject on identity.nodes (tenant_id, subject_id);
-- What stands under a node.
create index nodes_by_parent on identity.nodes (tenant_id, parent_id, id);
-- The same along the organisation, for its foreign key.
create index nodes_by_org_and_parent on identity.nodes (org_id, parent_id);
-- A tree has one root.
create unique index nodes_root on identity.nodes (org_id) where kind = 'org';

-- A node of a workspace stands under a node of the same workspace, and the workspace is the organisation's own.
alter table identity.nodes
    add foreign key (tenant_id, inside_parent_id) references identity.nodes (tenant_id, id),
    add foreign key (org_id, workspace_id) references identity.workspaces (org_id, id);

alter table identity.nodes enable row level security;
alter table identity.nodes force row level security;
create policy tenant_or_org_wall on identity.nodes
    using (app.is_current_tenant_or_org(tenant_id, org_id))
    with check (app.is_current_tenant_or_org(tenant_id, org_id));
grant select, insert, delete on identity.nodes to ${app};
grant update (parent_id, name, version, updated_at) on identity.nodes to ${app};
grant select, insert, update, delete on identity.nodes to ${worker};
