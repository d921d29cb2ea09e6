-- Purpose: how long ago somebody changed their handle, as they may only once a year.
-- Tables: identity.users.
-- Scope: tenant.
-- Retention class: user (erased after deletion and the retention window, 30 days by default).
-- Rollback: alter table identity.users drop column handle_changed_at.

alter table identity.users add column handle_changed_at timestamptz;
comment on column identity.users.handle_changed_at is 'When the handle was last changed; null: never.';
