-- Purpose: what happened at the door, sealed: every row holds the hash of the one before it.
-- Tables: audit.auth_audit. The payload is an object in the form of RFC 8785: before, after, source_ip_hash.
-- Scope: tenant.
-- Retention class: forensic_short (90 d; whole months are dropped, each behind a signed checkpoint).
-- Rollback: drop table audit.auth_audit.

-- What is hashed is joined by the character 31, so that no text may hold it (002 §5.1).
create table audit.auth_audit (
    audit_id        uuid        not null,
    tenant_id       uuid        not null,
    event_at        bigint      not null,
    actor_did       text        not null check (position(chr(31) in actor_did) = 0),
    event_type      text        not null check (position(chr(31) in event_type) = 0),
    payload_json    text        not null check (jsonb_typeof(payload_json::jsonb) = 'object'),
    prev_audit_hash text        not null check (length(prev_audit_hash) = 64),
    seq             bigint      not null check (seq > 0),
    resource_type   text        not null check (position(chr(31) in resource_type) = 0),
    resource_id     text        not null check (position(chr(31) in resource_id) = 0),
    request_id      text        not null check (position(chr(31) in request_id) = 0),
    sealed_at       timestamptz not null,
    hash            text        not null check (length(hash) = 64),
    primary key (tenant_id, audit_id, sealed_at),
    unique (tenant_id, seq, sealed_at)
) partition by range (sealed_at);
comment on table audit.auth_audit is 'One sealed entry. Its months are parts, told apart by when they were sealed. Scope: tenant. 001 class: user. Retention: forensic_short.';
comment on column audit.auth_audit.audit_id is 'The entry (aud_ outside); sorts by time.';
comment on column audit.auth_audit.tenant_id is 'The workspace that was touched, and whose chain this is. No foreign key: evidence outlives what it is about.';
comment on column audit.auth_audit.event_at is 'When it was done: unix seconds, as 002 §5.1 has it.';
comment on column audit.auth_audit.actor_did is 'Who did it: did:keystead:apk_…, did:keystead:usr_… or did:internal:<component>.';
comment on column audit.auth_audit.event_type is 'What was done, such as user.create.';
comment on column audit.auth_audit.payload_json is 'Before and after without secrets, and source_ip_hash, in the form of RFC 8785: these bytes are hashed.';
comment on column audit.auth_audit.prev_audit_hash is 'The hash of the row before it; 64 zeros for the first row of a chain.';
comment on column audit.auth_audit.seq is 'Its place in the chain of this workspace: 1, 2, 3, without gaps.';
comment on column audit.auth_audit.resource_type is 'What kind of thing was touched.';
comment on column audit.auth_audit.resource_id is 'Which one, in its outside form.';
comment on column audit.auth_audit.request_id is 'The request that did it.';
comment on column audit.auth_audit.sealed_at is 'When it got its place; never earlier than the row before it.';
comment on column audit.auth_audit.hash is 'SHA-256 of everything else in the row, in hex.';

-- 002 §5.1: the scan by time.
create index idx_auth_audit_tenant_time on audit.auth_audit (tenant_id, event_at);
-- The history of one thing.
create index auth_audit_by_resource on audit.auth_audit (tenant_id, resource_type, resource_id, audit_id);
-- What one actor did.
create index auth_audit_by_actor on audit.auth_audit (tenant_id, actor_did, audit_id);
-- Where one thing was done.
create index auth_audit_by_type on audit.auth_audit (tenant_id, event_type, audit_id);

alter table audit.auth_audit enable row level security;
alter table audit.auth_audit force row level security;
create policy tenant_wall on audit.auth_audit
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
-- Nobody may change or delete a sealed row: app.cut_audit_months is the only way out.
grant select on audit.auth_audit to ${app};
grant select, insert on audit.auth_audit to ${worker};
