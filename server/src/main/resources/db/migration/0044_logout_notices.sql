-- Purpose: clients that are still to be told that a session ended, queued in the transaction that ended it.
-- Tables: session.logout_notices.
-- Scope: tenant.
-- Retention class: transient (a client that was told has no row any more; any other row goes when it expires).
-- Rollback: drop table session.logout_notices.

create table session.logout_notices (
    tenant_id       uuid        not null,
    session_id      uuid        not null,
    client_id       uuid        not null,
    user_id         uuid        not null,
    attempts        integer     not null check (attempts >= 0),
    next_attempt_at timestamptz not null,
    last_error      text        check (length(last_error) between 1 and 200),
    created_at      timestamptz not null,
    expires_at      timestamptz not null,
    primary key (tenant_id, session_id, client_id)
);
comment on table session.logout_notices is 'A client that is to be told that a session ended. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column session.logout_notices.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column session.logout_notices.session_id is 'The session that ended; what the client knows as sid.';
comment on column session.logout_notices.client_id is 'Who is to be told, because something was given to it in that session.';
comment on column session.logout_notices.user_id is 'Whose session it was.';
comment on column session.logout_notices.attempts is 'How often a node has taken it to tell the client.';
comment on column session.logout_notices.next_attempt_at is 'When it may be taken next; while a node tells the client, when that node''s claim ends.';
comment on column session.logout_notices.last_error is 'Why the last attempt failed.';
comment on column session.logout_notices.created_at is 'When the session ended.';
comment on column session.logout_notices.expires_at is 'When nobody tries any more.';

-- Which clients are to be told something, and what is next for each.
create index logout_notices_by_due on session.logout_notices (tenant_id, client_id, next_attempt_at, expires_at);
-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index logout_notices_by_expiry on session.logout_notices (expires_at);

alter table session.logout_notices enable row level security;
alter table session.logout_notices force row level security;
create policy tenant_wall on session.logout_notices
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant insert (tenant_id, session_id, client_id, user_id, attempts, next_attempt_at, created_at, expires_at)
    on session.logout_notices to ${app};
grant select, delete, update (attempts, next_attempt_at, last_error) on session.logout_notices to ${worker};
