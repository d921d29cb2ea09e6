-- Purpose: the keys with which workspaces sign what they ask identity providers by SAML, and for which these encrypt.
-- Tables: admin.saml_keys.
-- Scope: tenant.
-- Retention class: none (a key stays until the workspace deletes it).
-- Rollback: drop table admin.saml_keys.

create table admin.saml_keys (
    tenant_id    uuid        not null references identity.workspaces (id),
    id           uuid        not null,
    certificate  bytea       not null check (octet_length(certificate) between 300 and 4000),
    private_key  bytea       not null check (octet_length(private_key) between 500 and 8000),
    status       text        not null check (status in ('next', 'active', 'retired')),
    created_at   timestamptz not null,
    activated_at timestamptz,
    retired_at   timestamptz,
    primary key (tenant_id, id),
    constraint saml_keys_in_use_say_since_when check ((status = 'next') = (activated_at is null)),
    constraint saml_keys_retired_say_when check ((status = 'retired') = (retired_at is not null))
);
comment on table admin.saml_keys is 'A key of a workspace for SAML, with the certificate by which identity providers know it. Scope: tenant. 001 class: config. Retention: until it is deleted.';
comment on column admin.saml_keys.tenant_id is 'The workspace.';
comment on column admin.saml_keys.id is 'The key (smk_ outside).';
comment on column admin.saml_keys.certificate is 'The self-signed certificate with the public key, as DER.';
comment on column admin.saml_keys.private_key is 'The private key and the fingerprint of the certificate, in an envelope under the master key that opens in this row alone.';
comment on column admin.saml_keys.status is 'next: in the metadata, signs nothing yet; active: signs; retired: signs no more. All of them can be encrypted for.';
comment on column admin.saml_keys.created_at is 'When it was made.';
comment on column admin.saml_keys.activated_at is 'Since when it signs, or signed.';
comment on column admin.saml_keys.retired_at is 'When another key took its place.';

-- One key signs; of two nodes that make one at the same time, one finds the other's.
create unique index saml_keys_active on admin.saml_keys (tenant_id) where status = 'active';
-- One key waits at most.
create unique index saml_keys_next on admin.saml_keys (tenant_id) where status = 'next';

alter table admin.saml_keys enable row level security;
alter table admin.saml_keys force row level security;
create policy tenant_wall on admin.saml_keys
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, delete,
    insert (tenant_id, id, certificate, private_key, status, created_at, activated_at),
    update (status, activated_at, retired_at)
    on admin.saml_keys to ${app};
grant select, delete on admin.saml_keys to ${worker};
