-- Purpose: the public key that a device enrols with.
-- Tables: devices.
-- Scope: as before.
-- Retention class: none.
-- Rollback: alter table devices drop column enroll_pubkey.

alter table devices add column enroll_pubkey text;
