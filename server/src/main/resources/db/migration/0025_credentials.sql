-- Purpose: what people know: their password, and the recovery codes for the day when a second factor is lost.
-- Tables: identity.credentials.
-- Scope: tenant.
-- Retention class: user (a person's credentials go when the person is erased; a used code goes at once).
-- Rollback: drop table identity.credentials.

create table identity.credentials (
    tenant_id  uuid        not null references identity.workspaces (id),
    id         uuid        not null,
    user_id    uuid        not null,
    type       text        not null check (type in ('password', 'recovery_code')),
    number     integer     not null,
    hash       text        not null check (length(hash) between 8 and 512),
    version    integer     not null check (version >= 0),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references identity.users (tenant_id, id),
    constraint credentials_one_password_ten_codes
        check (number between 0 and case type when 'password' then 0 else 9 end)
);
comment on table identity.credentials is 'A secret that a person knows, as a hash. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.credentials.tenant_id is 'The workspace.';
comment on column identity.credentials.id is 'The credential (crd_ outside).';
comment on column identity.credentials.user_id is 'Whose it is.';
comment on column identity.credentials.type is 'password: one for a user; recovery_code: ten at most, each for one use.';
comment on column identity.credentials.number is 'Which of the ten recovery codes, so that one hash is enough to check what was typed; 0 for a password.';
comment on column identity.credentials.hash is 'The salted hash with its parameters (PHC string).';
comment on column identity.credentials.version is 'Which set of our hashing parameters made it; 0: brought along from another system.';
comment on column identity.credentials.created_at is 'When the user first had it.';
comment on column identity.credentials.updated_at is 'When the hash was last replaced.';

-- One password and each code once, the look-up of either, and what erasure reads.
create unique index credentials_by_user on identity.credentials (tenant_id, user_id, type, number);

alter table identity.credentials enable row level security;
alter table identity.credentials force row level security;
create policy tenant_wall on identity.credentials
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete on identity.credentials to ${app};
grant update (hash, version, updated_at) on identity.credentials to ${app};
grant select, insert, update, delete on identity.credentials to ${worker};
