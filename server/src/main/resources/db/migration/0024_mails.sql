-- Purpose: mails that wait to be sent, queued in the transaction that causes them.
-- Tables: events.mails.
-- Scope: tenant.
-- Retention class: transient (a sent mail's row is deleted at once, any other when it expires).
-- Rollback: drop table events.mails.

create table events.mails (
    tenant_id       uuid        not null,
    id              uuid        not null,
    purpose         text        not null check (purpose ~ '^[a-z][a-z0-9_.-]{0,63}$'),
    sealed          bytea       not null check (length(sealed) between 30 and 262144),
    attempts        integer     not null check (attempts >= 0),
    next_attempt_at timestamptz not null,
    last_error      text        check (length(last_error) between 1 and 200),
    created_at      timestamptz not null,
    expires_at      timestamptz not null,
    primary key (tenant_id, id)
);
comment on table events.mails is 'A mail that waits to be sent. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column events.mails.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column events.mails.id is 'The mail''s id (mal_ outside, and in its Message-ID).';
comment on column events.mails.purpose is 'Why it is sent, in a word for logs.';
comment on column events.mails.sealed is 'Recipient, subject and text, encrypted for this tenant: it may hold a link that lets somebody in.';
comment on column events.mails.attempts is 'How often a node has taken it to send it.';
comment on column events.mails.next_attempt_at is 'When it may be taken next; while a node sends it, when that node''s claim ends.';
comment on column events.mails.last_error is 'Why the last attempt failed, without an address.';
comment on column events.mails.created_at is 'When it was queued.';
comment on column events.mails.expires_at is 'When it is not sent any more: no later than a link in it stops working.';

-- Which workspaces have mails to send, and which of a workspace are next.
create index mails_by_due on events.mails (tenant_id, next_attempt_at, expires_at);
-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index mails_by_expiry on events.mails (expires_at);

alter table events.mails enable row level security;
alter table events.mails force row level security;
create policy tenant_wall on events.mails
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant insert (tenant_id, id, purpose, sealed, attempts, next_attempt_at, created_at, expires_at)
    on events.mails to ${app};
grant select, delete, update (attempts, next_attempt_at, last_error) on events.mails to ${worker};
