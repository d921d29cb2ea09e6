-- Purpose: the keys with which this installation signs checkpoints.
-- Tables: audit.checkpoint_keys.
-- Scope: tenant (all rows are the system workspace's).
-- Retention class: none (a key that signed must stay known as long as what it signed).
-- Rollback: drop table audit.checkpoint_keys.

create table audit.checkpoint_keys (
    tenant_id     uuid        not null references identity.workspaces (id),
    id            uuid        not null,
    name          text        not null check (name ~ '^[^[:space:][:cntrl:]+]{1,200}$'),
    public_key    bytea       not null check (octet_length(public_key) = 32),
    private_key   bytea       not null check (octet_length(private_key) between 100 and 1000),
    region_key_id text        check (length(region_key_id) between 1 and 200),
    created_at    timestamptz not null,
    ends_at       timestamptz check (ends_at >= created_at),
    primary key (tenant_id, id)
);
comment on table audit.checkpoint_keys is 'A key that signs checkpoints. Scope: tenant. 001 class: config. Retention: while the installation exists.';
comment on column audit.checkpoint_keys.tenant_id is 'The system workspace.';
comment on column audit.checkpoint_keys.id is 'The key (ack_ outside).';
comment on column audit.checkpoint_keys.name is 'Its name in signature lines.';
comment on column audit.checkpoint_keys.public_key is 'The public key: 32 bytes (RFC 8032).';
comment on column audit.checkpoint_keys.private_key is 'The private key, in an envelope under the master key that opens in this row alone.';
comment on column audit.checkpoint_keys.region_key_id is 'Reserved for keys of a region; one key serves all nodes until then.';
comment on column audit.checkpoint_keys.created_at is 'When it was made.';
comment on column audit.checkpoint_keys.ends_at is 'When it no longer signs, beside the one that follows it; nothing for the newest.';

-- One key is the newest: of two nodes that make one at the same time, one finds the other's.
create unique index checkpoint_keys_newest on audit.checkpoint_keys (tenant_id) where ends_at is null;

alter table audit.checkpoint_keys enable row level security;
alter table audit.checkpoint_keys force row level security;
create policy tenant_wall on audit.checkpoint_keys
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, update (ends_at) on audit.checkpoint_keys to ${app};
grant insert (tenant_id, id, name, public_key, private_key, created_at) on audit.checkpoint_keys to ${app};
