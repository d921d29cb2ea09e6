-- Purpose: device codes: what a device without a browser waits with until a person answers elsewhere (RFC 8628).
-- Tables: oauth.device_codes.
-- Scope: tenant.
-- Retention class: transient (hard delete an hour after expiry, so that a replay is noticed until then).
-- Rollback: drop table oauth.device_codes.

create table oauth.device_codes (
    tenant_id        uuid        not null,
    id               uuid        not null,
    device_hash      bytea       not null check (octet_length(device_hash) = 32),
    user_hash        bytea       not null check (octet_length(user_hash) = 32),
    client_id        uuid        not null,
    scopes           text[]      not null check (cardinality(scopes) <= 100),
    resources        text[]      not null check (cardinality(resources) <= 20),
    ip_address       inet        not null,
    status           text        not null check (status in ('pending', 'allowed', 'denied', 'used')),
    user_id          uuid,
    session_id       uuid,
    methods          text[]      check (cardinality(methods) between 1 and 10),
    proven_at        timestamptz,
    grant_id         uuid        not null,
    interval_seconds integer     not null check (interval_seconds between 1 and 600),
    polled_at        timestamptz,
    created_at       timestamptz not null,
    expires_at       timestamptz not null,
    primary key (tenant_id, id),
    constraint device_codes_allowed_by_somebody check (
        (status in ('allowed', 'used'))
        = (user_id is not null and session_id is not null and methods is not null and proven_at is not null))
);
comment on table oauth.device_codes is 'Devices that wait for a person to answer elsewhere. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column oauth.device_codes.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column oauth.device_codes.id is 'The wish of a device (dvc_ outside).';
comment on column oauth.device_codes.device_hash is 'HMAC of the code that the device keeps and asks with.';
comment on column oauth.device_codes.user_hash is 'HMAC of the code that the person types.';
comment on column oauth.device_codes.client_id is 'The client that asks.';
comment on column oauth.device_codes.scopes is 'What it asks for.';
comment on column oauth.device_codes.resources is 'The audiences that it asks for (RFC 8707).';
comment on column oauth.device_codes.ip_address is 'Where the device asked from, which the person is shown.';
comment on column oauth.device_codes.status is 'pending, allowed, denied, or used: the device has its tokens.';
comment on column oauth.device_codes.user_id is 'Who allowed it.';
comment on column oauth.device_codes.session_id is 'The browser''s session in which they did.';
comment on column oauth.device_codes.methods is 'How the person had proved themselves (RFC 8176 words).';
comment on column oauth.device_codes.proven_at is 'When they had.';
comment on column oauth.device_codes.grant_id is 'The grant that it becomes; a second use ends that.';
comment on column oauth.device_codes.interval_seconds is 'How long the device must wait between two questions; grows when it does not.';
comment on column oauth.device_codes.polled_at is 'When the device last asked.';
comment on column oauth.device_codes.created_at is 'When the device began.';
comment on column oauth.device_codes.expires_at is 'When it is too late to answer.';

-- What a device asks about.
create unique index device_codes_by_device on oauth.device_codes (tenant_id, device_hash);
-- What a person typed; no two that wait are the same.
create unique index device_codes_by_user_code on oauth.device_codes (tenant_id, user_hash);
-- Erasure.
create index device_codes_by_user on oauth.device_codes (tenant_id, user_id) where user_id is not null;
-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index device_codes_by_expiry on oauth.device_codes (expires_at);

alter table oauth.device_codes enable row level security;
alter table oauth.device_codes force row level security;
create policy tenant_wall on oauth.device_codes
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on oauth.device_codes to ${app};
grant update (status, user_id, session_id, methods, proven_at, interval_seconds, polled_at) on oauth.device_codes to ${app};
grant select, delete on oauth.device_codes to ${worker};
