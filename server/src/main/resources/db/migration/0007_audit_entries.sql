-- Purpose: what was done, by whom, written in the transaction that did it.
-- Tables: audit.entries.
-- Scope: tenant.
-- Retention class: forensic_long (365 d).
-- Rollback: drop table audit.entries; drop schema audit.

create schema audit;
comment on schema audit is '001 class: user. What happened, in a form that nobody can quietly change.';
grant usage on schema audit to ${app}, ${worker};

create table audit.entries (
    tenant_id     uuid   not null references identity.workspaces (id),
    id            uuid   not null,
    event_at      bigint not null,
    actor_did     text   not null,
    event_type    text   not null check (event_type ~ '^[a-z][a-z_]*(\.[a-z][a-z_]*)+$'),
    resource_type text   not null,
    resource_id   text   not null,
    request_id    text   not null,
    payload       jsonb  not null,
    primary key (tenant_id, id)
);
comment on table audit.entries is 'One row per change or refusal. Scope: tenant. 001 class: user. Retention: forensic_long.';
comment on column audit.entries.tenant_id is 'The workspace that was touched.';
comment on column audit.entries.id is 'The entry (aud_ outside); sorts by time.';
comment on column audit.entries.event_at is 'Unix seconds, as 002 §5.1 has it.';
comment on column audit.entries.actor_did is 'Who did it: did:keystead:apk_…, did:keystead:usr_… or did:internal:<component>.';
comment on column audit.entries.event_type is 'What was done, such as user.create.';
comment on column audit.entries.resource_type is 'What kind of thing was touched.';
comment on column audit.entries.resource_id is 'Which one, in its outside form.';
comment on column audit.entries.request_id is 'The request that did it.';
comment on column audit.entries.payload is 'Before and after without secrets, and source_ip_hash; never a plain address.';

-- The history of one thing.
create index entries_by_resource on audit.entries (tenant_id, resource_type, resource_id, id);
-- What one actor did.
create index entries_by_actor on audit.entries (tenant_id, actor_did, id);

alter table audit.entries enable row level security;
alter table audit.entries force row level security;
create policy tenant_wall on audit.entries
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on audit.entries to ${app};
grant select, insert on audit.entries to ${worker};
