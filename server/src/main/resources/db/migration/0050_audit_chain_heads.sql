-- Purpose: how long each chain of the trail is, and the hash of its last row.
-- Tables: audit.chain_heads.
-- Scope: tenant.
-- Retention class: none (while the workspace exists).
-- Rollback: drop table audit.chain_heads.

create table audit.chain_heads (
    tenant_id       uuid        not null,
    trail           text        not null check (trail in ('admin_audit', 'auth_audit', 'runtime_token_audit')),
    size            bigint      not null check (size >= 0),
    hash            text        not null check (hash ~ '^[0-9a-f]{64}$'),
    sealed_at       timestamptz not null,
    checkpoint_size bigint      not null check (checkpoint_size between 0 and size),
    primary key (tenant_id, trail)
);
comment on table audit.chain_heads is 'The end of a chain. Whoever seals holds this row. Scope: tenant. 001 class: user. Retention: while the workspace exists.';
comment on column audit.chain_heads.tenant_id is 'The workspace.';
comment on column audit.chain_heads.trail is 'Which of its chains: the table that holds the rows.';
comment on column audit.chain_heads.size is 'How many rows were sealed: the seq of the last one.';
comment on column audit.chain_heads.hash is 'The hash of the last row; 64 zeros before the first.';
comment on column audit.chain_heads.sealed_at is 'When the last row was sealed: no later row is dated earlier.';
comment on column audit.chain_heads.checkpoint_size is 'The size of the last signed checkpoint.';

-- Chains that moved since their last checkpoint.
create index chain_heads_moved on audit.chain_heads (tenant_id, trail) where size > checkpoint_size;

alter table audit.chain_heads enable row level security;
alter table audit.chain_heads force row level security;
create policy tenant_wall on audit.chain_heads
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select on audit.chain_heads to ${app};
grant select, insert, update (size, hash, sealed_at, checkpoint_size) on audit.chain_heads to ${worker};
