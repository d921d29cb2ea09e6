-- Purpose: who belongs to a workspace, and what they may do there.
-- Tables: identity.workspace_members.
-- Scope: tenant and user (a workspace sees its members, a person sees their own memberships everywhere).
-- Retention class: user (a person's memberships go when the person is erased).
-- Rollback: drop table identity.workspace_members.

create table identity.workspace_members (
    tenant_id        uuid        not null references identity.workspaces (id),
    user_id          uuid        not null,
    home_tenant_id   uuid        not null,
    role             text        not null check (role in ('owner', 'admin', 'member', 'viewer')),
    affiliation      text        not null
        check (affiliation in ('staff', 'contractor', 'alumni', 'intern', 'board', 'external', 'guest')),
    handle           text collate "C",
    display_name     text        not null check (length(display_name) between 1 and 200),
    added_by         text        not null,
    version          integer     not null check (version > 0),
    joined_at        timestamptz not null,
    role_changed_at  timestamptz not null,
    guest_expires_at timestamptz,
    left_at          timestamptz,
    primary key (tenant_id, user_id),
    constraint workspace_members_guests_expire check (affiliation <> 'guest' or guest_expires_at is not null),
    constraint workspace_members_alumni_left check ((affiliation = 'alumni') = (left_at is not null))
);
comment on table identity.workspace_members is 'A person''s place in a workspace. Scope: tenant and user. 001 class: user. Retention: user.';
comment on column identity.workspace_members.tenant_id is 'The workspace.';
comment on column identity.workspace_members.user_id is 'The person; no foreign key, because people are members of workspaces that are not their own.';
comment on column identity.workspace_members.home_tenant_id is 'The workspace whose user the person is.';
comment on column identity.workspace_members.role is 'What they may do here.';
comment on column identity.workspace_members.affiliation is 'Who they are to the workspace; decides nothing, except that guests expire.';
comment on column identity.workspace_members.handle is 'A copy of the person''s handle, so that lists need not look into other workspaces.';
comment on column identity.workspace_members.display_name is 'A copy of the person''s name.';
comment on column identity.workspace_members.added_by is 'Who added them (a DID).';
comment on column identity.workspace_members.version is 'Counts changes; the ETag.';
comment on column identity.workspace_members.joined_at is 'When they last joined.';
comment on column identity.workspace_members.role_changed_at is 'When the role was last set.';
comment on column identity.workspace_members.guest_expires_at is 'When a guest loses access.';
comment on column identity.workspace_members.left_at is 'When they left; the row stays, without access.';

-- A person's own memberships, along the user axis.
create index workspace_members_by_user on identity.workspace_members (user_id, tenant_id);
-- Who holds a role; also whether an owner is left.
create index workspace_members_by_role on identity.workspace_members (tenant_id, role, user_id) where left_at is null;

alter table identity.workspace_members enable row level security;
alter table identity.workspace_members force row level security;
-- A person may read their memberships from anywhere; only the workspace itself may write them, or a person could join
-- any workspace they like.
create policy tenant_or_user_wall on identity.workspace_members
    using (app.is_current_tenant_or_user(tenant_id, user_id))
    with check (tenant_id = app.current_tenant());
grant select, insert on identity.workspace_members to ${app};
grant update (role, affiliation, handle, display_name, version, joined_at, role_changed_at, guest_expires_at, left_at)
    on identity.workspace_members to ${app};
grant select, insert, update, delete on identity.workspace_members to ${worker};
