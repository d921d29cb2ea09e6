-- Purpose: exports of the audit trail that are made by a job and fetched later.
-- Tables: audit.exports.
-- Scope: tenant.
-- Retention class: transient (7 days after it was asked for, with the files that it names).
-- Rollback: drop table audit.exports; remove the files below shared/<tenant>/aex_… in the storage.

create table audit.exports (
    tenant_id  uuid        not null,
    id         uuid        not null,
    trail      text        check (trail in ('admin_audit', 'auth_audit', 'runtime_token_audit')),
    since_at   timestamptz,
    until_at   timestamptz,
    state      text        not null check (state in ('waiting', 'running', 'done')),
    spans      jsonb       not null check (jsonb_typeof(spans) = 'array'),
    parts      jsonb       not null check (jsonb_typeof(parts) = 'array'),
    rows_total bigint      check (rows_total >= 0),
    rows_done  bigint      not null check (rows_done >= 0),
    last_error text        check (length(last_error) between 1 and 300),
    created_at timestamptz not null,
    done_at    timestamptz,
    expires_at timestamptz not null,
    primary key (tenant_id, id),
    check (since_at < until_at),
    check ((state = 'done') = (done_at is not null)),
    check ((state = 'waiting') = (rows_total is null))
);
comment on table audit.exports is 'An export of the audit trail, kept as files outside the database. Scope: tenant. 001 class: user. Retention: transient.';
comment on column audit.exports.tenant_id is 'The workspace whose trail it is. No foreign key: it is gone long before a deleted workspace is erased.';
comment on column audit.exports.id is 'The export (aex_ outside); sorts by time.';
comment on column audit.exports.trail is 'The only trail that is wanted; all of them when missing.';
comment on column audit.exports.since_at is 'Only entries that were sealed at this time or later.';
comment on column audit.exports.until_at is 'Only entries that were sealed before this time.';
comment on column audit.exports.state is 'waiting for its turn, running, or done.';
comment on column audit.exports.spans is 'Which rows of which chains it has: trail, from, to; decided when it begins.';
comment on column audit.exports.parts is 'The files that make it up, in their order: path, size, sha256.';
comment on column audit.exports.rows_total is 'How many entries it will have; unknown before it begins.';
comment on column audit.exports.rows_done is 'How many of them are in its files.';
comment on column audit.exports.last_error is 'Why the last attempt failed, in a sentence; it is tried again.';
comment on column audit.exports.created_at is 'When it was asked for.';
comment on column audit.exports.done_at is 'When it was complete.';
comment on column audit.exports.expires_at is 'When it goes, with its files.';

-- What waits for the worker, and what is over.
create index exports_by_expiry on audit.exports (tenant_id, expires_at);

alter table audit.exports enable row level security;
alter table audit.exports force row level security;
create policy tenant_wall on audit.exports
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert (tenant_id, id, trail, since_at, until_at, state, spans, parts, rows_done, created_at, expires_at)
    on audit.exports to ${app};
grant select, delete, update (state, spans, parts, rows_total, rows_done, last_error, done_at) on audit.exports to ${worker};
