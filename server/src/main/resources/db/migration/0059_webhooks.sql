-- Purpose: addresses that a workspace wants to be told at, and what became of each telling.
-- Tables: admin.webhooks, admin.webhook_deliveries.
-- Scope: tenant.
-- Retention class: while it exists (webhooks); transient (deliveries, 30 days).
-- Rollback: drop table admin.webhook_deliveries; drop table admin.webhooks; revoke insert on events.mails from the worker.

create table admin.webhooks (
    tenant_id         uuid        not null references identity.workspaces (id),
    id                uuid        not null,
    url               text        not null check (length(url) between 8 and 2000),
    description       text        not null check (length(description) <= 200),
    event_types       text[]      not null check (cardinality(event_types) between 1 and 50),
    enabled           boolean     not null,
    disabled_reason   text        check (length(disabled_reason) between 1 and 300),
    secret            bytea       not null check (length(secret) between 30 and 400),
    previous_secret   bytea       check (length(previous_secret) between 30 and 400),
    previous_until_at timestamptz,
    failing_since_at  timestamptz,
    created_by        text        not null check (length(created_by) between 1 and 200),
    version           integer     not null check (version > 0),
    created_at        timestamptz not null,
    updated_at        timestamptz not null,
    primary key (tenant_id, id),
    constraint webhooks_previous_secret_ends check ((previous_secret is null) = (previous_until_at is null)),
    constraint webhooks_reason_when_disabled check (disabled_reason is null or not enabled)
);
comment on table admin.webhooks is 'An address that is told of events. Scope: tenant. 001 class: config. Retention: while it exists.';
comment on column admin.webhooks.tenant_id is 'The workspace.';
comment on column admin.webhooks.id is 'The webhook (whk_ outside).';
comment on column admin.webhooks.url is 'Where events are posted to.';
comment on column admin.webhooks.description is 'What it is for, in the workspace''s own words.';
comment on column admin.webhooks.event_types is 'Which events: types such as identity.user.created.v1, groups such as identity.user.*, or * for all.';
comment on column admin.webhooks.enabled is 'Whether new events are sent.';
comment on column admin.webhooks.disabled_reason is 'Why the server turned it off by itself.';
comment on column admin.webhooks.secret is 'What signs deliveries, in an envelope for this row.';
comment on column admin.webhooks.previous_secret is 'The secret before the last rotation, which signs too for a while.';
comment on column admin.webhooks.previous_until_at is 'How long the previous secret signs.';
comment on column admin.webhooks.failing_since_at is 'When the first of the failures was that nothing but failures followed.';
comment on column admin.webhooks.created_by is 'Who made it (a DID).';
comment on column admin.webhooks.version is 'Counts changes; the ETag.';
comment on column admin.webhooks.created_at is 'When it was made; earlier events are not sent.';
comment on column admin.webhooks.updated_at is 'When it was last changed.';

alter table admin.webhooks enable row level security;
alter table admin.webhooks force row level security;
create policy tenant_wall on admin.webhooks
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, delete,
    insert (tenant_id, id, url, description, event_types, enabled, secret, created_by, version, created_at, updated_at),
    update (url, description, event_types, enabled, disabled_reason, secret, previous_secret, previous_until_at,
        failing_since_at, version, updated_at)
    on admin.webhooks to ${app};
grant select, delete, update (enabled, disabled_reason, failing_since_at, created_by, version, updated_at)
    on admin.webhooks to ${worker};
-- What somebody made, when they are erased.
create index webhooks_by_maker on admin.webhooks (tenant_id, created_by);

create table admin.webhook_deliveries (
    tenant_id       uuid        not null,
    webhook_id      uuid        not null,
    event_id        uuid        not null,
    subject         text        not null check (length(subject) between 1 and 200),
    state           text        not null check (state in ('waiting', 'delivered', 'failed')),
    attempts        integer     not null check (attempts >= 0),
    next_attempt_at timestamptz not null,
    attempted_at    timestamptz,
    status          integer     check (status between 100 and 599),
    answer          text        check (length(answer) <= 1024),
    last_error      text        check (length(last_error) between 1 and 300),
    give_up_at      timestamptz not null,
    created_at      timestamptz not null,
    expires_at      timestamptz not null,
    primary key (tenant_id, webhook_id, event_id)
);
comment on table admin.webhook_deliveries is 'The sending of one event to one webhook. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column admin.webhook_deliveries.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column admin.webhook_deliveries.webhook_id is 'To whom.';
comment on column admin.webhook_deliveries.event_id is 'Which event.';
comment on column admin.webhook_deliveries.subject is 'What happened, also once the event itself is gone.';
comment on column admin.webhook_deliveries.state is 'waiting: for its next attempt; delivered: it was answered with success; failed: nobody tries any more.';
comment on column admin.webhook_deliveries.attempts is 'How often a node has taken it to send it.';
comment on column admin.webhook_deliveries.next_attempt_at is 'When it may be taken next; while a node sends it, when that node''s claim ends.';
comment on column admin.webhook_deliveries.attempted_at is 'When the last attempt ended.';
comment on column admin.webhook_deliveries.status is 'The status of the last answer.';
comment on column admin.webhook_deliveries.answer is 'The beginning of the last answer.';
comment on column admin.webhook_deliveries.last_error is 'Why the last attempt failed.';
comment on column admin.webhook_deliveries.give_up_at is 'When nobody tries any more.';
comment on column admin.webhook_deliveries.created_at is 'When it was queued.';
comment on column admin.webhook_deliveries.expires_at is 'When it leaves the log.';

-- What is to be sent, and which webhooks have something.
create index webhook_deliveries_waiting on admin.webhook_deliveries (tenant_id, webhook_id, next_attempt_at)
    where state = 'waiting';
-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index webhook_deliveries_by_expiry on admin.webhook_deliveries (expires_at);

alter table admin.webhook_deliveries enable row level security;
alter table admin.webhook_deliveries force row level security;
create policy tenant_wall on admin.webhook_deliveries
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, update (state, next_attempt_at, give_up_at) on admin.webhook_deliveries to ${app};
grant select, insert, delete, update (state, attempts, next_attempt_at, attempted_at, status, answer, last_error)
    on admin.webhook_deliveries to ${worker};

-- A webhook that is turned off is told by mail, in the transaction that turns it off.
grant insert (tenant_id, id, purpose, sealed, attempts, next_attempt_at, created_at, expires_at)
    on events.mails to ${worker};
