-- Purpose: the handles of a workspace's machines are found when the workspace is erased, so that nobody gets them.
-- Tables: identity.handle_registry.
-- Scope: system-wide: a handle is unique across all workspaces.
-- Retention class: none (nothing new is kept).
-- Rollback: drop the index.

-- The machines of a workspace; people are in one workspace, and their handles are not found by it.
create index handle_registry_by_machines_home on identity.handle_registry (home_tenant_id) where allocation_kind = 'service';
comment on column identity.handle_registry.home_tenant_id is 'The workspace whose user or machine has it; no foreign key, so that the table can be a reference table beside sharded ones.';
comment on column identity.handle_registry.previous_user_id is 'Who had it before: a user, or the machine of a handle that ends in .bot; null once they are erased.';
