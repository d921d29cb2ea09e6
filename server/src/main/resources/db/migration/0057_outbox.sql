-- Purpose: events for others, written in the transaction of what happened; and which node hands a tenant's events on.
-- Tables: events.outbox, events.relay_leases.
-- Scope: tenant.
-- Retention class: transient (an event goes 7 days after it was published, a lease when nobody renews it).
-- Rollback: drop table events.outbox; drop table events.relay_leases.

create table events.outbox (
    tenant_id       uuid        not null,
    id              uuid        not null,
    seq             bigint      not null generated always as identity,
    subject         text        not null check (length(subject) <= 200 and subject ~ '^identity\.[a-z_]+\.[a-z_]+\.v[0-9]+$'),
    aggregate_id    text        not null check (length(aggregate_id) between 1 and 200),
    payload         jsonb       not null check (jsonb_typeof(payload) = 'object'),
    headers         jsonb       not null check (jsonb_typeof(headers) = 'object'),
    made_in         xid8        not null default pg_current_xact_id(),
    created_at      timestamptz not null,
    fanned_out_at   timestamptz,
    attempt         integer     not null check (attempt >= 0),
    next_attempt_at timestamptz not null,
    last_error      text        check (length(last_error) between 1 and 300),
    published_at    timestamptz,
    expires_at      timestamptz not null,
    primary key (tenant_id, id)
);
comment on table events.outbox is 'Something that happened, for those who must hear of it. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column events.outbox.tenant_id is 'The workspace in which it happened; no foreign key, as runtime tables may live elsewhere.';
comment on column events.outbox.id is 'The event (evt_ outside, and the message id at the broker); the same 128 bits as its audit entry.';
comment on column events.outbox.seq is 'The order of events about one thing: taken as the last act of a transaction, so whoever waited for another has the greater one.';
comment on column events.outbox.subject is 'What happened, such as identity.user.created.v1: the type of the event and the subject at the broker.';
comment on column events.outbox.aggregate_id is 'The thing that it happened to, in its outside form; its events are handed on in order.';
comment on column events.outbox.payload is 'The data of the event: the thing as it is now, and what changed; no secrets.';
comment on column events.outbox.headers is 'Who did it (actor) and by which request (request_id).';
comment on column events.outbox.made_in is 'The transaction that wrote it: a reader that knows its last snapshot misses none, whatever order they commit in.';
comment on column events.outbox.created_at is 'When it happened.';
comment on column events.outbox.fanned_out_at is 'When its deliveries to webhooks were queued.';
comment on column events.outbox.attempt is 'How often it was handed to the broker, or to the consumers inside where there is none.';
comment on column events.outbox.next_attempt_at is 'When it may be handed over next; infinity when nobody tries any more until an operator says so.';
comment on column events.outbox.last_error is 'Why the last attempt failed.';
comment on column events.outbox.published_at is 'When it was handed over.';
comment on column events.outbox.expires_at is 'When it can go: 7 days after it was published, and never before it was.';

-- What waits, and which workspaces have something.
create index outbox_waiting on events.outbox (tenant_id, seq) where published_at is null;
-- Whether something earlier about the same thing waits.
create index outbox_waiting_by_aggregate on events.outbox (tenant_id, aggregate_id, seq) where published_at is null;
-- What webhooks have not been told yet.
create index outbox_not_fanned_out on events.outbox (tenant_id, seq) where fanned_out_at is null;
-- Reading again, in the order of transactions.
create index outbox_by_transaction on events.outbox (tenant_id, made_in, seq);
-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index outbox_by_expiry on events.outbox (expires_at);

alter table events.outbox enable row level security;
alter table events.outbox force row level security;
create policy tenant_wall on events.outbox
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert (tenant_id, id, subject, aggregate_id, payload, headers, created_at, attempt, next_attempt_at, expires_at),
    update (attempt, next_attempt_at) on events.outbox to ${app};
grant select, delete, insert (tenant_id, id, subject, aggregate_id, payload, headers, created_at, attempt, next_attempt_at, expires_at),
    update (fanned_out_at, attempt, next_attempt_at, last_error, published_at, expires_at) on events.outbox to ${worker};

create table events.relay_leases (
    tenant_id  uuid        not null primary key,
    holder     uuid        not null,
    expires_at timestamptz not null
);
comment on table events.relay_leases is 'Which worker hands on the events of a workspace. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column events.relay_leases.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column events.relay_leases.holder is 'Made new each time a worker begins: only whoever knows it can renew or end the lease.';
comment on column events.relay_leases.expires_at is 'When another worker may begin, by the clock of the database.';

-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index relay_leases_by_expiry on events.relay_leases (expires_at);

alter table events.relay_leases enable row level security;
alter table events.relay_leases force row level security;
create policy tenant_wall on events.relay_leases
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete, update (holder, expires_at) on events.relay_leases to ${worker};
