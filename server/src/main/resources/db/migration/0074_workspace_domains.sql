-- Purpose: which domains a workspace says are its own, how it proves that, and which workspace a proven domain means.
-- Tables: identity.workspace_domains, identity.domain_owners.
-- Scope: tenant (claims); system-wide (owners): a domain belongs to one workspace of all, and is looked up before any
-- tenant is known.
-- Retention class: while it is claimed; a claim that nobody proves goes when its token expires.
-- Rollback: drop table identity.domain_owners; drop table identity.workspace_domains.

create table identity.workspace_domains (
    tenant_id           uuid        not null references identity.workspaces (id),
    id                  uuid        not null,
    domain              text collate "C" not null
        check (domain ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$' and length(domain) between 4 and 243),
    verification_method text        not null check (verification_method in ('dns_txt', 'http_file', 'email')),
    verification_token  text collate "C" not null check (verification_token ~ '^[A-Za-z0-9_-]{43}$'),
    token_expires_at    timestamptz not null,
    verified_at         timestamptz,
    serves              boolean     not null,
    mail_token_hash     bytea       check (length(mail_token_hash) = 32),
    mail_expires_at     timestamptz,
    next_check_at       timestamptz,
    checked_at          timestamptz,
    failing_since_at    timestamptz,
    version             integer     not null check (version > 0),
    created_at          timestamptz not null,
    updated_at          timestamptz not null,
    primary key (tenant_id, id),
    constraint workspace_domains_claimed_once unique (tenant_id, domain),
    constraint workspace_domains_serve_when_verified check (verified_at is not null or not serves),
    constraint workspace_domains_fail_when_verified check (verified_at is not null or failing_since_at is null),
    constraint workspace_domains_checked_when_verified check (verified_at is not null or next_check_at is null),
    constraint workspace_domains_link_ends check ((mail_token_hash is null) = (mail_expires_at is null))
);
comment on table identity.workspace_domains is 'A domain that a workspace says is its own. Scope: tenant. 001 class: config. Retention: while it is claimed.';
comment on column identity.workspace_domains.tenant_id is 'The workspace.';
comment on column identity.workspace_domains.id is 'The claim (dom_ outside).';
comment on column identity.workspace_domains.domain is 'The domain in lower case, names in other scripts as A-labels.';
comment on column identity.workspace_domains.verification_method is 'How it is proven: dns_txt, a TXT record; http_file, a file on its web server; email, a link mailed to one of its administrative addresses.';
comment on column identity.workspace_domains.verification_token is 'What the record or the file must show; anybody may read it there.';
comment on column identity.workspace_domains.token_expires_at is 'Until when the claim can be proven; one that was not goes then.';
comment on column identity.workspace_domains.verified_at is 'When it was proven; null: it is only claimed.';
comment on column identity.workspace_domains.serves is 'Whether the workspace is found under this very name: its issuer is https:// and the domain.';
comment on column identity.workspace_domains.mail_token_hash is 'HMAC of the link that was mailed.';
comment on column identity.workspace_domains.mail_expires_at is 'Until when that link works.';
comment on column identity.workspace_domains.next_check_at is 'When a verified one is looked after again.';
comment on column identity.workspace_domains.checked_at is 'When the proof was last found, or found missing.';
comment on column identity.workspace_domains.failing_since_at is 'Since when it is missing.';
comment on column identity.workspace_domains.version is 'Counts changes; the ETag.';
comment on column identity.workspace_domains.created_at is 'When it was claimed.';
comment on column identity.workspace_domains.updated_at is 'When it was last changed.';

-- The claim behind a link in a mail.
create index workspace_domains_by_link on identity.workspace_domains (tenant_id, mail_token_hash)
    where mail_token_hash is not null;
-- Which are to be looked after again.
create index workspace_domains_by_check on identity.workspace_domains (tenant_id, next_check_at)
    where next_check_at is not null;
-- Claims that nobody proved in time.
create index workspace_domains_by_expiry on identity.workspace_domains (tenant_id, token_expires_at)
    where verified_at is null;

alter table identity.workspace_domains enable row level security;
alter table identity.workspace_domains force row level security;
create policy tenant_wall on identity.workspace_domains
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, delete,
    insert (tenant_id, id, domain, verification_method, verification_token, token_expires_at, serves, version, created_at,
        updated_at),
    update (verification_method, verification_token, token_expires_at, verified_at, serves, mail_token_hash,
        mail_expires_at, next_check_at, checked_at, failing_since_at, version, updated_at)
    on identity.workspace_domains to ${app};
grant select, delete on identity.workspace_domains to ${worker};

-- system-wide: a proven domain belongs to one workspace of all, and is looked up before any tenant is known
create table identity.domain_owners (
    domain       text collate "C" not null primary key
        check (domain ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$' and length(domain) between 4 and 243),
    workspace_id uuid        not null,
    serves       boolean     not null,
    contested_at timestamptz
);
comment on table identity.domain_owners is 'Which workspace a proven domain belongs to. Scope: system-wide. 001 class: config. Retention: while it is proven.';
comment on column identity.domain_owners.domain is 'The domain.';
comment on column identity.domain_owners.workspace_id is 'The workspace; no foreign key, so that the table can be a reference table beside sharded ones.';
comment on column identity.domain_owners.serves is 'Whether the workspace is found under this very name.';
comment on column identity.domain_owners.contested_at is 'When the owners were last told that another workspace proved it too.';

grant select, insert, delete, update (serves, contested_at) on identity.domain_owners to ${app};
grant select, delete on identity.domain_owners to ${worker};
