-- Purpose: attempts are found by the digest of their address.
-- Tables: enroll_audit.
-- Scope: as before.
-- Retention class: forensic_long.
-- Rollback: drop index idx_enroll_audit_ip_hash; alter table enroll_audit drop column source_ip_hash.

alter table enroll_audit add column source_ip_hash text;

-- §4.3 exception: SHA-256 is globally unique.
create index idx_enroll_audit_ip_hash on enroll_audit(source_ip_hash);
