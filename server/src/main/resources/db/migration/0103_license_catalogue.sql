-- Purpose: what can be licensed: modules of the product, and bundles of them.
-- Tables: licensing.modules, licensing.module_bundles.
-- Scope: system-wide: the catalogue is the installation's, and every workspace reads it.
-- Retention class: none (kept until an operator takes them out).
-- Rollback: drop table licensing.module_bundles; drop table licensing.modules; drop schema licensing.

create schema licensing;
comment on schema licensing is '001 class: config. What can be licensed, who was given what, and how much of it is used.';
grant usage on schema licensing to ${app}, ${worker};

-- system-wide: the catalogue is the installation's, and every workspace reads it
create table licensing.modules (
    id             uuid        not null primary key,
    code           text collate "C" not null unique check (code ~ '^[a-z][a-z0-9]*([._-][a-z0-9]+)*$' and length(code) between 2 and 100),
    name           text        not null check (length(name) between 1 and 255),
    description    text        check (length(description) between 1 and 2000),
    category       text collate "C" not null check (category ~ '^[a-z][a-z0-9]*([._-][a-z0-9]+)*$' and length(category) between 2 and 40),
    dependencies   text[] collate "C" not null check (cardinality(dependencies) <= 50),
    min_node_types text[]      not null check (min_node_types <@ array['org', 'workspace', 'unit', 'subtenant', 'project']),
    is_always_on   boolean     not null,
    version        integer     not null check (version > 0),
    created_at     timestamptz not null,
    updated_at     timestamptz not null,
    constraint modules_do_not_need_themselves check (code <> all (dependencies))
);
comment on table licensing.modules is 'A part of the product that can be licensed. Scope: system-wide. 001 class: config. Retention: until taken out.';
comment on column licensing.modules.id is 'The module (mod_ outside).';
comment on column licensing.modules.code is 'The word by which programs ask for it; it never changes.';
comment on column licensing.modules.name is 'The name people see.';
comment on column licensing.modules.description is 'What it is for.';
comment on column licensing.modules.category is 'A word by which modules are sorted for people.';
comment on column licensing.modules.dependencies is 'The codes of modules without which it is of no use; there is no cycle.';
comment on column licensing.modules.min_node_types is 'The kinds of nodes where it can be used; empty for all.';
comment on column licensing.modules.is_always_on is 'Whether every node has it without a licence.';
comment on column licensing.modules.version is 'Counts changes; the ETag.';
comment on column licensing.modules.created_at is 'When it was added.';
comment on column licensing.modules.updated_at is 'When it was last changed.';

grant select, insert, delete, update (name, description, category, dependencies, min_node_types, is_always_on, version,
    updated_at) on licensing.modules to ${app};
grant select on licensing.modules to ${worker};

-- system-wide: the catalogue is the installation's, and every workspace reads it
create table licensing.module_bundles (
    id           uuid        not null primary key,
    code         text collate "C" not null unique check (code ~ '^[a-z][a-z0-9]*([._-][a-z0-9]+)*$' and length(code) between 2 and 100),
    name         text        not null check (length(name) between 1 and 255),
    module_codes text[] collate "C" not null check (cardinality(module_codes) between 1 and 100),
    version      integer     not null check (version > 0),
    created_at   timestamptz not null,
    updated_at   timestamptz not null
);
comment on table licensing.module_bundles is 'Modules that are licensed together. Scope: system-wide. 001 class: config. Retention: until taken out.';
comment on column licensing.module_bundles.id is 'The bundle (bun_ outside).';
comment on column licensing.module_bundles.code is 'The word by which it is asked for; it never changes.';
comment on column licensing.module_bundles.name is 'The name people see.';
comment on column licensing.module_bundles.module_codes is 'The codes of its modules, each once.';
comment on column licensing.module_bundles.version is 'Counts changes; the ETag.';
comment on column licensing.module_bundles.created_at is 'When it was added.';
comment on column licensing.module_bundles.updated_at is 'When it was last changed.';

grant select, insert, delete, update (name, module_codes, version, updated_at) on licensing.module_bundles to ${app};
grant select on licensing.module_bundles to ${worker};
