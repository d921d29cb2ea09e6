-- Purpose: organisations, the boundary of billing and of who may see several workspaces.
-- Tables: identity.orgs.
-- Scope: org.
-- Retention class: none (kept while the organisation exists).
-- Rollback: drop table identity.orgs; drop schema identity.

create schema identity;
comment on schema identity is '001 class: user. Who exists: organisations, workspaces, users and what they are to each other.';
grant usage on schema identity to ${app}, ${worker};

create table identity.orgs (
    id         uuid        not null primary key,
    org_id     uuid        not null generated always as (id) stored,
    name       text        not null check (length(name) between 1 and 200),
    version    integer     not null check (version > 0),
    created_at timestamptz not null,
    updated_at timestamptz not null
);
comment on table identity.orgs is 'An organisation owns workspaces. Scope: org. 001 class: user. Retention: while it exists.';
comment on column identity.orgs.id is 'The organisation (org_ outside); the value of org_id elsewhere.';
comment on column identity.orgs.org_id is 'Always the id: every table of an organisation can be read by org_id, this one too.';
comment on column identity.orgs.name is 'The name people see.';
comment on column identity.orgs.version is 'Counts changes; the ETag.';
comment on column identity.orgs.created_at is 'When it was made.';
comment on column identity.orgs.updated_at is 'When it was last changed.';

alter table identity.orgs enable row level security;
alter table identity.orgs force row level security;
create policy org_wall on identity.orgs
    using (org_id = app.current_org())
    with check (org_id = app.current_org());
grant select, insert, update (name, version, updated_at) on identity.orgs to ${app};
grant select, insert, update, delete on identity.orgs to ${worker};
