-- Purpose: groups of people in a workspace, whose names tokens carry and which roles can be given to.
-- Tables: identity.groups, identity.group_members.
-- Scope: tenant.
-- Retention class: user (a person's place in groups goes when they leave or are erased).
-- Rollback: drop table identity.group_members; drop table identity.groups.

create table identity.groups (
    tenant_id   uuid        not null references identity.workspaces (id),
    id          uuid        not null,
    name        text        not null check (length(name) between 1 and 120),
    name_key    text collate "C" not null check (length(name_key) between 1 and 400),
    description text        check (length(description) between 1 and 500),
    external_id text collate "C" check (length(external_id) between 1 and 200),
    version     integer     not null check (version > 0),
    created_at  timestamptz not null,
    updated_at  timestamptz not null,
    primary key (tenant_id, id),
    constraint groups_name_once unique (tenant_id, name_key),
    constraint groups_external_id_once unique (tenant_id, external_id)
);
comment on table identity.groups is 'A group of people in a workspace. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.groups.tenant_id is 'The workspace.';
comment on column identity.groups.id is 'The group (grp_ outside).';
comment on column identity.groups.name is 'What it is called, also in tokens.';
comment on column identity.groups.name_key is 'The name without regard to case and form: two groups that look alike cannot be.';
comment on column identity.groups.description is 'What it is for.';
comment on column identity.groups.external_id is 'What another directory, from which the group comes, calls it.';
comment on column identity.groups.version is 'Counts changes; the ETag.';
comment on column identity.groups.created_at is 'When it was made.';
comment on column identity.groups.updated_at is 'When it was last changed; who is in it does not count.';

alter table identity.groups enable row level security;
alter table identity.groups force row level security;
create policy tenant_wall on identity.groups
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete, update (name, name_key, description, external_id, version, updated_at)
    on identity.groups to ${app};
grant select, delete on identity.groups to ${worker};

create table identity.group_members (
    tenant_id      uuid        not null,
    group_id       uuid        not null,
    user_id        uuid        not null,
    home_tenant_id uuid        not null,
    added_by       text        not null check (length(added_by) between 1 and 200),
    added_at       timestamptz not null,
    primary key (tenant_id, group_id, user_id),
    foreign key (tenant_id, group_id) references identity.groups (tenant_id, id)
);
comment on table identity.group_members is 'That somebody is in a group. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.group_members.tenant_id is 'The workspace.';
comment on column identity.group_members.group_id is 'The group.';
comment on column identity.group_members.user_id is 'A user of the workspace, or one of its members; no foreign key, because members can be at home elsewhere.';
comment on column identity.group_members.home_tenant_id is 'The workspace whose user the person is: whoever is erased there is erased here.';
comment on column identity.group_members.added_by is 'Who put them in (a DID).';
comment on column identity.group_members.added_at is 'When.';

-- The groups of one person, for tokens and for what they may do; also for erasure.
create index group_members_by_user on identity.group_members (tenant_id, user_id, group_id);
-- Where somebody who is erased is named as the one who put others in.
create index group_members_by_adder on identity.group_members (tenant_id, added_by);

alter table identity.group_members enable row level security;
alter table identity.group_members force row level security;
create policy tenant_wall on identity.group_members
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete on identity.group_members to ${app};
grant select, delete, update (added_by) on identity.group_members to ${worker};
