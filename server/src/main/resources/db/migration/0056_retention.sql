-- Purpose: what was deleted softly is found and removed when its window is over; people and workspaces are erased in
-- batches that go on where a crash left them; a workspace decides how long its deleted people can come back.
-- Tables: identity.users, identity.workspaces, identity.projects, identity.subtenants, identity.subtenant_role_bindings,
-- identity.mfa_factors, identity.workspace_members, oauth.clients, oauth.consents, oauth.registration_tokens,
-- admin.api_keys, admin.personal_access_tokens, admin.policies.
-- Scope: tenant.
-- Retention class: user (nothing new is kept but how far an erasure has come).
-- Rollback: drop the indexes and the columns erasure_begun_at, erasure_counts and erased_at; delete the policies of kind
-- retention; restore the check of kind.

alter table identity.users
    add column erasure_begun_at timestamptz,
    add column erasure_counts jsonb not null default '{}' check (jsonb_typeof(erasure_counts) = 'object'),
    add constraint users_erased_when_deleted check (erasure_begun_at is null or deleted_at is not null);
comment on column identity.users.erasure_begun_at is 'When the erasure of a deleted user began, or an owner asked for it: from then on there is no way back.';
comment on column identity.users.erasure_counts is 'How many rows of each table the erasure has removed so far; becomes its proof in the trail.';

alter table identity.workspaces
    add column erasure_begun_at timestamptz,
    add column erasure_counts jsonb not null default '{}' check (jsonb_typeof(erasure_counts) = 'object'),
    add column erased_at timestamptz,
    add constraint workspaces_erased_when_deleted
        check ((erasure_begun_at is null or deleted_at is not null) and (erased_at is null or erasure_begun_at is not null));
comment on column identity.workspaces.erasure_begun_at is 'When the erasure of a deleted workspace began.';
comment on column identity.workspaces.erasure_counts is 'How many rows of each table the erasure has removed so far; becomes its proof in the trail.';
comment on column identity.workspaces.erased_at is 'When nothing but this row and the trail was left; the row keeps the slug from being given again.';

-- What the erasure of workspaces reads.
create index workspaces_by_deletion on identity.workspaces (tenant_id, deleted_at) where deleted_at is not null and erased_at is null;
-- What the job retention reads: projects deleted before a day.
create index projects_by_deletion on identity.projects (tenant_id, deleted_at) where deleted_at is not null;
-- The same of subtenants.
create index subtenants_by_deletion on identity.subtenants (tenant_id, deleted_at) where deleted_at is not null;
-- The same of roles that were taken away.
create index subtenant_role_bindings_by_end on identity.subtenant_role_bindings (tenant_id, revoked_at) where revoked_at is not null;
-- The same of second factors.
create index mfa_factors_by_deletion on identity.mfa_factors (tenant_id, deleted_at) where deleted_at is not null;
-- The same of applications.
create index clients_by_deletion on oauth.clients (tenant_id, deleted_at) where deleted_at is not null;
-- The same of consents that were withdrawn.
create index consents_by_deletion on oauth.consents (tenant_id, deleted_at) where deleted_at is not null;
-- The same of personal access tokens, by either end.
create index personal_access_tokens_by_end on admin.personal_access_tokens (tenant_id, revoked_at) where revoked_at is not null;
-- Tokens whose own time is over, longer ago than they are kept.
create index personal_access_tokens_by_expiry on admin.personal_access_tokens (tenant_id, expires_at) where expires_at is not null;
-- Guests whose time is over.
create index workspace_members_by_guest_expiry on identity.workspace_members (tenant_id, guest_expires_at)
    where guest_expires_at is not null and left_at is null;

-- Where somebody who is erased is named as the one who did something.
create index api_keys_by_maker on admin.api_keys (tenant_id, created_by);
-- The same of those who added members.
create index workspace_members_by_adder on identity.workspace_members (tenant_id, added_by);
-- The same of those who gave roles.
create index subtenant_role_bindings_by_giver on identity.subtenant_role_bindings (tenant_id, granted_by);
-- The same of those who made registration tokens.
create index registration_tokens_by_maker on oauth.registration_tokens (tenant_id, created_by);
grant update (created_by) on oauth.registration_tokens to ${worker};

alter table admin.policies drop constraint policies_kind_check;
alter table admin.policies add constraint policies_kind_check
    check (kind in ('branding', 'sign_up', 'password', 'mfa', 'session', 'lockout', 'registration', 'token', 'retention'));
