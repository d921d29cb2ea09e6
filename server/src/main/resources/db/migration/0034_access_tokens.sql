-- Purpose: access tokens: which were given, and which were revoked.
-- Tables: session.access_tokens.
-- Scope: tenant.
-- Retention class: transient (hard delete an hour after expiry).
-- Rollback: drop table session.access_tokens.

create table session.access_tokens (
    tenant_id  uuid        not null,
    id         uuid        not null,
    client_id  uuid        not null,
    grant_id   uuid,
    user_id    uuid,
    scopes     text[]      not null check (cardinality(scopes) <= 100),
    revoked_at timestamptz,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (tenant_id, id),
    constraint access_tokens_of_people_come_of_grants check ((grant_id is null) = (user_id is null))
);
comment on table session.access_tokens is 'Access tokens that were given; the tokens themselves are signed and stored nowhere. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column session.access_tokens.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column session.access_tokens.id is 'The token: its claim jti (atk_ outside).';
comment on column session.access_tokens.client_id is 'To which client.';
comment on column session.access_tokens.grant_id is 'What it comes of; none where a client acts for itself.';
comment on column session.access_tokens.user_id is 'For whom, if not for the client itself.';
comment on column session.access_tokens.scopes is 'What may be done with it.';
comment on column session.access_tokens.revoked_at is 'When it was taken back.';
comment on column session.access_tokens.created_at is 'When it was given.';
comment on column session.access_tokens.expires_at is 'When it ends.';

-- Erasure, and what somebody has.
create index access_tokens_by_user on session.access_tokens (tenant_id, user_id, id) where user_id is not null;
-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index access_tokens_by_expiry on session.access_tokens (expires_at);

alter table session.access_tokens enable row level security;
alter table session.access_tokens force row level security;
create policy tenant_wall on session.access_tokens
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on session.access_tokens to ${app};
grant update (revoked_at) on session.access_tokens to ${app};
grant select, delete on session.access_tokens to ${worker};
