-- Purpose: the words that are nobody's handle.
-- Tables: identity.reservation_dictionary.
-- Scope: system-wide: handles are unique across all workspaces, and so are the words that none may be.
-- Retention class: none (kept for good: nothing is ever taken out).
-- Rollback: drop table identity.reservation_dictionary.

-- system-wide: handles are unique across all workspaces, and so are the words that none may be
create table identity.reservation_dictionary (
    id               uuid        not null primary key,
    handle           text collate "C" not null unique check (handle ~ '^[a-z][a-z0-9]*([.-][a-z0-9]+)*$' and length(handle) between 2 and 20),
    skeleton         text collate "C" not null check (length(skeleton) between 1 and 20),
    skeleton_version integer     not null check (skeleton_version > 0),
    category         text        not null check (category in ('system', 'product', 'brand', 'profanity', 'ambiguous')),
    reason           text        check (length(reason) between 1 and 500),
    added_by         text        not null check (length(added_by) between 5 and 200),
    reviewed_by      text        not null check (length(reviewed_by) between 5 and 200),
    version          integer     not null check (version > 0),
    added_at         timestamptz not null,
    constraint reservation_dictionary_by_four_eyes check (added_by <> reviewed_by)
);
comment on table identity.reservation_dictionary is 'A word that is nobody''s handle, unless they had it before. Scope: system-wide. 001 class: config. Retention: for good.';
comment on column identity.reservation_dictionary.id is 'The reservation (hrv_ outside), and the proposal that it comes from.';
comment on column identity.reservation_dictionary.handle is 'The word.';
comment on column identity.reservation_dictionary.skeleton is 'What the word looks like: what looks the same is refused as well.';
comment on column identity.reservation_dictionary.skeleton_version is 'The version of the table of look-alikes by which the skeleton was made.';
comment on column identity.reservation_dictionary.category is 'Why such words are reserved: system and product: they sound official; brand: a name of ours; profanity; ambiguous: they read as nobody in particular.';
comment on column identity.reservation_dictionary.reason is 'Why this one, in words.';
comment on column identity.reservation_dictionary.added_by is 'Who proposed it (a DID).';
comment on column identity.reservation_dictionary.reviewed_by is 'Who agreed (a DID), never the same.';
comment on column identity.reservation_dictionary.version is 'The version of the dictionary with it: counts its words.';
comment on column identity.reservation_dictionary.added_at is 'When it was agreed to.';

-- What looks like a reserved word.
create index reservation_dictionary_by_skeleton on identity.reservation_dictionary (skeleton_version, skeleton);

-- The latest version.
create index reservation_dictionary_by_version on identity.reservation_dictionary (version);

-- Words are added and never taken out; only what they look like is worked out anew.
grant select, insert, update (skeleton, skeleton_version) on identity.reservation_dictionary to ${app};
grant select on identity.reservation_dictionary to ${worker};
