-- Purpose: the keys with which workspaces sign badges, one kind of badge each.
-- Tables: identity.badge_issuer_keys.
-- Scope: tenant.
-- Retention class: none (a key that signs stays; one that no longer does goes when no badge needs it any more).
-- Rollback: drop table identity.badge_issuer_keys.

create table identity.badge_issuer_keys (
    tenant_id     uuid        not null references identity.workspaces (id),
    id            uuid        not null,
    kid           text        not null generated always as (app.id_text('bik', id)) stored,
    kind          text        not null check (kind in ('staff', 'verified', 'developer', 'alumni', 'invited-by-staff')),
    algorithm     text        not null default 'Ed25519' check (algorithm = 'Ed25519'),
    public_key    bytea       not null check (octet_length(public_key) = 32),
    private_key   bytea       not null check (octet_length(private_key) between 100 and 1000),
    status        text        not null check (status in ('active', 'rotating', 'revoked')),
    region_key_id text        check (length(region_key_id) between 1 and 200),
    created_at    timestamptz not null,
    rotated_at    timestamptz,
    revoked_at    timestamptz,
    expires_at    timestamptz,
    primary key (tenant_id, id),
    constraint badge_issuer_keys_rotating_say_when check (status <> 'rotating' or rotated_at is not null),
    constraint badge_issuer_keys_revoked_say_when check ((status = 'revoked') = (revoked_at is not null)),
    constraint badge_issuer_keys_without_use_expire check ((status <> 'active') = (expires_at is not null))
);
comment on table identity.badge_issuer_keys is 'A pair of keys with which a workspace signs badges of one kind. Scope: tenant. 001 class: config. Retention: while it signs or a badge of it is kept.';
comment on column identity.badge_issuer_keys.tenant_id is 'The workspace.';
comment on column identity.badge_issuer_keys.id is 'The key (bik_ outside).';
comment on column identity.badge_issuer_keys.kid is 'The id as badges and the published list name it.';
comment on column identity.badge_issuer_keys.kind is 'The one kind of badge that it signs.';
comment on column identity.badge_issuer_keys.algorithm is 'What it signs with (RFC 8032).';
comment on column identity.badge_issuer_keys.public_key is 'The public key: 32 bytes.';
comment on column identity.badge_issuer_keys.private_key is 'The private key and the fingerprint of the public one, in an envelope under the master key that opens in this row alone.';
comment on column identity.badge_issuer_keys.status is 'active: signs; rotating: signs no more, what it signed stays valid; revoked: nothing that it signed is valid.';
comment on column identity.badge_issuer_keys.region_key_id is 'Reserved for keys of a region; one key serves all nodes until then.';
comment on column identity.badge_issuer_keys.created_at is 'When it was made.';
comment on column identity.badge_issuer_keys.rotated_at is 'When another key took its place.';
comment on column identity.badge_issuer_keys.revoked_at is 'When it was revoked.';
comment on column identity.badge_issuer_keys.expires_at is 'From when on it is removed, once no badge of it is kept.';

-- One key signs each kind; of two nodes that make one at the same time, one finds the other's.
create unique index badge_issuer_keys_active on identity.badge_issuer_keys (tenant_id, kind) where status = 'active';

alter table identity.badge_issuer_keys enable row level security;
alter table identity.badge_issuer_keys force row level security;
create policy tenant_wall on identity.badge_issuer_keys
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, delete,
    insert (tenant_id, id, kind, public_key, private_key, status, created_at),
    update (status, rotated_at, revoked_at, expires_at)
    on identity.badge_issuer_keys to ${app};
grant select, delete on identity.badge_issuer_keys to ${worker};
