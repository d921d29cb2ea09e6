-- Purpose: brakes on guessing: per account, per source, and per browser that the account knows.
-- Tables: auth.lockouts, auth.known_browsers.
-- Scope: tenant.
-- Retention class: transient (hard delete after expiry).
-- Rollback: drop table auth.known_browsers; drop table auth.lockouts.

create table auth.lockouts (
    tenant_id       uuid        not null,
    kind            text        not null check (kind in ('account', 'source', 'browser', 'mail')),
    subject_hash    bytea       not null check (length(subject_hash) = 32),
    user_id         uuid,
    failed_attempts integer     not null check (failed_attempts >= 0),
    unlocks_at    timestamptz,
    created_at      timestamptz not null,
    updated_at      timestamptz not null,
    expires_at      timestamptz not null,
    primary key (tenant_id, kind, subject_hash)
);
comment on table auth.lockouts is 'How often a proof was wrong, and until when no other is taken. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column auth.lockouts.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column auth.lockouts.kind is 'account: guesses at one account, or at a name that no account has; source: guesses from one network address; browser: from a browser that the account knows, which strangers cannot lock out; mail: mails to one account that anybody can ask for.';
comment on column auth.lockouts.subject_hash is 'HMAC-SHA-256 of whom or what is counted.';
comment on column auth.lockouts.user_id is 'The account, if there is one: for administrators and for erasure.';
comment on column auth.lockouts.failed_attempts is 'Attempts since the last success; counted before an attempt is judged, so that guesses in parallel gain nothing.';
comment on column auth.lockouts.unlocks_at is 'Until when no attempt is taken.';
comment on column auth.lockouts.created_at is 'When the first attempt was counted.';
comment on column auth.lockouts.updated_at is 'When the last attempt was counted.';
comment on column auth.lockouts.expires_at is 'When it is forgotten.';

-- The lockouts of a user, for administrators and erasure.
create index lockouts_by_user on auth.lockouts (tenant_id, user_id) where user_id is not null;
-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index lockouts_by_expiry on auth.lockouts (expires_at);

alter table auth.lockouts enable row level security;
alter table auth.lockouts force row level security;
create policy tenant_wall on auth.lockouts
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete on auth.lockouts to ${app};
grant update (user_id, failed_attempts, unlocks_at, updated_at, expires_at) on auth.lockouts to ${app};
grant select, delete on auth.lockouts to ${worker};

create table auth.known_browsers (
    tenant_id    uuid        not null,
    user_id      uuid        not null,
    browser_hash bytea       not null check (length(browser_hash) = 32),
    created_at   timestamptz not null,
    updated_at   timestamptz not null,
    expires_at   timestamptz not null,
    primary key (tenant_id, user_id, browser_hash)
);
comment on table auth.known_browsers is 'A browser in which a user has signed in. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column auth.known_browsers.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column auth.known_browsers.user_id is 'Who signed in.';
comment on column auth.known_browsers.browser_hash is 'HMAC-SHA-256 of the browser''s own cookie.';
comment on column auth.known_browsers.created_at is 'When it was first used.';
comment on column auth.known_browsers.updated_at is 'When it was last used to sign in.';
comment on column auth.known_browsers.expires_at is 'When it is forgotten, unless it is used again.';

-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index known_browsers_by_expiry on auth.known_browsers (expires_at);

alter table auth.known_browsers enable row level security;
alter table auth.known_browsers force row level security;
create policy tenant_wall on auth.known_browsers
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete, update (updated_at, expires_at) on auth.known_browsers to ${app};
grant select, delete on auth.known_browsers to ${worker};
