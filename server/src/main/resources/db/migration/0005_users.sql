-- Purpose: the people (and machines) of a workspace.
-- Tables: identity.users.
-- Scope: tenant.
-- Retention class: user (erased after deletion and the retention window, 30 days by default).
-- Rollback: drop table identity.users.

create table identity.users (
    tenant_id    uuid        not null references identity.workspaces (id),
    id           uuid        not null,
    kind         text        not null check (kind in ('individual', 'managed', 'service')),
    handle       text collate "C" check (handle ~ '^[a-z][a-z0-9]*([.-][a-z0-9]+)*$' and length(handle) between 2 and 20),
    email        text        not null check (length(email) between 3 and 320),
    email_key    text collate "C" not null,
    display_name text        not null check (length(display_name) between 1 and 200),
    name_key     text collate "C" not null,
    locale       text        not null check (length(locale) between 2 and 35),
    timezone     text        not null check (length(timezone) between 1 and 50),
    status       text        not null check (status in ('pending_verification', 'active', 'suspended', 'deactivated')),
    version      integer     not null check (version > 0),
    created_at   timestamptz not null,
    updated_at   timestamptz not null,
    deleted_at   timestamptz,
    primary key (tenant_id, id),
    constraint users_individuals_live_under_the_account_domain
        check (kind <> 'individual' or (handle is not null and email = handle || '@' || app.account_domain())),
    constraint users_deactivated_when_deleted check ((status = 'deactivated') = (deleted_at is not null))
);
comment on table identity.users is 'A user of a workspace. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.users.tenant_id is 'The workspace.';
comment on column identity.users.id is 'The user (usr_ outside); never changes, whatever the handle does.';
comment on column identity.users.kind is 'individual: a person of the system workspace; managed: a workspace''s own user; service: a machine.';
comment on column identity.users.handle is 'Short name, lower-case ASCII; unique among the live users of the workspace.';
comment on column identity.users.email is 'The address as it was given.';
comment on column identity.users.email_key is 'The address in the form that is compared and searched: NFKC, lower case. The application writes it.';
comment on column identity.users.display_name is 'The name people see.';
comment on column identity.users.name_key is 'The name in the form that is searched: NFKC, lower case. The application writes it.';
comment on column identity.users.locale is 'Language tag (BCP 47).';
comment on column identity.users.timezone is 'Time zone (IANA).';
comment on column identity.users.status is 'suspended: may not sign in; deactivated: deleted, waiting for erasure.';
comment on column identity.users.version is 'Counts changes; the ETag.';
comment on column identity.users.created_at is 'When the user was made.';
comment on column identity.users.updated_at is 'When the user was last changed.';
comment on column identity.users.deleted_at is 'When the user was deleted; the row is erased after the retention window.';

-- Unique among the living, and the prefix search by address.
create unique index users_by_email on identity.users (tenant_id, email_key) where deleted_at is null;
-- Unique among the living, and the prefix search by handle.
create unique index users_by_handle on identity.users (tenant_id, handle) where deleted_at is null;
-- The prefix search by name.
create index users_by_name on identity.users (tenant_id, name_key, id) where deleted_at is null;
-- Pages of one status.
create index users_by_status on identity.users (tenant_id, status, id) where deleted_at is null;
-- What the erasure job reads.
create index users_by_deletion on identity.users (tenant_id, deleted_at) where deleted_at is not null;

alter table identity.users enable row level security;
alter table identity.users force row level security;
create policy tenant_wall on identity.users
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, update on identity.users to ${app};
grant select, insert, update, delete on identity.users to ${worker};
