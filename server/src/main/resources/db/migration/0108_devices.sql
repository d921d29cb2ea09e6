-- Purpose: devices of people, each known by a key that it alone holds.
-- Tables: identity.devices.
-- Scope: tenant.
-- Retention class: user (003: while the person is there; a key that was revoked must not come back under another id).
-- Rollback: drop table identity.devices.

create table identity.devices (
    tenant_id            uuid        not null references identity.workspaces (id),
    id                   uuid        not null,
    user_id              uuid        not null,
    name                 text        not null check (length(name) between 1 and 120),
    algorithm            text        not null check (algorithm in ('ES256', 'EdDSA')),
    public_key           bytea       not null check (octet_length(public_key) in (44, 91)),
    fingerprint          bytea       not null check (octet_length(fingerprint) = 32),
    key_thumbprint       text collate "C" not null check (length(key_thumbprint) = 43),
    trust_level          text        not null check (trust_level in ('untrusted', 'trusted', 'offline_bound')),
    certified_until_at   timestamptz,
    user_agent           text        not null check (length(user_agent) <= 500),
    challenge            bytea       check (octet_length(challenge) = 32),
    challenge_expires_at timestamptz,
    version              integer     not null check (version > 0),
    registered_at        timestamptz not null,
    trusted_at           timestamptz,
    last_seen_at         timestamptz,
    updated_at           timestamptz not null,
    revoked_at           timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references identity.users (tenant_id, id),
    constraint devices_key_once unique (tenant_id, user_id, fingerprint),
    constraint devices_trusted_say_when check ((trust_level = 'untrusted') = (trusted_at is null)),
    constraint devices_bound_say_until check ((trust_level = 'offline_bound') = (certified_until_at is not null)),
    constraint devices_challenges_end check ((challenge is null) = (challenge_expires_at is null))
);
comment on table identity.devices is 'A device of a person, known by its public key. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.devices.tenant_id is 'The workspace whose user the person is.';
comment on column identity.devices.id is 'The device (dev_ outside).';
comment on column identity.devices.user_id is 'Whose it is.';
comment on column identity.devices.name is 'What its owner calls it.';
comment on column identity.devices.algorithm is 'What its key signs with: ES256 (P-256) or EdDSA (Ed25519).';
comment on column identity.devices.public_key is 'The public key as SubjectPublicKeyInfo (RFC 5280), in its one DER spelling.';
comment on column identity.devices.fingerprint is 'SHA-256 of that.';
comment on column identity.devices.key_thumbprint is 'The thumbprint of the key as a JWK (RFC 7638), by which tokens name it.';
comment on column identity.devices.trust_level is 'untrusted: nobody has shown the key; trusted: it was shown together with a recent proof of the person; offline_bound: it got a certificate.';
comment on column identity.devices.certified_until_at is 'Until when the certificate that lasts longest is valid.';
comment on column identity.devices.user_agent is 'How the program that registered it described itself.';
comment on column identity.devices.challenge is 'What the device must sign next; works once.';
comment on column identity.devices.challenge_expires_at is 'Until when it may.';
comment on column identity.devices.version is 'Counts changes by people; the ETag.';
comment on column identity.devices.registered_at is 'When it was registered.';
comment on column identity.devices.trusted_at is 'When its key was first shown.';
comment on column identity.devices.last_seen_at is 'When it was last used, to some minutes.';
comment on column identity.devices.updated_at is 'When it was last changed.';
comment on column identity.devices.revoked_at is 'When it was revoked: it is never trusted again.';

-- The devices of a person, newest first; and erasure.
create index devices_by_user on identity.devices (tenant_id, user_id, id);
-- Which device of a person a proof comes from.
create index devices_by_key on identity.devices (tenant_id, user_id, key_thumbprint);

alter table identity.devices enable row level security;
alter table identity.devices force row level security;
create policy tenant_wall on identity.devices
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select,
    insert (tenant_id, id, user_id, name, algorithm, public_key, fingerprint, key_thumbprint, trust_level, user_agent, version, registered_at, updated_at),
    update (name, trust_level, certified_until_at, challenge, challenge_expires_at, version, trusted_at, last_seen_at, updated_at, revoked_at)
    on identity.devices to ${app};
grant select, delete, update (revoked_at, updated_at, trust_level, certified_until_at) on identity.devices to ${worker};
