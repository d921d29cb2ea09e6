-- Purpose: what is written with every change and every sign-in writes less beside its row.
-- Tables: audit.entries, auth.known_browsers.
-- Scope: tenant.
-- Retention class: as the tables have it.
-- Rollback: create the two indexes and the foreign key again; alter table auth.known_browsers reset (fillfactor).

-- An entry waits about a second for its seal. Among so few none has to be found by an index; and the transaction that writes
-- one has its workspace's id from the scope that the wall checks.
drop index audit.entries_by_resource;
drop index audit.entries_by_actor;
alter table audit.entries drop constraint entries_tenant_id_fkey;

-- A browser that is used again stays on its page.
alter table auth.known_browsers set (fillfactor = 70);
