-- Purpose: what everybody in a group is in one of the workspace's subtenants.
-- Tables: identity.subtenant_group_bindings.
-- Scope: tenant.
-- Retention class: user (what is taken away goes at once).
-- Rollback: drop table identity.subtenant_group_bindings.

create table identity.subtenant_group_bindings (
    tenant_id    uuid        not null,
    subtenant_id uuid        not null,
    group_id     uuid        not null,
    role         text collate "C" not null check (role ~ '^[a-z][a-z0-9-]{1,39}$'),
    granted_by   text        not null check (length(granted_by) between 1 and 200),
    granted_at   timestamptz not null,
    primary key (tenant_id, subtenant_id, group_id, role),
    foreign key (tenant_id, subtenant_id) references identity.subtenants (tenant_id, id),
    foreign key (tenant_id, group_id) references identity.groups (tenant_id, id)
);
comment on table identity.subtenant_group_bindings is 'A role of the members in a group in a subtenant. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.subtenant_group_bindings.tenant_id is 'The workspace.';
comment on column identity.subtenant_group_bindings.subtenant_id is 'The subtenant.';
comment on column identity.subtenant_group_bindings.group_id is 'The group whose members hold the role.';
comment on column identity.subtenant_group_bindings.role is 'owner, admin, editor, viewer, or one of the workspace''s own roles.';
comment on column identity.subtenant_group_bindings.granted_by is 'Who gave it (a DID).';
comment on column identity.subtenant_group_bindings.granted_at is 'When.';

-- What a group carries.
create index subtenant_group_bindings_by_group on identity.subtenant_group_bindings (tenant_id, group_id);
-- Whether a role is held anywhere.
create index subtenant_group_bindings_by_role on identity.subtenant_group_bindings (tenant_id, role);
-- Where somebody who is erased is named as the one who gave it.
create index subtenant_group_bindings_by_giver on identity.subtenant_group_bindings (tenant_id, granted_by);

-- The same question about the roles of single members.
create index subtenant_role_bindings_by_role on identity.subtenant_role_bindings (tenant_id, role) where revoked_at is null;

alter table identity.subtenant_group_bindings enable row level security;
alter table identity.subtenant_group_bindings force row level security;
create policy tenant_wall on identity.subtenant_group_bindings
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete on identity.subtenant_group_bindings to ${app};
grant select, delete, update (granted_by) on identity.subtenant_group_bindings to ${worker};
