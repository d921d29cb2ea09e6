-- Purpose: API keys can be changed, and go on working for a while beside the one that replaces them.
-- Tables: admin.api_keys.
-- Scope: tenant.
-- Retention class: user (a key of an erased user goes with the user; others stay, revoked, as evidence).
-- Rollback: alter table admin.api_keys drop column version.

alter table admin.api_keys add column version integer not null default 1 check (version > 0);
comment on column admin.api_keys.version is 'Counts changes; the ETag. Use, rotation and revocation are none.';
comment on column admin.api_keys.revoked_at is 'When it was revoked. For one that was rotated, when it stops working beside its successor: this may lie ahead.';
