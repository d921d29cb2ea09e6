-- Purpose: a link that proves an address keeps the password of the browser that asked for it, and of no other.
-- Tables: auth.one_time_tokens.
-- Scope: tenant.
-- Retention class: transient (hard delete after expiry).
-- Rollback: alter table auth.one_time_tokens drop column browser_hash.

alter table auth.one_time_tokens
    add column browser_hash bytea check (length(browser_hash) = 32);
comment on column auth.one_time_tokens.browser_hash is 'HMAC-SHA-256 of the cookie of the browser that asked for it, where that matters.';
