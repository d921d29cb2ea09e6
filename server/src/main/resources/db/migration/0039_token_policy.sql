-- Purpose: a workspace decides how long its people's personal access tokens may last.
-- Tables: admin.policies.
-- Scope: tenant.
-- Retention class: none (kept while the workspace exists).
-- Rollback: delete from admin.policies where kind = 'token'; restore the check of kind.

alter table admin.policies drop constraint policies_kind_check;
alter table admin.policies add constraint policies_kind_check
    check (kind in ('branding', 'sign_up', 'password', 'mfa', 'session', 'lockout', 'registration', 'token'));
