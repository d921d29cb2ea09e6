-- Purpose: whether a user's address is proven, and where people of the account domain read their mail.
-- Tables: identity.users.
-- Scope: tenant.
-- Retention class: user (erased after deletion and the retention window, 30 days by default).
-- Rollback: alter table identity.users drop column email_verified_at, drop column contact_email.

alter table identity.users
    add column contact_email text check (length(contact_email) between 3 and 320),
    add column email_verified_at timestamptz;
comment on column identity.users.contact_email is 'Where mail reaches an individual account, whose own address is only a name under the account domain; null: the address itself.';
comment on column identity.users.email_verified_at is 'When the person last showed that mail to them arrives; null: never, or not since it was changed.';
