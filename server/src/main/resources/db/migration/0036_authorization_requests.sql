-- Purpose: requests of clients that wait for a person: pushed by the client, or begun in a browser.
-- Tables: oauth.authorization_requests.
-- Scope: tenant.
-- Retention class: transient (hard delete an hour after expiry, so that a reference is used up once by whoever began with it).
-- Rollback: drop table oauth.authorization_requests.

create table oauth.authorization_requests (
    tenant_id      uuid        not null,
    id             uuid        not null,
    client_id      uuid        not null,
    kind           text        not null check (kind in ('pushed', 'begun')),
    reference_hash bytea       check (octet_length(reference_hash) = 32),
    browser_hash   bytea       check (octet_length(browser_hash) = 32),
    parameters     jsonb       not null check (jsonb_typeof(parameters) = 'object'),
    used_at        timestamptz,
    created_at     timestamptz not null,
    expires_at     timestamptz not null,
    primary key (tenant_id, id),
    constraint authorization_requests_know_their_holder
        check ((kind = 'pushed') = (reference_hash is not null) and (kind = 'begun') = (browser_hash is not null))
);
comment on table oauth.authorization_requests is 'Requests of clients that wait for a person. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column oauth.authorization_requests.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column oauth.authorization_requests.id is 'The request (arq_ outside).';
comment on column oauth.authorization_requests.client_id is 'Which client asks.';
comment on column oauth.authorization_requests.kind is 'pushed: sent by the client itself (RFC 9126); begun: a person is signing in or being asked in their browser.';
comment on column oauth.authorization_requests.reference_hash is 'HMAC of the reference that the client was given; pushed ones only.';
comment on column oauth.authorization_requests.browser_hash is 'HMAC of the key of the browser in which it was begun; nobody else can go on with it.';
comment on column oauth.authorization_requests.parameters is 'What was asked for, by parameter.';
comment on column oauth.authorization_requests.used_at is 'When it was used up.';
comment on column oauth.authorization_requests.created_at is 'When it was made.';
comment on column oauth.authorization_requests.expires_at is 'When it is too old.';

-- A pushed request by its reference.
create unique index authorization_requests_by_reference on oauth.authorization_requests (tenant_id, reference_hash) where reference_hash is not null;
-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index authorization_requests_by_expiry on oauth.authorization_requests (expires_at);

alter table oauth.authorization_requests enable row level security;
alter table oauth.authorization_requests force row level security;
create policy tenant_wall on oauth.authorization_requests
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on oauth.authorization_requests to ${app};
grant update (used_at) on oauth.authorization_requests to ${app};
grant select, delete on oauth.authorization_requests to ${worker};
