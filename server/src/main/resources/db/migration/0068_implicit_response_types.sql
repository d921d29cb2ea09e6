-- Purpose: clients of workspaces that allow the implicit flow may have tokens sent by way of browsers.
-- Tables: oauth.clients.
-- Scope: tenant.
-- Retention class: as the table has it.
-- Rollback: take id_token and id_token token out of response_types and implicit out of grant_types; restore the check.

alter table oauth.clients drop constraint clients_response_types_check;
alter table oauth.clients add constraint clients_response_types_check
    check (response_types <@ array['code', 'id_token', 'id_token token']);
comment on column oauth.clients.response_types is 'What it may ask of the authorization endpoint: code; where the workspace allows the implicit flow, id_token and id_token token as well (OpenID Connect Core 3.2); or nothing.';
