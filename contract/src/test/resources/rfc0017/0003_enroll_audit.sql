-- Purpose: every attempt to enrol a device.
-- Tables: enroll_audit.
-- Scope: none yet; tenants come later.
-- Retention class: forensic_long.
-- Rollback: drop table enroll_audit.

-- One row per attempt.
create table enroll_audit (
  id        text    not null primary key,
  ts_ms     integer not null,
  token_h   text    not null,
  source_ip text,
  outcome   text    not null
);
