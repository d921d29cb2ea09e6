-- Purpose: what is told of organisations, workspaces, members and users beyond their names, and what deleted parts of
--     a workspace were, so that they come back as they were.
-- Tables: identity.orgs, identity.workspaces, identity.workspace_members, identity.users, identity.subtenants,
--     identity.projects.
-- Scope: tenant, org and project, as the tables have it.
-- Retention class: as the tables have it.
-- Rollback: drop the columns.

alter table identity.orgs
    add column settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object');
comment on column identity.orgs.settings is 'What applications keep about its workspaces where these say nothing else: an object of at most 16 KiB.';
grant update (settings) on identity.orgs to ${app};

alter table identity.workspaces
    add column plan   text collate "C" not null default 'free' check (plan ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(plan) between 2 and 40),
    add column region text collate "C" not null default 'default' check (region ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(region) between 2 and 40);
comment on column identity.workspaces.plan is 'What was agreed with whoever runs it, a word of the installation''s choice.';
comment on column identity.workspaces.region is 'Where its data belongs, a word of the installation''s choice.';
grant update (plan, region) on identity.workspaces to ${app};

alter table identity.workspace_members
    add column avatar_url text check (avatar_url ~ '^https://' and length(avatar_url) <= 2000),
    add column metadata   jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object');
comment on column identity.workspace_members.avatar_url is 'The address of a picture of the person, copied like the name.';
comment on column identity.workspace_members.metadata is 'What the workspace keeps about this membership: an object of at most 16 KiB.';
grant update (avatar_url, metadata) on identity.workspace_members to ${app};

alter table identity.users
    add column region        text collate "C" not null default 'default' check (region ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(region) between 2 and 40),
    add column avatar_url    text check (avatar_url ~ '^https://' and length(avatar_url) <= 2000),
    add column deceased_at   timestamptz,
    add column deceased_from text check (deceased_from in ('pending_verification', 'active', 'suspended')),
    add constraint users_deceased_are_out check (deceased_at is null or status in ('suspended', 'deactivated')),
    add constraint users_deceased_were_something check ((deceased_at is null) = (deceased_from is null));
comment on column identity.users.region is 'Where their data belongs, a word of the installation''s choice.';
comment on column identity.users.avatar_url is 'The address of a picture of them.';
comment on column identity.users.deceased_at is 'When they died, as an administrator said: nobody gets in, and the handle stays theirs.';
comment on column identity.users.deceased_from is 'The status that they had before that was said, and have again when it is taken back.';

alter table identity.subtenants
    add column deleted_from text check (deleted_from in ('active', 'suspended')),
    add constraint subtenants_deleted_from_when_deleted check (deleted_from is null or deleted_at is not null);
comment on column identity.subtenants.deleted_from is 'The status that it had when it was deleted and has again when it comes back; empty where nobody noted it.';
grant update (deleted_from) on identity.subtenants to ${app};

alter table identity.projects
    add column deleted_from text check (deleted_from in ('active', 'archived')),
    add constraint projects_deleted_from_when_deleted check (deleted_from is null or deleted_at is not null);
comment on column identity.projects.deleted_from is 'The status that it had when it was deleted and has again when it comes back; empty where nobody noted it.';
grant update (deleted_from) on identity.projects to ${app};
