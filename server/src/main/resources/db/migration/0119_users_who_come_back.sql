-- Purpose: a deleted user comes back as what they were, as long as the data is not being erased.
-- Tables: identity.users.
-- Scope: tenant.
-- Retention class: user.
-- Rollback: alter table identity.users drop column status_when_deleted.

alter table identity.users
    add column status_when_deleted text check (status_when_deleted in ('pending_verification', 'active', 'suspended'));
comment on column identity.users.status_when_deleted is 'What a deleted user was before, and is again when they are restored.';
