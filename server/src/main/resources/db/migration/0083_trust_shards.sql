-- Purpose: how far the recomputation of all scores has come, in 256 parts that several nodes work on at once.
-- Tables: identity.trust_shards.
-- Scope: tenant (only people of the system workspace have a score; the wall is the same for all).
-- Retention class: none (256 rows).
-- Rollback: drop table identity.trust_shards.

create table identity.trust_shards (
    tenant_id uuid        not null references identity.workspaces (id),
    shard     smallint    not null check (shard between 0 and 255),
    begun_at  timestamptz not null,
    place     uuid        not null,
    people    integer     not null check (people >= 0),
    done_at   timestamptz check (done_at >= begun_at),
    primary key (tenant_id, shard)
);
comment on table identity.trust_shards is 'A part of the people whose scores are recomputed, and how far that is. Scope: tenant. 001 class: config. Retention: none.';
comment on column identity.trust_shards.tenant_id is 'The workspace: the system workspace.';
comment on column identity.trust_shards.shard is 'Which part: the users of the same shard.';
comment on column identity.trust_shards.begun_at is 'When this round was opened.';
comment on column identity.trust_shards.place is 'The last person who was done in this round; none before the first. The next batch begins behind.';
comment on column identity.trust_shards.people is 'How many were done in this round.';
comment on column identity.trust_shards.done_at is 'When the last one of the part was done; empty while there is something to do.';

-- What is to be done.
create index trust_shards_to_do on identity.trust_shards (tenant_id, shard) where done_at is null;

alter table identity.trust_shards enable row level security;
alter table identity.trust_shards force row level security;
create policy tenant_wall on identity.trust_shards
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete, update (begun_at, place, people, done_at) on identity.trust_shards to ${worker};
