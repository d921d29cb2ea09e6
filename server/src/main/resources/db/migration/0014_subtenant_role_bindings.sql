-- Purpose: what a member of a workspace is in one of its subtenants.
-- Tables: identity.subtenant_role_bindings.
-- Scope: tenant.
-- Retention class: user (a person's bindings go when the person is erased).
-- Rollback: drop table identity.subtenant_role_bindings.

create table identity.subtenant_role_bindings (
    tenant_id      uuid        not null references identity.workspaces (id),
    subtenant_id   uuid        not null,
    user_id        uuid        not null,
    home_tenant_id uuid        not null,
    role           text collate "C" not null check (role ~ '^[a-z][a-z0-9-]{1,39}$'),
    granted_by     text        not null,
    granted_at     timestamptz not null,
    revoked_at     timestamptz,
    primary key (tenant_id, subtenant_id, user_id, role),
    foreign key (tenant_id, subtenant_id) references identity.subtenants (tenant_id, id),
    foreign key (tenant_id, user_id) references identity.workspace_members (tenant_id, user_id)
);
comment on table identity.subtenant_role_bindings is 'A role of a member in a subtenant. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.subtenant_role_bindings.tenant_id is 'The workspace.';
comment on column identity.subtenant_role_bindings.subtenant_id is 'The subtenant.';
comment on column identity.subtenant_role_bindings.user_id is 'The member who holds the role.';
comment on column identity.subtenant_role_bindings.home_tenant_id is 'The workspace whose user the member is: whoever is erased there is erased here.';
comment on column identity.subtenant_role_bindings.role is 'owner, admin, editor, viewer, or a word that the workspace''s own applications know.';
comment on column identity.subtenant_role_bindings.granted_by is 'Who gave it (a DID).';
comment on column identity.subtenant_role_bindings.granted_at is 'When it was given, or given again.';
comment on column identity.subtenant_role_bindings.revoked_at is 'When it was taken away; the row stays, without effect.';

-- The roles of one member, for deciding and for erasure.
create index subtenant_role_bindings_by_user on identity.subtenant_role_bindings (tenant_id, user_id, subtenant_id);

alter table identity.subtenant_role_bindings enable row level security;
alter table identity.subtenant_role_bindings force row level security;
create policy tenant_wall on identity.subtenant_role_bindings
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on identity.subtenant_role_bindings to ${app};
grant update (granted_by, granted_at, revoked_at) on identity.subtenant_role_bindings to ${app};
grant select, insert, update, delete on identity.subtenant_role_bindings to ${worker};
