-- Purpose: secrets that work once, such as the link with which the first administrator gets in.
-- Tables: auth.one_time_tokens.
-- Scope: tenant.
-- Retention class: transient (hard delete after expiry).
-- Rollback: drop table auth.one_time_tokens; drop schema auth.

create schema auth;
comment on schema auth is '001 class: runtime. Sign-in while it happens; may live in a database of its own.';
grant usage on schema auth to ${app}, ${worker};

create table auth.one_time_tokens (
    tenant_id  uuid        not null,
    id         uuid        not null,
    user_id    uuid        not null,
    purpose    text        not null check (purpose in ('setup')),
    token_hash bytea       not null check (length(token_hash) = 32),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at    timestamptz,
    primary key (tenant_id, id)
);
comment on table auth.one_time_tokens is 'A secret that works once. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column auth.one_time_tokens.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column auth.one_time_tokens.id is 'The token''s id (ott_ outside).';
comment on column auth.one_time_tokens.user_id is 'For whom it was made.';
comment on column auth.one_time_tokens.purpose is 'What it is good for. setup: lets the first administrator in.';
comment on column auth.one_time_tokens.token_hash is 'HMAC-SHA-256 of the secret under a server key.';
comment on column auth.one_time_tokens.created_at is 'When it was made.';
comment on column auth.one_time_tokens.expires_at is 'When it stops working.';
comment on column auth.one_time_tokens.used_at is 'When it was used; a used one does not work again.';

-- The look-up by secret.
create unique index one_time_tokens_by_hash on auth.one_time_tokens (tenant_id, token_hash);
-- The tokens of a user, for erasure.
create index one_time_tokens_by_user on auth.one_time_tokens (tenant_id, user_id);
-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index one_time_tokens_by_expiry on auth.one_time_tokens (expires_at);

alter table auth.one_time_tokens enable row level security;
alter table auth.one_time_tokens force row level security;
create policy tenant_wall on auth.one_time_tokens
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, update on auth.one_time_tokens to ${app};
grant select, delete on auth.one_time_tokens to ${worker};
