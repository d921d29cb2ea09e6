-- Purpose: sign-ins while they happen.
-- Tables: auth.auth_flows.
-- Scope: tenant.
-- Retention class: transient (hard delete one hour after expiry).
-- Rollback: drop table auth.auth_flows.

create table auth.auth_flows (
    tenant_id       uuid        not null,
    id              uuid        not null,
    kind            text        not null check (kind in ('sign_in', 'step_up')),
    status          text        not null check (status in ('pending', 'password_ok', 'mfa_required', 'completed', 'failed')),
    browser_hash    bytea       not null check (length(browser_hash) = 32),
    identifier      text        check (length(identifier) between 1 and 320),
    account_id      uuid,
    user_id         uuid,
    session_id      uuid,
    steps_completed text[]      not null default '{}',
    error_count     integer     not null default 0 check (error_count >= 0),
    code_hash       bytea       check (length(code_hash) = 32),
    return_to       text        check (return_to ~ '^/[^/\\]' and length(return_to) <= 2000),
    language        text        not null check (length(language) between 2 and 35),
    ip_address      inet        not null,
    user_agent      text        not null check (length(user_agent) <= 500),
    created_at      timestamptz not null,
    updated_at      timestamptz not null,
    expires_at      timestamptz not null,
    primary key (tenant_id, id),
    constraint auth_flows_prove_before_they_end check (status in ('pending', 'failed') or user_id is not null)
);
comment on table auth.auth_flows is 'A sign-in while it happens. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column auth.auth_flows.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column auth.auth_flows.id is 'The flow (flo_ outside).';
comment on column auth.auth_flows.kind is 'sign_in: somebody wants in; step_up: somebody inside proves themselves again.';
comment on column auth.auth_flows.status is 'pending: nothing proven; password_ok: one proof given; mfa_required: another one is needed; completed: inside; failed: too many errors.';
comment on column auth.auth_flows.browser_hash is 'HMAC-SHA-256 of the browser''s own cookie: another browser cannot go on with it.';
comment on column auth.auth_flows.identifier is 'What was typed: an address or a handle. Shown back to the same browser only.';
comment on column auth.auth_flows.account_id is 'The account that the identifier means, if there is one. Never shown: nothing is proven yet.';
comment on column auth.auth_flows.user_id is 'Who proved themselves.';
comment on column auth.auth_flows.session_id is 'The session that a step-up is for, or that came of it.';
comment on column auth.auth_flows.steps_completed is 'The proofs given so far, in order.';
comment on column auth.auth_flows.error_count is 'Wrong answers; the fifth fails the flow.';
comment on column auth.auth_flows.code_hash is 'HMAC-SHA-256 of the short code that was mailed, to be typed in this flow.';
comment on column auth.auth_flows.return_to is 'The page of this server to go to at the end.';
comment on column auth.auth_flows.language is 'The language in which the pages are shown and mails are written.';
comment on column auth.auth_flows.ip_address is 'Where it came from.';
comment on column auth.auth_flows.user_agent is 'The browser''s own description.';
comment on column auth.auth_flows.created_at is 'When it began.';
comment on column auth.auth_flows.updated_at is 'When the last step was taken.';
comment on column auth.auth_flows.expires_at is 'When it can no longer be completed.';

-- The flows of a user, for erasure.
create index auth_flows_by_user on auth.auth_flows (tenant_id, user_id) where user_id is not null;
-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index auth_flows_by_expiry on auth.auth_flows (expires_at);

alter table auth.auth_flows enable row level security;
alter table auth.auth_flows force row level security;
create policy tenant_wall on auth.auth_flows
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on auth.auth_flows to ${app};
grant update (status, identifier, account_id, user_id, session_id, steps_completed, error_count, code_hash, language, updated_at)
    on auth.auth_flows to ${app};
grant select, delete on auth.auth_flows to ${worker};
