-- Purpose: whoever sets an authenticator app up sees the same secret until it is confirmed, and nobody else does.
-- Tables: identity.mfa_factors.
-- Scope: tenant.
-- Retention class: user (a person's factors go when the person is erased; a removed app's secret goes at once).
-- Rollback: alter table identity.mfa_factors drop column begun_by.

alter table identity.mfa_factors
    add column begun_by uuid,
    add constraint mfa_factors_begun_is_not_verified check (begun_by is null or (type = 'totp' and not verified));
comment on column identity.mfa_factors.begun_by is 'The sign-in or session that is setting an app up and is shown its secret; nothing once the app counts.';
grant update (begun_by) on identity.mfa_factors to ${app};
