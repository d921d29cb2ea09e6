-- Purpose: machines that a workspace owns, under handles of their own, with the key that they have shown to be theirs.
-- Tables: identity.service_identities.
-- Scope: tenant.
-- Retention class: config (000: removed 30 days after deletion; the handle stays frozen).
-- Rollback: drop table identity.service_identities.

create table identity.service_identities (
    tenant_id            uuid        not null references identity.workspaces (id),
    id                   uuid        not null,
    handle               text collate "C" not null check (handle ~ '^[a-z][a-z0-9]*([.-][a-z0-9]+)*\.bot$' and length(handle) <= 20),
    display_name         text        not null check (length(display_name) between 1 and 120),
    description          text        check (length(description) between 1 and 500),
    trust_class          text        not null check (trust_class in ('system', 'verified_org', 'third_party', 'untrusted')),
    status               text        not null check (status in ('active', 'suspended')),
    attested_key         jsonb       check (jsonb_typeof(attested_key) = 'object'),
    key_thumbprint       text        check (length(key_thumbprint) = 43),
    attested_at          timestamptz,
    challenge_hash       bytea       check (length(challenge_hash) = 32),
    challenge_expires_at timestamptz,
    created_by           text        not null check (length(created_by) between 1 and 200),
    version              integer     not null check (version > 0),
    created_at           timestamptz not null,
    updated_at           timestamptz not null,
    deleted_at           timestamptz,
    primary key (tenant_id, id),
    constraint service_identities_attested_as_a_whole
        check ((attested_key is null) = (attested_at is null) and (attested_key is null) = (key_thumbprint is null)),
    constraint service_identities_challenged_until_a_time check ((challenge_hash is null) = (challenge_expires_at is null))
);
comment on table identity.service_identities is 'A machine that a workspace owns. Scope: tenant. 001 class: config. Retention: 30 days after deletion.';
comment on column identity.service_identities.tenant_id is 'The workspace that owns it.';
comment on column identity.service_identities.id is 'The service identity (bot_ outside); the subject of its tokens.';
comment on column identity.service_identities.handle is 'Its handle, which ends in .bot; unique by identity.handle_registry.';
comment on column identity.service_identities.display_name is 'The name people see.';
comment on column identity.service_identities.description is 'What it is for.';
comment on column identity.service_identities.trust_class is 'How far it is trusted, which decides how many requests it may make. verified_org counts as third_party while the workspace has no verified domain.';
comment on column identity.service_identities.status is 'suspended: neither it nor any of its accounts works.';
comment on column identity.service_identities.attested_key is 'The public key (RFC 7517) that it has shown to be its own.';
comment on column identity.service_identities.key_thumbprint is 'The thumbprint of that key (RFC 7638).';
comment on column identity.service_identities.attested_at is 'When it showed that.';
comment on column identity.service_identities.challenge_hash is 'HMAC-SHA-256 of the nonce that it has to sign to register a key; gone once it is answered.';
comment on column identity.service_identities.challenge_expires_at is 'Until when the nonce can be answered.';
comment on column identity.service_identities.created_by is 'Who made it (a DID).';
comment on column identity.service_identities.version is 'Counts changes; the ETag.';
comment on column identity.service_identities.created_at is 'When it was made.';
comment on column identity.service_identities.updated_at is 'When it was last changed.';
comment on column identity.service_identities.deleted_at is 'When it was deleted.';

-- What the job retention reads.
create index service_identities_by_deletion on identity.service_identities (tenant_id, deleted_at) where deleted_at is not null;
-- Where somebody who is erased is named as the one who made it.
create index service_identities_by_maker on identity.service_identities (tenant_id, created_by);

alter table identity.service_identities enable row level security;
alter table identity.service_identities force row level security;
create policy tenant_wall on identity.service_identities
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, update (display_name, description, trust_class, status, attested_key, key_thumbprint, attested_at,
    challenge_hash, challenge_expires_at, version, updated_at, deleted_at)
    on identity.service_identities to ${app};
grant select, delete, update (created_by) on identity.service_identities to ${worker};
