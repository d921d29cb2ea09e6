-- Purpose: who has which handle. A handle is taken by inserting its row: of two who want it, one loses.
-- Tables: identity.handle_registry.
-- Scope: system-wide: a handle is unique across all workspaces and looked up before any tenant is known.
-- Retention class: none (kept for good; a row that was released goes 90 days later).
-- Rollback: drop table identity.handle_registry.

-- A row whose owner gave the handle up stays the handle's only row, so that the primary key goes on refusing it to others.
-- The release before this one neither reads nor writes the table. Whom it makes has no row until the job handle-upkeep adds
-- it; until then the handle is kept unique by identity.users_by_handle, as before. Whom it deletes keeps the handle until
-- the erasure, which freezes it.

-- system-wide: a handle is unique across all workspaces and looked up before any tenant is known
create table identity.handle_registry (
    handle           text collate "C" not null primary key check (handle ~ '^[a-z][a-z0-9]*([.-][a-z0-9]+)*$' and length(handle) between 2 and 20),
    handle_prefix    text collate "C" not null generated always as (left(handle, 1)) stored check (length(handle_prefix) = 1),
    skeleton         text collate "C" check (length(skeleton) between 1 and 20),
    skeleton_version integer     not null check (skeleton_version >= 0),
    allocation_kind  text        not null check (allocation_kind in ('individual', 'service', 'frozen')),
    home_tenant_id   uuid,
    holder_id        uuid,
    previous_home_tenant_id uuid,
    previous_user_id uuid,
    allocated_at     timestamptz not null,
    thaws_at         timestamptz,
    active_at        timestamptz,
    noticed_at       timestamptz,
    locked_at        timestamptz,
    due_at           timestamptz,
    released_at      timestamptz,
    constraint handle_registry_held_or_free
        check ((holder_id is not null) = (allocation_kind <> 'frozen' and released_at is null)),
    constraint handle_registry_holder_has_a_home check ((holder_id is null) = (home_tenant_id is null)),
    constraint handle_registry_thaws_when_frozen check (thaws_at is null or allocation_kind = 'frozen'),
    constraint handle_registry_dormant_by_steps
        check ((locked_at is null or noticed_at is not null) and (noticed_at is null or active_at is not null)),
    constraint handle_registry_due_when_watched check (due_at is null or (active_at is not null and holder_id is not null))
);
comment on table identity.handle_registry is 'A handle that somebody has, or had. Scope: system-wide. 001 class: config. Retention: for good; 90 days after its release.';
comment on column identity.handle_registry.handle is 'The handle, lower-case ASCII, without a domain.';
comment on column identity.handle_registry.handle_prefix is 'Its first character: jobs go over the handles in shards by it.';
comment on column identity.handle_registry.skeleton is 'What the handle looks like: handles with the same are too much alike. Null: not worked out yet, or somebody else with the same was there before.';
comment on column identity.handle_registry.skeleton_version is 'The version of the table of look-alikes by which the skeleton was made; 0: by none.';
comment on column identity.handle_registry.allocation_kind is 'individual: a person''s; service: a machine''s; frozen: nobody''s, and nobody can take it.';
comment on column identity.handle_registry.home_tenant_id is 'The workspace whose user has it; no foreign key, so that the table can be a reference table beside sharded ones.';
comment on column identity.handle_registry.holder_id is 'Who has it.';
comment on column identity.handle_registry.previous_home_tenant_id is 'The workspace of whoever had it before.';
comment on column identity.handle_registry.previous_user_id is 'Who had it before; null once they are erased.';
comment on column identity.handle_registry.allocated_at is 'When whoever has it, or had it last, took it.';
comment on column identity.handle_registry.thaws_at is 'When a frozen handle is released; null: when an operator says so.';
comment on column identity.handle_registry.active_at is 'When its person was last known to be signed in, to a year; null for machines.';
comment on column identity.handle_registry.noticed_at is 'When its person was written to that the account sleeps; null: never, or they have been back.';
comment on column identity.handle_registry.locked_at is 'When the sleeping account was locked.';
comment on column identity.handle_registry.due_at is 'When the job dormancy looks at it next.';
comment on column identity.handle_registry.released_at is 'When it became free for anybody; the row goes when it is taken again, or 90 days later.';

-- Two handles that look alike are not both given away.
create unique index handle_registry_by_skeleton on identity.handle_registry (skeleton_version, skeleton) where released_at is null;
-- The handles of somebody, for freeing and erasing.
create index handle_registry_by_holder on identity.handle_registry (holder_id, home_tenant_id) where holder_id is not null;
-- The handles that somebody had, for erasing.
create index handle_registry_by_previous on identity.handle_registry (previous_user_id, previous_home_tenant_id) where previous_user_id is not null;
-- What the job dormancy reads: a shard's next.
create index handle_registry_by_due on identity.handle_registry (handle_prefix, due_at, handle) where due_at is not null;
-- What the job handle-upkeep reads: a shard's handles that can thaw.
create index handle_registry_by_thaw on identity.handle_registry (handle_prefix, thaws_at) where thaws_at is not null and released_at is null;
-- What the job retention reads.
create index handle_registry_by_release on identity.handle_registry (released_at) where released_at is not null;

-- A row is about one handle for ever.
grant select, insert, update (skeleton, skeleton_version, allocation_kind, home_tenant_id, holder_id, previous_home_tenant_id,
    previous_user_id, allocated_at, thaws_at, active_at, noticed_at, locked_at, due_at, released_at)
    on identity.handle_registry to ${app};
grant select, insert, update, delete on identity.handle_registry to ${worker};
