-- Purpose: a workspace decides what its proven domains do for sign-ins and sign-ups.
-- Tables: admin.policies.
-- Scope: tenant.
-- Retention class: none (kept while the workspace exists).
-- Rollback: delete from admin.policies where kind = 'domain'; restore the check of kind.

alter table admin.policies drop constraint policies_kind_check;
alter table admin.policies add constraint policies_kind_check
    check (kind in ('branding', 'sign_up', 'password', 'mfa', 'session', 'lockout', 'registration', 'token', 'retention',
        'domain'));
