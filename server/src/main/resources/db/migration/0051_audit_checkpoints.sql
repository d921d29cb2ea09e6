-- Purpose: signed statements of how long a chain was and which hash it had.
-- Tables: audit.checkpoints.
-- Scope: tenant.
-- Retention class: none (while no later cut of its chain makes it say nothing).
-- Rollback: drop table audit.checkpoints.

create table audit.checkpoints (
    tenant_id     uuid        not null,
    id            uuid        not null,
    trail         text        not null check (trail in ('admin_audit', 'auth_audit', 'runtime_token_audit')),
    size          bigint      not null check (size > 0),
    hash          text        not null check (hash ~ '^[0-9a-f]{64}$'),
    kind          text        not null check (kind in ('regular', 'cut')),
    note          text        not null check (length(note) between 100 and 2000),
    region_key_id text        check (length(region_key_id) between 1 and 200),
    created_at    timestamptz not null,
    primary key (tenant_id, id)
);
comment on table audit.checkpoints is 'A signed statement about a chain, in the form of C2SP tlog-checkpoint. Scope: tenant. 001 class: user. Retention: while there is no later cut of its chain.';
comment on column audit.checkpoints.tenant_id is 'The workspace; no foreign key, as evidence outlives what it is about.';
comment on column audit.checkpoints.id is 'The checkpoint (acp_ outside); sorts by time.';
comment on column audit.checkpoints.trail is 'Which chain.';
comment on column audit.checkpoints.size is 'How many rows the chain had.';
comment on column audit.checkpoints.hash is 'The hash of the last of them.';
comment on column audit.checkpoints.kind is 'regular; or cut: rows up to this size may be gone.';
comment on column audit.checkpoints.note is 'The signed text: origin, size, hash, kind and time, then the signatures.';
comment on column audit.checkpoints.region_key_id is 'Reserved for keys of a region; one key serves all nodes until then.';
comment on column audit.checkpoints.created_at is 'When it was signed.';

-- The checkpoints of a chain, by what they cover.
create index checkpoints_by_size on audit.checkpoints (tenant_id, trail, size);

alter table audit.checkpoints enable row level security;
alter table audit.checkpoints force row level security;
create policy tenant_wall on audit.checkpoints
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select on audit.checkpoints to ${app};
grant select on audit.checkpoints to ${worker};
grant insert (tenant_id, id, trail, size, hash, kind, note, created_at) on audit.checkpoints to ${worker};
