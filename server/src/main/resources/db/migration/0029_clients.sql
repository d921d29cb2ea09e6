-- Purpose: the applications that a workspace lets sign people in or act for themselves.
-- Tables: oauth.clients.
-- Scope: tenant.
-- Retention class: none (kept while the workspace exists; secrets go when a client is deleted).
-- Rollback: drop table oauth.clients.

create table oauth.clients (
    tenant_id                   uuid        not null,
    id                          uuid        not null,
    client_id                   text collate "C" not null check (client_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{2,99}$'),
    name                        text        not null check (length(name) between 1 and 200),
    client_type                 text        not null check (client_type in ('confidential', 'public')),
    profile                     text        not null check (profile in ('plain', 'fapi2')),
    origin                      text        not null check (origin in ('administrator', 'registration')),
    first_party                 boolean     not null,
    token_endpoint_auth_method  text        not null check (token_endpoint_auth_method in ('none', 'client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth')),
    secret_hash                 bytea       check (length(secret_hash) = 32),
    secret_sealed               bytea       check (length(secret_sealed) between 30 and 400),
    previous_secret_hash        bytea       check (length(previous_secret_hash) = 32),
    previous_secret_ends_at     timestamptz,
    registration_hash           bytea       check (length(registration_hash) = 32),
    redirect_uris               text[]      not null check (cardinality(redirect_uris) <= 50),
    grant_types                 text[]      not null check (cardinality(grant_types) between 1 and 10),
    response_types              text[]      not null check (response_types <@ array['code']),
    scopes                      text[]      not null check (cardinality(scopes) <= 100),
    authorization_details_types text[]      not null check (cardinality(authorization_details_types) <= 50),
    client_uri                  text        check (length(client_uri) <= 2000),
    logo_uri                    text        check (length(logo_uri) <= 2000),
    tos_uri                     text        check (length(tos_uri) <= 2000),
    policy_uri                  text        check (length(policy_uri) <= 2000),
    contacts                    text[]      not null check (cardinality(contacts) <= 20),
    metadata                    jsonb       not null check (jsonb_typeof(metadata) = 'object'),
    version                     integer     not null check (version > 0),
    created_at                  timestamptz not null,
    updated_at                  timestamptz not null,
    deleted_at                  timestamptz,
    primary key (tenant_id, id),
    constraint clients_are_public_without_proof check ((client_type = 'public') = (token_endpoint_auth_method = 'none')),
    constraint clients_have_secrets_if_they_use_them check (secret_hash is null or token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'client_secret_jwt')),
    constraint clients_seal_secrets_that_sign check (secret_sealed is null or token_endpoint_auth_method = 'client_secret_jwt'),
    constraint clients_overlap_until_a_time check ((previous_secret_hash is null) = (previous_secret_ends_at is null)),
    constraint clients_that_register_are_strangers check (not (first_party and origin = 'registration'))
);
comment on table oauth.clients is 'A registered application. Scope: tenant. 001 class: config. Retention: while the workspace exists.';
comment on column oauth.clients.tenant_id is 'The workspace; no foreign key, as this schema may live elsewhere.';
comment on column oauth.clients.id is 'The client (cli_ outside).';
comment on column oauth.clients.client_id is 'How it names itself in the protocol (RFC 6749 2.2): its id, unless an administrator chose another; unique among the living of the workspace.';
comment on column oauth.clients.name is 'The name people see.';
comment on column oauth.clients.client_type is 'Whether it can keep a secret (RFC 6749 2.1).';
comment on column oauth.clients.profile is 'Which rules it is held to. fapi2: FAPI 2.0 Security Profile.';
comment on column oauth.clients.origin is 'Who made it: an administrator, or the application itself (RFC 7591).';
comment on column oauth.clients.first_party is 'Whether it belongs to the workspace itself, so that people are not asked for consent.';
comment on column oauth.clients.token_endpoint_auth_method is 'The one way in which it proves itself.';
comment on column oauth.clients.secret_hash is 'HMAC-SHA-256 of its secret under a server key.';
comment on column oauth.clients.secret_sealed is 'The secret itself, encrypted with the tenant as associated data; only where it signs with it (client_secret_jwt).';
comment on column oauth.clients.previous_secret_hash is 'The secret before the last rotation, while both work.';
comment on column oauth.clients.previous_secret_ends_at is 'Until when the secret before works too.';
comment on column oauth.clients.registration_hash is 'HMAC-SHA-256 of the token with which it manages its own registration (RFC 7592).';
comment on column oauth.clients.redirect_uris is 'Where browsers may be sent with an answer.';
comment on column oauth.clients.grant_types is 'How it may come by tokens.';
comment on column oauth.clients.response_types is 'What it may ask of the authorization endpoint: code, or nothing.';
comment on column oauth.clients.scopes is 'The scopes that it may ask for.';
comment on column oauth.clients.authorization_details_types is 'The types of authorization details that it may ask for (RFC 9396).';
comment on column oauth.clients.client_uri is 'Its home page.';
comment on column oauth.clients.logo_uri is 'Its logo.';
comment on column oauth.clients.tos_uri is 'Its terms of service.';
comment on column oauth.clients.policy_uri is 'What it says about people''s data.';
comment on column oauth.clients.contacts is 'Who answers for it.';
comment on column oauth.clients.metadata is 'What else was registered: keys, further addresses, tokens, subjects, requests and logout; a member that is missing has its usual value.';
comment on column oauth.clients.version is 'Counts changes; the ETag.';
comment on column oauth.clients.created_at is 'When it was made.';
comment on column oauth.clients.updated_at is 'When it was last changed.';
comment on column oauth.clients.deleted_at is 'When it was deleted; its client_id is free again from then on.';

-- The look-up by the name that it gives itself; unique among the living.
create unique index clients_by_client_id on oauth.clients (tenant_id, client_id) where deleted_at is null;

alter table oauth.clients enable row level security;
alter table oauth.clients force row level security;
create policy tenant_wall on oauth.clients
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on oauth.clients to ${app};
grant update (name, client_type, profile, first_party, token_endpoint_auth_method, secret_hash, secret_sealed, previous_secret_hash, previous_secret_ends_at, registration_hash, redirect_uris, grant_types, response_types, scopes, authorization_details_types, client_uri, logo_uri, tos_uri, policy_uri, contacts, metadata, version, updated_at, deleted_at)
    on oauth.clients to ${app};
grant select, insert, update, delete on oauth.clients to ${worker};
