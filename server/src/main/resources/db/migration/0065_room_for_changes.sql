-- Purpose: leave room on the pages of rows that are changed often, so that a change stays on its page and touches no index.
-- Tables: session.grants, session.sessions, auth.auth_flows, auth.lockouts.
-- Scope: tenant.
-- Retention class: as the tables have it.
-- Rollback: alter table … reset (fillfactor).

alter table session.grants set (fillfactor = 70);
alter table session.sessions set (fillfactor = 70);
alter table auth.auth_flows set (fillfactor = 70);
alter table auth.lockouts set (fillfactor = 70);
