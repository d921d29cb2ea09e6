-- Purpose: which events had their effect, so that none has it twice.
-- Tables: events.inbox.
-- Scope: tenant.
-- Retention class: transient (30 days after the event had its effect, which is longer than anybody sends it again).
-- Rollback: drop table events.inbox.

create table events.inbox (
    tenant_id   uuid        not null,
    consumer    text        not null check (consumer ~ '^[a-z]+(-[a-z]+)*$' and length(consumer) <= 50),
    id          uuid        not null,
    subject     text        not null check (length(subject) between 1 and 200),
    received_at timestamptz not null,
    expires_at  timestamptz not null,
    primary key (tenant_id, consumer, id)
);
comment on table events.inbox is 'An event that had its effect. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column events.inbox.tenant_id is 'The workspace in which it happened; no foreign key, as runtime tables may live elsewhere.';
comment on column events.inbox.consumer is 'Whose effect it was.';
comment on column events.inbox.id is 'The event (evt_ outside).';
comment on column events.inbox.subject is 'What happened.';
comment on column events.inbox.received_at is 'When it had its effect: this row and the effect are one transaction.';
comment on column events.inbox.expires_at is 'When the row can go.';

-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index inbox_by_expiry on events.inbox (expires_at);

alter table events.inbox enable row level security;
alter table events.inbox force row level security;
create policy tenant_wall on events.inbox
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete on events.inbox to ${worker};
