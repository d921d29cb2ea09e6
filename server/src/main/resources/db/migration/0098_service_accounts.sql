-- Purpose: the credentials of service identities. Each is a client of OAuth with the same id, which has its secret and its rights.
-- Tables: identity.service_accounts.
-- Scope: tenant.
-- Retention class: config (000: removed 30 days after deletion).
-- Rollback: drop table identity.service_accounts.

create table identity.service_accounts (
    tenant_id           uuid        not null references identity.workspaces (id),
    id                  uuid        not null,
    service_identity_id uuid        not null,
    name                text        not null check (length(name) between 1 and 120),
    status              text        not null check (status in ('active', 'suspended')),
    created_by          text        not null check (length(created_by) between 1 and 200),
    version             integer     not null check (version > 0),
    created_at          timestamptz not null,
    updated_at          timestamptz not null,
    deleted_at          timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, service_identity_id) references identity.service_identities (tenant_id, id)
);
comment on table identity.service_accounts is 'A credential of a service identity. Scope: tenant. 001 class: config. Retention: 30 days after deletion.';
comment on column identity.service_accounts.tenant_id is 'The workspace.';
comment on column identity.service_accounts.id is 'The service account (svc_ outside, which is its client_id); its row in oauth.clients has the same id.';
comment on column identity.service_accounts.service_identity_id is 'The machine whose credential it is.';
comment on column identity.service_accounts.name is 'The name people see.';
comment on column identity.service_accounts.status is 'suspended: it does not work, whatever its service identity does.';
comment on column identity.service_accounts.created_by is 'Who made it (a DID).';
comment on column identity.service_accounts.version is 'Counts changes; the ETag.';
comment on column identity.service_accounts.created_at is 'When it was made.';
comment on column identity.service_accounts.updated_at is 'When it was last changed.';
comment on column identity.service_accounts.deleted_at is 'When it was deleted.';

-- The accounts of a machine, for showing and ending them.
create index service_accounts_by_identity on identity.service_accounts (tenant_id, service_identity_id);
-- What the job retention reads.
create index service_accounts_by_deletion on identity.service_accounts (tenant_id, deleted_at) where deleted_at is not null;
-- Where somebody who is erased is named as the one who made it.
create index service_accounts_by_maker on identity.service_accounts (tenant_id, created_by);

alter table identity.service_accounts enable row level security;
alter table identity.service_accounts force row level security;
create policy tenant_wall on identity.service_accounts
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, update (name, status, version, updated_at, deleted_at) on identity.service_accounts to ${app};
grant select, delete, update (created_by) on identity.service_accounts to ${worker};
