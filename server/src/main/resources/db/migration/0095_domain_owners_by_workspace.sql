-- Purpose: whether a workspace owns any proven domain, which counts for the trust in its members.
-- Tables: identity.domain_owners.
-- Scope: system-wide: a proven domain belongs to one workspace of all
-- Retention class: while a domain is proven.
-- Rollback: drop index identity.domain_owners_by_workspace.

-- The domains of a workspace.
create index domain_owners_by_workspace on identity.domain_owners (workspace_id);
