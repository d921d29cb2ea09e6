-- Purpose: somebody who left and comes back was added by whoever brought them back.
-- Tables: identity.workspace_members.
-- Scope: tenant.
-- Retention class: user.
-- Rollback: revoke update (added_by) on identity.workspace_members from ${app}.

grant update (added_by) on identity.workspace_members to ${app};
