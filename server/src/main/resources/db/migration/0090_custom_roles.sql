-- Purpose: roles that a workspace makes for itself, and who holds them beside their role as a member.
-- Tables: identity.roles, identity.role_assignments, identity.role_group_assignments.
-- Scope: tenant.
-- Retention class: user (what a person holds goes when they leave or are erased).
-- Rollback: drop table identity.role_group_assignments; drop table identity.role_assignments; drop table identity.roles.

create table identity.roles (
    tenant_id   uuid        not null references identity.workspaces (id),
    id          uuid        not null,
    name        text collate "C" not null check (name ~ '^[a-z][a-z0-9-]{1,39}$'),
    description text        check (length(description) between 1 and 500),
    rights      text[]      not null check (cardinality(rights) between 1 and 50),
    version     integer     not null check (version > 0),
    created_at  timestamptz not null,
    updated_at  timestamptz not null,
    primary key (tenant_id, id),
    constraint roles_name_once unique (tenant_id, name),
    constraint roles_not_built_in check (name not in ('owner', 'admin', 'editor', 'member', 'viewer'))
);
comment on table identity.roles is 'A role that a workspace made for itself. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.roles.tenant_id is 'The workspace.';
comment on column identity.roles.id is 'The role (rol_ outside).';
comment on column identity.roles.name is 'What it is called, also in the roles of subtenants; it never changes.';
comment on column identity.roles.description is 'What it is for.';
comment on column identity.roles.rights is 'What it allows: <verb>:<resource>, each once.';
comment on column identity.roles.version is 'Counts changes; the ETag.';
comment on column identity.roles.created_at is 'When it was made.';
comment on column identity.roles.updated_at is 'When it was last changed; who holds it does not count.';

alter table identity.roles enable row level security;
alter table identity.roles force row level security;
create policy tenant_wall on identity.roles
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete, update (description, rights, version, updated_at) on identity.roles to ${app};
grant select, delete on identity.roles to ${worker};

create table identity.role_assignments (
    tenant_id      uuid        not null,
    role_id        uuid        not null,
    user_id        uuid        not null,
    home_tenant_id uuid        not null,
    assigned_by    text        not null check (length(assigned_by) between 1 and 200),
    assigned_at    timestamptz not null,
    primary key (tenant_id, role_id, user_id),
    foreign key (tenant_id, role_id) references identity.roles (tenant_id, id),
    foreign key (tenant_id, user_id) references identity.workspace_members (tenant_id, user_id)
);
comment on table identity.role_assignments is 'A role of the workspace''s own that a member holds. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.role_assignments.tenant_id is 'The workspace.';
comment on column identity.role_assignments.role_id is 'The role.';
comment on column identity.role_assignments.user_id is 'The member who holds it.';
comment on column identity.role_assignments.home_tenant_id is 'The workspace whose user the member is: whoever is erased there is erased here.';
comment on column identity.role_assignments.assigned_by is 'Who gave it (a DID).';
comment on column identity.role_assignments.assigned_at is 'When.';

-- What a member holds, for taking it away when they leave; also for erasure.
create index role_assignments_by_user on identity.role_assignments (tenant_id, user_id, role_id);
-- Where somebody who is erased is named as the one who gave it.
create index role_assignments_by_giver on identity.role_assignments (tenant_id, assigned_by);

alter table identity.role_assignments enable row level security;
alter table identity.role_assignments force row level security;
create policy tenant_wall on identity.role_assignments
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete on identity.role_assignments to ${app};
grant select, delete, update (assigned_by) on identity.role_assignments to ${worker};

create table identity.role_group_assignments (
    tenant_id   uuid        not null,
    role_id     uuid        not null,
    group_id    uuid        not null,
    assigned_by text        not null check (length(assigned_by) between 1 and 200),
    assigned_at timestamptz not null,
    primary key (tenant_id, role_id, group_id),
    foreign key (tenant_id, role_id) references identity.roles (tenant_id, id),
    foreign key (tenant_id, group_id) references identity.groups (tenant_id, id)
);
comment on table identity.role_group_assignments is 'A role of the workspace''s own that every member in a group holds. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.role_group_assignments.tenant_id is 'The workspace.';
comment on column identity.role_group_assignments.role_id is 'The role.';
comment on column identity.role_group_assignments.group_id is 'The group.';
comment on column identity.role_group_assignments.assigned_by is 'Who gave it (a DID).';
comment on column identity.role_group_assignments.assigned_at is 'When.';

-- What a group carries.
create index role_group_assignments_by_group on identity.role_group_assignments (tenant_id, group_id, role_id);
-- Where somebody who is erased is named as the one who gave it.
create index role_group_assignments_by_giver on identity.role_group_assignments (tenant_id, assigned_by);

alter table identity.role_group_assignments enable row level security;
alter table identity.role_group_assignments force row level security;
create policy tenant_wall on identity.role_group_assignments
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete on identity.role_group_assignments to ${app};
grant select, delete, update (assigned_by) on identity.role_group_assignments to ${worker};
