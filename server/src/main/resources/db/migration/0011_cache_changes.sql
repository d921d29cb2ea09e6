-- Purpose: tells every node what to forget: a change and the key of what it makes stale commit together.
-- Tables: events.cache_changes.
-- Scope: system-wide: every node must hear of every tenant's change; a row holds a cache key and nothing else.
-- Retention class: transient (rows expire after a few minutes).
-- Rollback: drop table events.cache_changes; drop schema events.

create schema events;
comment on schema events is '001 class: runtime. What happened, for those who must hear of it.';
grant usage on schema events to ${app}, ${worker};

-- system-wide: every node must hear of every tenant's change; a row holds a cache key and nothing else
create table events.cache_changes (
    id         uuid        not null primary key,
    cache_key  text        not null check (length(cache_key) between 1 and 400),
    made_in    xid8        not null default pg_current_xact_id(),
    expires_at timestamptz not null
);
comment on table events.cache_changes is 'What nodes must forget. Scope: system-wide. 001 class: runtime. Retention: transient.';
comment on column events.cache_changes.id is 'The change.';
comment on column events.cache_changes.cache_key is 'The scoped key that is stale.';
comment on column events.cache_changes.made_in is 'The transaction that made it: a reader that knows its last snapshot misses none, whatever order they commit in.';
comment on column events.cache_changes.expires_at is 'When the row can go; every node has read it by then.';

-- What is new since a snapshot.
create index cache_changes_by_transaction on events.cache_changes (made_in);
-- What the expiry job reads.
create index cache_changes_by_expiry on events.cache_changes (expires_at);

grant select, insert on events.cache_changes to ${app};
grant select, delete on events.cache_changes to ${worker};
