-- Purpose: the keys with which workspaces sign tokens.
-- Tables: oauth.signing_keys.
-- Scope: tenant.
-- Retention class: none (a key that signs stays; one that no longer does is removed when it expires).
-- Rollback: drop table oauth.signing_keys; drop schema oauth.

create schema oauth;
comment on schema oauth is '001 class: runtime, and config where a table says so. What applications are given.';
grant usage on schema oauth to ${app}, ${worker};

create table oauth.signing_keys (
    tenant_id     uuid        not null,
    id            uuid        not null,
    kid           text        not null generated always as (app.id_text('sgk', id)) stored,
    algorithm     text        not null check (algorithm in ('RS256', 'PS256', 'ES256', 'EdDSA')),
    public_jwk    jsonb       not null check (jsonb_typeof(public_jwk) = 'object'),
    private_key   bytea       not null check (octet_length(private_key) between 100 and 4000),
    status        text        not null check (status in ('next', 'active', 'rotated', 'revoked')),
    region_key_id text        check (length(region_key_id) between 1 and 200),
    created_at    timestamptz not null,
    activates_at  timestamptz not null,
    rotated_at    timestamptz,
    revoked_at    timestamptz,
    expires_at    timestamptz,
    primary key (tenant_id, id),
    constraint signing_keys_rotated_say_when check (status <> 'rotated' or rotated_at is not null),
    constraint signing_keys_revoked_say_when check ((status = 'revoked') = (revoked_at is not null)),
    constraint signing_keys_without_use_expire check ((status in ('rotated', 'revoked')) = (expires_at is not null))
);
comment on table oauth.signing_keys is 'A pair of keys with which a workspace signs tokens. Scope: tenant. 001 class: config. Retention: while it signs or is published.';
comment on column oauth.signing_keys.tenant_id is 'The workspace; no foreign key, as this schema may live elsewhere.';
comment on column oauth.signing_keys.id is 'The key (sgk_ outside).';
comment on column oauth.signing_keys.kid is 'The id as tokens and key sets name it.';
comment on column oauth.signing_keys.algorithm is 'What it signs with, as tokens name it.';
comment on column oauth.signing_keys.public_jwk is 'The public key (RFC 7517), as it is published.';
comment on column oauth.signing_keys.private_key is 'The private key and the fingerprint of the public one, in an envelope under the master key that opens in this row alone.';
comment on column oauth.signing_keys.status is 'next: published, signs later; active: signs; rotated: published until it expires; revoked: not to be trusted.';
comment on column oauth.signing_keys.region_key_id is 'Reserved for keys of a region; one key serves all nodes until then.';
comment on column oauth.signing_keys.created_at is 'When it was made.';
comment on column oauth.signing_keys.activates_at is 'When it begins or began to sign.';
comment on column oauth.signing_keys.rotated_at is 'When another key took its place.';
comment on column oauth.signing_keys.revoked_at is 'When it was revoked.';
comment on column oauth.signing_keys.expires_at is 'When it is removed, once it no longer signs.';

-- One key signs and one is ready to follow; of two nodes that make one at the same time, one finds the other's.
create unique index signing_keys_active on oauth.signing_keys (tenant_id, algorithm) where status = 'active';
-- The same for the one that follows.
create unique index signing_keys_next on oauth.signing_keys (tenant_id, algorithm) where status = 'next';

alter table oauth.signing_keys enable row level security;
alter table oauth.signing_keys force row level security;
create policy tenant_wall on oauth.signing_keys
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete on oauth.signing_keys to ${app};
grant update (status, activates_at, rotated_at, revoked_at, expires_at) on oauth.signing_keys to ${app};
grant select, delete on oauth.signing_keys to ${worker};
