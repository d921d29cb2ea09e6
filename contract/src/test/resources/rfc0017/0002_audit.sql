-- Purpose: what the gateway did.
-- Tables: audit_log.
-- Scope: none yet; tenants come later.
-- Retention class: forensic_long.
-- Rollback: drop table audit_log.

-- One row per event.
create table audit_log (
  id      text    not null primary key,
  node_id text    not null,
  ts_ms   integer not null,
  action  text    not null
);

-- The events of one device.
create index idx_audit_node on audit_log(node_id);
