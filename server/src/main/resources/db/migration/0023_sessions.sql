-- Purpose: sessions: who is inside, with what, since when and until when.
-- Tables: session.sessions.
-- Scope: tenant.
-- Retention class: transient (hard delete 30 days after the end).
-- Rollback: drop table session.sessions; drop schema session.

create schema session;
comment on schema session is '001 class: runtime. Who is inside.';
grant usage on schema session to ${app}, ${worker};

create table session.sessions (
    tenant_id      uuid        not null,
    id             uuid        not null,
    user_id        uuid        not null,
    workspace_id   uuid,
    kind           text        not null check (kind in ('browser', 'api')),
    generation     integer     not null check (generation > 0),
    methods        text[]      not null check (cardinality(methods) between 1 and 10),
    ip_address     inet        not null,
    user_agent     text        not null check (length(user_agent) <= 500),
    proven_at      timestamptz not null,
    rotated_at     timestamptz not null,
    last_active_at timestamptz not null,
    idle_seconds   integer     not null check (idle_seconds > 0),
    ends_at        timestamptz not null,
    revoked_at     timestamptz,
    revoked_why    text        check (revoked_why in ('signed_out', 'ended', 'reuse', 'password', 'user', 'replaced')),
    created_at     timestamptz not null,
    updated_at     timestamptz not null,
    expires_at     timestamptz not null,
    primary key (tenant_id, id),
    constraint sessions_say_why_they_ended check ((revoked_at is null) = (revoked_why is null)),
    constraint sessions_end_in_time check (expires_at <= ends_at)
);
comment on table session.sessions is 'Somebody who is inside. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column session.sessions.tenant_id is 'The workspace whose user it is; no foreign key, as runtime tables may live elsewhere.';
comment on column session.sessions.id is 'The session (ses_ outside).';
comment on column session.sessions.user_id is 'Who.';
comment on column session.sessions.workspace_id is 'The workspace that was chosen to work in, if there was a choice.';
comment on column session.sessions.kind is 'browser: its token is a cookie; api: its token is in a program''s hands.';
comment on column session.sessions.generation is 'Which token is the current one. Tokens are computed from this with a server key and stored nowhere; an older one that is used again ends the session.';
comment on column session.sessions.methods is 'How the person proved themselves (RFC 8176 words).';
comment on column session.sessions.ip_address is 'Where it was last used from.';
comment on column session.sessions.user_agent is 'The browser''s own description.';
comment on column session.sessions.proven_at is 'When the person last proved themselves.';
comment on column session.sessions.rotated_at is 'When the current token replaced the one before.';
comment on column session.sessions.last_active_at is 'When it was last used, to some minutes.';
comment on column session.sessions.idle_seconds is 'How long it lives without use, as the policy was at the start.';
comment on column session.sessions.ends_at is 'When it ends however much it is used.';
comment on column session.sessions.revoked_at is 'When it was ended before its time.';
comment on column session.sessions.revoked_why is 'signed_out: by itself; ended: by its person or an administrator from elsewhere; reuse: an old token was used again; password: the password was changed; user: the user was suspended or deleted; replaced: somebody signed in anew in the same browser.';
comment on column session.sessions.created_at is 'When it began.';
comment on column session.sessions.updated_at is 'When it was last changed.';
comment on column session.sessions.expires_at is 'When it ends unless it is used before.';

-- The living sessions of a user, and erasure.
create index sessions_by_user on session.sessions (tenant_id, user_id, id);
-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index sessions_by_expiry on session.sessions (expires_at);

alter table session.sessions enable row level security;
alter table session.sessions force row level security;
create policy tenant_wall on session.sessions
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on session.sessions to ${app};
grant update (workspace_id, generation, methods, ip_address, user_agent, proven_at, rotated_at, last_active_at, revoked_at, revoked_why, updated_at, expires_at)
    on session.sessions to ${app};
grant select, delete on session.sessions to ${worker};
