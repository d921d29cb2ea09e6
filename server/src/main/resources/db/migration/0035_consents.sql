-- Purpose: consents: what people allowed clients to have.
-- Tables: oauth.consents.
-- Scope: tenant.
-- Retention class: user (erased with the user; withdrawn ones with them).
-- Rollback: drop table oauth.consents.

create table oauth.consents (
    tenant_id  uuid        not null,
    id         uuid        not null,
    user_id    uuid        not null,
    client_id  uuid        not null,
    scopes     text[]      not null check (cardinality(scopes) between 1 and 100),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, client_id) references oauth.clients (tenant_id, id)
);
comment on table oauth.consents is 'What a person allowed a client to have. Scope: tenant. 001 class: user. Retention: user.';
comment on column oauth.consents.tenant_id is 'The workspace; no foreign key, as this schema may live elsewhere.';
comment on column oauth.consents.id is 'The consent (cns_ outside).';
comment on column oauth.consents.user_id is 'Who allowed it.';
comment on column oauth.consents.client_id is 'To which client.';
comment on column oauth.consents.scopes is 'What was allowed, all times together.';
comment on column oauth.consents.created_at is 'When it was first given.';
comment on column oauth.consents.updated_at is 'When it was last added to or withdrawn.';
comment on column oauth.consents.deleted_at is 'When it was withdrawn.';

-- One living consent for a person and a client.
create unique index consents_by_user_and_client on oauth.consents (tenant_id, user_id, client_id) where deleted_at is null;
-- Pages of one person.
create index consents_by_user on oauth.consents (tenant_id, user_id, id);
-- Pages of one client.
create index consents_by_client on oauth.consents (tenant_id, client_id, id);

alter table oauth.consents enable row level security;
alter table oauth.consents force row level security;
create policy tenant_wall on oauth.consents
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on oauth.consents to ${app};
grant update (scopes, updated_at, deleted_at) on oauth.consents to ${app};
grant select, delete on oauth.consents to ${worker};
