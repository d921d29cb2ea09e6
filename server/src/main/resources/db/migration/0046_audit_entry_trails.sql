-- Purpose: entries of the trail become a queue: each says in which trail it will be sealed, and leaves when it is.
-- Tables: audit.entries.
-- Scope: tenant.
-- Retention class: none (an entry waits for its seal, about a second).
-- Rollback: alter table audit.entries drop column trail; revoke delete on audit.entries from the worker.

-- Entries of the release before this one, and of functions in SQL, name no trail: they are kept longest.
alter table audit.entries
    add column trail text not null default 'admin_audit'
        check (trail in ('admin_audit', 'auth_audit', 'runtime_token_audit'));
comment on column audit.entries.trail is 'The table in which it will be sealed.';
comment on table audit.entries is 'One row per change or refusal that waits for its seal. Scope: tenant. 001 class: user. Retention: while it waits for its seal.';

-- Moving an entry into its trail takes it out of here, in the same transaction.
grant delete on audit.entries to ${worker};
