-- Purpose: what people have: authenticator apps (TOTP) and passkeys (WebAuthn).
-- Tables: identity.mfa_factors.
-- Scope: tenant.
-- Retention class: user (a person's factors go when the person is erased; a removed app's secret goes at once).
-- Rollback: drop table identity.mfa_factors.

create table identity.mfa_factors (
    tenant_id                   uuid        not null references identity.workspaces (id),
    id                          uuid        not null,
    user_id                     uuid        not null,
    type                        text        not null check (type in ('totp', 'webauthn')),
    name                        text        not null check (length(name) between 1 and 120),
    totp_secret                 bytea       check (length(totp_secret) between 30 and 200),
    totp_algorithm              text        check (totp_algorithm in ('sha1', 'sha256', 'sha512')),
    totp_digits                 integer     check (totp_digits between 6 and 8),
    totp_period                 integer     check (totp_period between 15 and 120),
    totp_last_step              bigint      check (totp_last_step >= 0),
    webauthn_credential_id      bytea       check (length(webauthn_credential_id) between 1 and 1023),
    webauthn_public_key         bytea       check (length(webauthn_public_key) between 1 and 4096),
    webauthn_aaguid             uuid,
    webauthn_sign_count         bigint      check (webauthn_sign_count between 0 and 4294967295),
    webauthn_transports         text[]      check (cardinality(webauthn_transports) <= 8),
    webauthn_backup_eligible    boolean,
    webauthn_backup_state       boolean,
    webauthn_user_verified      boolean,
    webauthn_attestation_format text        check (length(webauthn_attestation_format) between 1 and 32),
    verified                    boolean     not null,
    last_used_at                timestamptz,
    created_at                  timestamptz not null,
    updated_at                  timestamptz not null,
    deleted_at                  timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references identity.users (tenant_id, id),
    constraint mfa_factors_totp_has_its_columns check (
        num_nonnulls(totp_algorithm, totp_digits, totp_period, totp_last_step) = case type when 'totp' then 4 else 0 end
        and (totp_secret is not null) = (type = 'totp' and deleted_at is null)),
    constraint mfa_factors_webauthn_has_its_columns check (
        num_nonnulls(webauthn_credential_id, webauthn_public_key, webauthn_aaguid, webauthn_sign_count,
            webauthn_transports, webauthn_backup_eligible, webauthn_backup_state, webauthn_user_verified,
            webauthn_attestation_format) = case type when 'webauthn' then 9 else 0 end),
    constraint mfa_factors_webauthn_is_verified check (type = 'totp' or verified)
);
comment on table identity.mfa_factors is 'An authenticator app or a passkey. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.mfa_factors.tenant_id is 'The workspace.';
comment on column identity.mfa_factors.id is 'The factor (mfa_ outside).';
comment on column identity.mfa_factors.user_id is 'Whose it is.';
comment on column identity.mfa_factors.type is 'totp: codes of an app, one for a user; webauthn: a passkey, five for a user at most.';
comment on column identity.mfa_factors.name is 'What the user calls it.';
comment on column identity.mfa_factors.totp_secret is 'The shared secret, encrypted by the application for this tenant; gone once the app is removed.';
comment on column identity.mfa_factors.totp_algorithm is 'The hash inside the HMAC.';
comment on column identity.mfa_factors.totp_digits is 'How long a code is.';
comment on column identity.mfa_factors.totp_period is 'How many seconds a code lasts.';
comment on column identity.mfa_factors.totp_last_step is 'The time step of the last code that was accepted: no code of this step or before is accepted again.';
comment on column identity.mfa_factors.webauthn_credential_id is 'The name that the authenticator gave the key.';
comment on column identity.mfa_factors.webauthn_public_key is 'The public key (COSE).';
comment on column identity.mfa_factors.webauthn_aaguid is 'The make of the authenticator, as it says itself; zero when it does not.';
comment on column identity.mfa_factors.webauthn_sign_count is 'How often the authenticator says it has signed; a count that goes back tells of a copy.';
comment on column identity.mfa_factors.webauthn_transports is 'How browsers reach the authenticator, such as usb or internal.';
comment on column identity.mfa_factors.webauthn_backup_eligible is 'Whether the key may be copied to other devices of its owner; never changes.';
comment on column identity.mfa_factors.webauthn_backup_state is 'Whether it was copied, as of the last use.';
comment on column identity.mfa_factors.webauthn_user_verified is 'Whether the authenticator has ever checked who held it (PIN, finger, face).';
comment on column identity.mfa_factors.webauthn_attestation_format is 'What statement about its make came with the key: none, packed, tpm, ….';
comment on column identity.mfa_factors.verified is 'Whether the user has shown to have it: an app counts only then.';
comment on column identity.mfa_factors.last_used_at is 'When it last let its owner in.';
comment on column identity.mfa_factors.created_at is 'When it was added.';
comment on column identity.mfa_factors.updated_at is 'When anything of it last changed.';
comment on column identity.mfa_factors.deleted_at is 'When it was removed; it stays without effect until its owner is erased.';

-- The factors of a user, for listing and for erasure.
create index mfa_factors_by_user on identity.mfa_factors (tenant_id, user_id);
-- One authenticator app for a user.
create unique index mfa_factors_one_totp on identity.mfa_factors (tenant_id, user_id)
    where type = 'totp' and deleted_at is null;
-- The look-up by what a browser presents.
create unique index mfa_factors_by_credential on identity.mfa_factors (tenant_id, webauthn_credential_id)
    where type = 'webauthn' and deleted_at is null;

alter table identity.mfa_factors enable row level security;
alter table identity.mfa_factors force row level security;
create policy tenant_wall on identity.mfa_factors
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on identity.mfa_factors to ${app};
grant update (name, totp_secret, totp_algorithm, totp_digits, totp_period, totp_last_step, webauthn_sign_count,
    webauthn_backup_state, webauthn_user_verified, verified, last_used_at, updated_at, deleted_at)
    on identity.mfa_factors to ${app};
grant select, insert, update, delete on identity.mfa_factors to ${worker};
