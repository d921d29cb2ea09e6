-- Purpose: authorization codes: what a client exchanges for tokens, once, within a minute.
-- Tables: oauth.authorization_codes.
-- Scope: tenant.
-- Retention class: transient (hard delete an hour after expiry, so that a replay is noticed until then).
-- Rollback: drop table oauth.authorization_codes.

create table oauth.authorization_codes (
    tenant_id      uuid        not null,
    id             uuid        not null,
    code_hash      bytea       not null check (octet_length(code_hash) = 32),
    client_id      uuid        not null,
    user_id        uuid        not null,
    session_id     uuid        not null,
    grant_id       uuid        not null,
    redirect_uri   text        check (length(redirect_uri) between 1 and 2000),
    code_challenge text        check (code_challenge ~ '^[A-Za-z0-9_-]{43}$'),
    nonce          text        check (length(nonce) between 1 and 1000),
    scopes         text[]      not null check (cardinality(scopes) <= 100),
    resources      text[]      not null check (cardinality(resources) <= 20),
    details        jsonb       check (jsonb_typeof(details) = 'array'),
    claims         jsonb       check (jsonb_typeof(claims) = 'object'),
    methods        text[]      not null check (cardinality(methods) between 1 and 10),
    proven_at      timestamptz not null,
    binding        text        check (length(binding) between 10 and 100),
    used_at        timestamptz,
    created_at     timestamptz not null,
    expires_at     timestamptz not null,
    primary key (tenant_id, id)
);
comment on table oauth.authorization_codes is 'Codes that clients exchange for tokens. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column oauth.authorization_codes.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column oauth.authorization_codes.id is 'The code''s row (acd_ outside).';
comment on column oauth.authorization_codes.code_hash is 'HMAC of the code.';
comment on column oauth.authorization_codes.client_id is 'The client that may use it.';
comment on column oauth.authorization_codes.user_id is 'Who allowed it.';
comment on column oauth.authorization_codes.session_id is 'The browser''s session in which they did.';
comment on column oauth.authorization_codes.grant_id is 'The grant that it becomes; a second use ends that.';
comment on column oauth.authorization_codes.redirect_uri is 'Where it was sent, if the request named that: the client must name it again.';
comment on column oauth.authorization_codes.code_challenge is 'PKCE: SHA-256 of what the client must show (RFC 7636, S256).';
comment on column oauth.authorization_codes.nonce is 'Goes into the ID token.';
comment on column oauth.authorization_codes.scopes is 'What was allowed.';
comment on column oauth.authorization_codes.resources is 'The audiences that were asked for (RFC 8707).';
comment on column oauth.authorization_codes.details is 'Authorization details (RFC 9396).';
comment on column oauth.authorization_codes.claims is 'The claims that were asked for one by one.';
comment on column oauth.authorization_codes.methods is 'How the person had proved themselves (RFC 8176 words).';
comment on column oauth.authorization_codes.proven_at is 'When they had.';
comment on column oauth.authorization_codes.binding is 'The key that the client must show when it uses the code (RFC 9449 section 10).';
comment on column oauth.authorization_codes.used_at is 'When it was exchanged.';
comment on column oauth.authorization_codes.created_at is 'When it was given.';
comment on column oauth.authorization_codes.expires_at is 'When it is too old.';

-- A code by what was presented.
create unique index authorization_codes_by_code on oauth.authorization_codes (tenant_id, code_hash);
-- Erasure.
create index authorization_codes_by_user on oauth.authorization_codes (tenant_id, user_id);
-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index authorization_codes_by_expiry on oauth.authorization_codes (expires_at);

alter table oauth.authorization_codes enable row level security;
alter table oauth.authorization_codes force row level security;
create policy tenant_wall on oauth.authorization_codes
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on oauth.authorization_codes to ${app};
grant update (used_at) on oauth.authorization_codes to ${app};
grant select, delete on oauth.authorization_codes to ${worker};
