-- Purpose: initial access tokens (RFC 7591 1.2), with which applications register themselves.
-- Tables: oauth.registration_tokens.
-- Scope: tenant.
-- Retention class: transient (hard delete after expiry).
-- Rollback: drop table oauth.registration_tokens.

create table oauth.registration_tokens (
    tenant_id  uuid        not null,
    id         uuid        not null,
    name       text        not null check (length(name) between 1 and 120),
    token_hash bytea       not null check (length(token_hash) = 32),
    uses_left  integer     not null check (uses_left >= 0),
    created_by text        not null check (length(created_by) between 1 and 200),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (tenant_id, id)
);
comment on table oauth.registration_tokens is 'An initial access token: lets so many applications register themselves. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column oauth.registration_tokens.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column oauth.registration_tokens.id is 'The token''s id (rgt_ outside).';
comment on column oauth.registration_tokens.name is 'What it was made for.';
comment on column oauth.registration_tokens.token_hash is 'HMAC-SHA-256 of the token under a server key.';
comment on column oauth.registration_tokens.uses_left is 'How many applications may still register with it.';
comment on column oauth.registration_tokens.created_by is 'The DID of whoever made it.';
comment on column oauth.registration_tokens.created_at is 'When it was made.';
comment on column oauth.registration_tokens.expires_at is 'When it stops working.';

-- The look-up by the token.
create unique index registration_tokens_by_hash on oauth.registration_tokens (tenant_id, token_hash);
-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index registration_tokens_by_expiry on oauth.registration_tokens (expires_at);

alter table oauth.registration_tokens enable row level security;
alter table oauth.registration_tokens force row level security;
create policy tenant_wall on oauth.registration_tokens
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete on oauth.registration_tokens to ${app};
grant update (uses_left) on oauth.registration_tokens to ${app};
grant select, delete on oauth.registration_tokens to ${worker};
