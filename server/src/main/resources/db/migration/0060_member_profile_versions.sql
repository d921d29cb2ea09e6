-- Purpose: the copies of people's names in other workspaces know how old they are.
-- Tables: identity.workspace_members.
-- Scope: tenant and user.
-- Retention class: user.
-- Rollback: alter table identity.workspace_members drop column profile_version.

alter table identity.workspace_members
    add column profile_version integer not null default 0 check (profile_version >= 0);
comment on column identity.workspace_members.profile_version is 'The version of the user from which handle and name were copied; an older one never replaces a newer one.';
grant update (profile_version) on identity.workspace_members to ${app};
