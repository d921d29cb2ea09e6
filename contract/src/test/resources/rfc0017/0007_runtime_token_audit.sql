-- Purpose: the life of runtime tokens. payload_json holds RuntimeTokenEvent.
-- Tables: runtime_token_audit.
-- Scope: tenant.
-- Retention class: forensic_short (90 d).
-- Rollback: drop table runtime_token_audit.

-- One row per event in the life of a token, chained per tenant.
create table runtime_token_audit (
  audit_id        text    not null primary key,
  tenant_id       text    not null,
  event_at        integer not null,
  actor_did       text    not null,
  event_type      text    not null check (event_type in ('issued', 'refreshed', 'revoked')),
  payload_json    text    not null,
  prev_audit_hash text    not null,
  token_kid       text    not null,
  region_key_id   text,
  check (json_valid(payload_json))
);

-- The scan of one tenant by time.
create index idx_runtime_token_audit_tenant_time on runtime_token_audit(tenant_id, event_at);
