-- Purpose: a workspace has several addresses; tokens and notices name the one under which the client knows it.
-- Tables: session.grants, session.logout_notices.
-- Scope: tenant.
-- Retention class: as the tables have it.
-- Rollback: drop the columns issuer.

alter table session.grants add column issuer text check (length(issuer) between 8 and 500);
comment on column session.grants.issuer is 'The address of the workspace under which the client got it; all its tokens name it as iss. Null where it was given before this was kept: then it is the address that is asked.';

alter table session.logout_notices add column issuer text check (length(issuer) between 8 and 500);
comment on column session.logout_notices.issuer is 'The address under which the client knows the workspace, as iss of the notice. Null as in session.grants: then it is the workspace''s public address.';
grant insert (issuer) on session.logout_notices to ${app};
