-- Purpose: which workspace an address means, and that no two workspaces share a slug.
-- Tables: identity.workspace_slugs.
-- Scope: system-wide: a slug is looked up before any tenant is known and must be unique across all of them.
-- Retention class: none (kept while the workspace exists).
-- Rollback: drop table identity.workspace_slugs.

-- system-wide: a slug is looked up before any tenant is known and must be unique across all of them
create table identity.workspace_slugs (
    slug         text collate "C" not null primary key,
    workspace_id uuid        not null,
    created_at   timestamptz not null
);
comment on table identity.workspace_slugs is 'Which workspace a slug means. Scope: system-wide. 001 class: config. Retention: while the workspace exists.';
comment on column identity.workspace_slugs.slug is 'The slug.';
comment on column identity.workspace_slugs.workspace_id is 'The workspace; no foreign key, so that the table can be a reference table beside sharded ones.';
comment on column identity.workspace_slugs.created_at is 'When it was taken.';

grant select, insert on identity.workspace_slugs to ${app};
grant select, insert, update, delete on identity.workspace_slugs to ${worker};
