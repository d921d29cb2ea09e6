-- Purpose: grants: what a person let a client have, and the family of its refresh tokens.
-- Tables: session.grants.
-- Scope: tenant.
-- Retention class: transient (hard delete 7 days after the end).
-- Rollback: drop table session.grants.

create table session.grants (
    tenant_id    uuid        not null,
    id           uuid        not null,
    client_id    uuid        not null,
    user_id      uuid        not null,
    session_id   uuid,
    scopes       text[]      not null check (cardinality(scopes) <= 100),
    resources    text[]      not null check (cardinality(resources) <= 20),
    details      jsonb       check (jsonb_typeof(details) = 'array'),
    claims       jsonb       check (jsonb_typeof(claims) = 'object'),
    methods      text[]      not null check (cardinality(methods) between 1 and 10),
    proven_at    timestamptz not null,
    binding      text        check (length(binding) between 10 and 100),
    generation   integer     not null check (generation > 0),
    rotated_at   timestamptz not null,
    idle_seconds integer     not null check (idle_seconds > 0),
    ends_at      timestamptz not null,
    revoked_at   timestamptz,
    revoked_why  text        check (revoked_why in ('revoked', 'replay', 'withdrawn', 'signed_out')),
    created_at   timestamptz not null,
    updated_at   timestamptz not null,
    expires_at   timestamptz not null,
    primary key (tenant_id, id),
    constraint grants_say_why_they_ended check ((revoked_at is null) = (revoked_why is null)),
    constraint grants_end_in_time check (expires_at <= ends_at)
);
comment on table session.grants is 'What a person let a client have. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column session.grants.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column session.grants.id is 'The grant (grt_ outside).';
comment on column session.grants.client_id is 'To which client.';
comment on column session.grants.user_id is 'By whom.';
comment on column session.grants.session_id is 'The browser''s session in which it was given; it ends with that unless it has offline_access.';
comment on column session.grants.scopes is 'What may be done.';
comment on column session.grants.resources is 'The audiences that were asked for (RFC 8707); none for the usual one.';
comment on column session.grants.details is 'Authorization details (RFC 9396).';
comment on column session.grants.claims is 'The claims that were asked for one by one (OpenID Connect Core section 5.5).';
comment on column session.grants.methods is 'How the person had proved themselves (RFC 8176 words).';
comment on column session.grants.proven_at is 'When they had.';
comment on column session.grants.binding is 'The key that refresh tokens are bound to, as confirmation method and thumbprint.';
comment on column session.grants.generation is 'Which refresh token is the current one. They are computed from this with a server key and stored nowhere; an older one that is used again ends the grant.';
comment on column session.grants.rotated_at is 'When the current refresh token replaced the one before.';
comment on column session.grants.idle_seconds is 'How long it lives without use.';
comment on column session.grants.ends_at is 'When it ends however much it is used.';
comment on column session.grants.revoked_at is 'When it was ended before its time.';
comment on column session.grants.revoked_why is 'revoked: the client gave it back; replay: a code or refresh token was used twice; withdrawn: the person or an administrator took it back; signed_out: the person signed out.';
comment on column session.grants.created_at is 'When it was given.';
comment on column session.grants.updated_at is 'When it was last changed.';
comment on column session.grants.expires_at is 'When it ends unless it is used before.';

-- Withdrawing what a client has of a person, and erasure.
create index grants_by_user on session.grants (tenant_id, user_id, client_id);
-- Signing out: whom to tell.
create index grants_by_session on session.grants (tenant_id, session_id, id) where session_id is not null;
-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index grants_by_expiry on session.grants (expires_at);

alter table session.grants enable row level security;
alter table session.grants force row level security;
create policy tenant_wall on session.grants
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on session.grants to ${app};
grant update (generation, rotated_at, revoked_at, revoked_why, updated_at, expires_at) on session.grants to ${app};
grant select, delete on session.grants to ${worker};
