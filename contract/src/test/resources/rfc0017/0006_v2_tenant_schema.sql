-- Purpose: tenants; everything begins anew under them.
-- Tables: tenants, devices, enroll_audit, audit_log.
-- Scope: tenant.
-- Retention class: forensic_long.
-- Rollback: DESTRUCTIVE, no rollback (all data is dropped, as agreed).

drop table devices;
drop table enroll_audit;
drop table audit_log;

-- The registry of tenants.
create table tenants (
  tenant_id  text    not null primary key,
  did        text    not null,
  created_ms integer not null
);

-- One row per device.
create table devices (
  tenant_id     text    not null,
  node_id       text    not null,
  label         text    not null,
  enroll_pubkey text,
  last_seen_ms  integer,
  primary key (tenant_id, node_id)
);

-- Who was seen lately.
create index idx_devices_last_seen on devices(tenant_id, last_seen_ms);

-- One row per attempt to enrol.
create table enroll_audit (
  tenant_id      text,
  id             text    not null,
  ts_ms          integer not null,
  token_h        text    not null,
  source_ip      text,
  source_ip_hash text,
  outcome        text    not null,
  primary key (tenant_id, id)
);

-- Attempts by time.
create index idx_enroll_audit_ts on enroll_audit(ts_ms);
-- The attempts with one token.
create index idx_enroll_audit_token_h on enroll_audit(token_h);
-- The attempts from one address.
create index idx_enroll_audit_ip on enroll_audit(source_ip);
-- The attempts from one address, by its digest.
create index idx_enroll_audit_ip_hash on enroll_audit(source_ip_hash);

-- One row per event. TODO(W2): tenant_id.
create table audit_log (
  id      text    not null primary key,
  node_id text    not null,
  ts_ms   integer not null,
  action  text    not null
);

-- The events of one device.
create index idx_audit_node on audit_log(node_id);
