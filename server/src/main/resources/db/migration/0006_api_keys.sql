-- Purpose: keys with which programs call the API.
-- Tables: admin.api_keys.
-- Scope: tenant.
-- Retention class: user (a key of an erased user goes with the user; others stay, revoked, as evidence).
-- Rollback: drop table admin.api_keys; drop schema admin.

create schema admin;
comment on schema admin is '001 class: config. How workspaces are administered: keys, settings, idempotent requests.';
grant usage on schema admin to ${app}, ${worker};

create table admin.api_keys (
    tenant_id    uuid        not null references identity.workspaces (id),
    id           uuid        not null,
    user_id      uuid,
    name         text        not null check (length(name) between 1 and 120),
    scopes       text[]      not null check (cardinality(scopes) between 1 and 50),
    key_hash     bytea       not null check (length(key_hash) = 32),
    key_version  integer     not null,
    key_prefix   text        not null,
    created_by   text        not null,
    created_at   timestamptz not null,
    last_used_at timestamptz,
    expires_at   timestamptz,
    revoked_at   timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references identity.users (tenant_id, id)
);
comment on table admin.api_keys is 'A key for the API. Scope: tenant. 001 class: config. Retention: user.';
comment on column admin.api_keys.tenant_id is 'The workspace.';
comment on column admin.api_keys.id is 'The key (apk_ outside).';
comment on column admin.api_keys.user_id is 'The user it was made for, if any: it goes when the user goes.';
comment on column admin.api_keys.name is 'What the key is for, in its maker''s words.';
comment on column admin.api_keys.scopes is 'What it may do: <verb>:<resource>[:<modifier>].';
comment on column admin.api_keys.key_hash is 'HMAC-SHA-256 of the key under a server key; the key itself is shown once and not kept.';
comment on column admin.api_keys.key_version is 'Which server key made the hash.';
comment on column admin.api_keys.key_prefix is 'The first characters, so that people can tell keys apart.';
comment on column admin.api_keys.created_by is 'Who made it (a DID).';
comment on column admin.api_keys.created_at is 'When it was made.';
comment on column admin.api_keys.last_used_at is 'When it was last used, to within ten minutes.';
comment on column admin.api_keys.expires_at is 'When it stops working; never, if empty.';
comment on column admin.api_keys.revoked_at is 'When it was revoked.';

-- The way in: a key names its workspace, so that even this look-up is inside the wall.
create unique index api_keys_by_hash on admin.api_keys (tenant_id, key_hash);
-- The keys of a user, for listing and for erasure.
create index api_keys_by_user on admin.api_keys (tenant_id, user_id) where user_id is not null;

alter table admin.api_keys enable row level security;
alter table admin.api_keys force row level security;
create policy tenant_wall on admin.api_keys
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, update on admin.api_keys to ${app};
grant select, insert, update, delete on admin.api_keys to ${worker};
