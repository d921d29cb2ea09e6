-- Purpose: which people let everybody see their profile page.
-- Tables: identity.public_profiles.
-- Scope: tenant (only people of the system workspace have handles; the wall is the same for all).
-- Retention class: user (with the person, or when they hide it again).
-- Rollback: drop table identity.public_profiles.

create table identity.public_profiles (
    tenant_id uuid        not null references identity.workspaces (id),
    user_id   uuid        not null,
    shown_at  timestamptz not null,
    primary key (tenant_id, user_id),
    foreign key (tenant_id, user_id) references identity.users (tenant_id, id)
);
comment on table identity.public_profiles is 'That a person lets everybody see their profile page; without a row nobody does. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.public_profiles.tenant_id is 'The workspace whose user it is: the system workspace.';
comment on column identity.public_profiles.user_id is 'The person.';
comment on column identity.public_profiles.shown_at is 'Since when.';

alter table identity.public_profiles enable row level security;
alter table identity.public_profiles force row level security;
create policy tenant_wall on identity.public_profiles
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete on identity.public_profiles to ${app};
grant select, delete on identity.public_profiles to ${worker};
