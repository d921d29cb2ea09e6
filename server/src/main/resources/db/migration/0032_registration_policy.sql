-- Purpose: a workspace decides whether applications may register themselves.
-- Tables: admin.policies.
-- Scope: tenant.
-- Retention class: none (kept while the workspace exists).
-- Rollback: delete the rows of kind registration; restore the check of kind.

alter table admin.policies drop constraint policies_kind_check;
alter table admin.policies add constraint policies_kind_check
    check (kind in ('branding', 'sign_up', 'password', 'mfa', 'session', 'lockout', 'registration'));
