-- Purpose: a client can be the credential of a service account, and is stopped while that or its service identity is suspended.
-- Tables: oauth.clients.
-- Scope: tenant.
-- Retention class: none (that of oauth.clients).
-- Rollback: delete the rows with a service_identity_id; drop the two columns.

-- The release before this one takes such a client for an application of an administrator.
alter table oauth.clients
    add column service_identity_id uuid,
    add column suspended_at timestamptz,
    add constraint clients_of_bots_are_suspended check (suspended_at is null or service_identity_id is not null);
comment on column oauth.clients.service_identity_id is 'The service identity that acts by it, if it is the credential of a service account; no foreign key, as this schema may live elsewhere.';
comment on column oauth.clients.suspended_at is 'Since when it does not work, because its service account or service identity is suspended.';
grant update (suspended_at) on oauth.clients to ${app};
