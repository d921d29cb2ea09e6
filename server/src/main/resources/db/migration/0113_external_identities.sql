-- Purpose: whom other identity providers know our users as.
-- Tables: identity.external_identities.
-- Scope: tenant.
-- Retention class: user (goes with the user, or when it is unlinked).
-- Rollback: drop table identity.external_identities.

create table identity.external_identities (
    tenant_id     uuid        not null,
    id            uuid        not null,
    user_id       uuid        not null,
    connection_id uuid        not null,
    issuer        text collate "C" not null check (length(issuer) between 1 and 1000),
    subject       text collate "C" not null check (length(subject) between 1 and 500),
    email         text        check (length(email) between 3 and 320),
    home          boolean     not null default false,
    linked_at     timestamptz not null,
    last_used_at  timestamptz,
    primary key (tenant_id, id),
    constraint external_identities_once unique (tenant_id, issuer, subject),
    foreign key (tenant_id, user_id) references identity.users (tenant_id, id),
    foreign key (tenant_id, connection_id) references admin.connections (tenant_id, id)
);
comment on table identity.external_identities is 'Whom another identity provider knows a user as. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.external_identities.tenant_id is 'The workspace.';
comment on column identity.external_identities.id is 'The link (eid_ outside).';
comment on column identity.external_identities.user_id is 'Our user.';
comment on column identity.external_identities.connection_id is 'The connection that it came by.';
comment on column identity.external_identities.issuer is 'Who says so.';
comment on column identity.external_identities.subject is 'What the issuer calls the user, letter for letter.';
comment on column identity.external_identities.email is 'The address that the issuer last told, to know the link by.';
comment on column identity.external_identities.home is 'Whether the user was made by coming from there: that issuer alone says what they are called.';
comment on column identity.external_identities.linked_at is 'When it was linked.';
comment on column identity.external_identities.last_used_at is 'When the user last came by it.';

-- The links of one user, for the account page and for erasure.
create index external_identities_by_user on identity.external_identities (tenant_id, user_id, id);
-- A user was made once.
create unique index external_identities_home on identity.external_identities (tenant_id, user_id) where home;
-- The links that go with a connection.
create index external_identities_by_connection on identity.external_identities (tenant_id, connection_id);

alter table identity.external_identities enable row level security;
alter table identity.external_identities force row level security;
create policy tenant_wall on identity.external_identities
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete, update (connection_id, email, last_used_at) on identity.external_identities to ${app};
grant select, delete on identity.external_identities to ${worker};
