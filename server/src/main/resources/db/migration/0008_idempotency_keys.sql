-- Purpose: the answers of requests that carried an Idempotency-Key, so that a retry gets the same answer.
-- Tables: admin.idempotency_keys.
-- Scope: tenant.
-- Retention class: transient (24 hours by default, hard delete).
-- Rollback: drop table admin.idempotency_keys.

create table admin.idempotency_keys (
    tenant_id    uuid        not null references identity.workspaces (id),
    caller       text        not null,
    key_hash     bytea       not null check (length(key_hash) = 32),
    request_hash bytea       not null check (length(request_hash) = 32),
    answer       bytea,
    expires_at   timestamptz not null,
    primary key (tenant_id, caller, key_hash)
);
comment on table admin.idempotency_keys is 'A request that may be sent again. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column admin.idempotency_keys.tenant_id is 'The workspace.';
comment on column admin.idempotency_keys.caller is 'Who sent it: two callers never share a key.';
comment on column admin.idempotency_keys.key_hash is 'SHA-256 of the Idempotency-Key.';
comment on column admin.idempotency_keys.request_hash is 'SHA-256 of method, path and body: the same key with another request is refused.';
comment on column admin.idempotency_keys.answer is 'The answer, encrypted (it may hold a secret that is shown once); set by the same transaction.';
comment on column admin.idempotency_keys.expires_at is 'When it is forgotten.';

-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index idempotency_keys_by_expiry on admin.idempotency_keys (expires_at);

alter table admin.idempotency_keys enable row level security;
alter table admin.idempotency_keys force row level security;
create policy tenant_wall on admin.idempotency_keys
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, update, delete on admin.idempotency_keys to ${app};
grant select, delete on admin.idempotency_keys to ${worker};
