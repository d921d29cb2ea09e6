-- Purpose: the devices that have enrolled.
-- Tables: devices.
-- Scope: none yet; tenants come later.
-- Retention class: none.
-- Rollback: drop table devices.

-- One row per device.
create table devices (
  node_id      text    not null primary key,
  label        text    not null,
  last_seen_ms integer
);
