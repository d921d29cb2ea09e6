-- Purpose: licences go with a workspace that moves into another organisation.
-- Tables: none (rows of licensing.license_assignments, licensing.seats and licensing.usage, beside those of the move).
-- Scope: tenant and org, by the policies of the tables.
-- Retention class: none (that of the tables).
-- Rollback: app.move_workspace(uuid, uuid) as it was before.

-- What the organisation gave on its own node stays behind, with its seats: it is its home's, which never moves.
create or replace function app.move_workspace(workspace uuid, target uuid) returns integer
    language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
    suspended boolean;
    root uuid;
    moved integer;
begin
    if workspace is distinct from app.current_tenant() or target is distinct from app.current_org() then
        raise exception 'a workspace moves where both it and the organisation are bound' using errcode = 'KS006';
    end if;
    -- Whoever changes the tree of the workspace holds its node, and whoever suspends the organisation its row.
    select o.status = 'suspended' into suspended
    from identity.orgs o
    where o.org_id = target and o.status <> 'deleted'
    for share;
    select n.id into root from identity.nodes n where n.kind = 'org' and n.org_id = target;
    if suspended is null or root is null then
        raise exception 'there is no such organisation' using errcode = 'KS007';
    end if;
    perform from identity.nodes n where n.subject_id = workspace and n.tenant_id = workspace for update;
    -- Each refers to the other's organisation: one statement changes both, and the keys are looked at when it is over.
    with given as (
        update identity.workspaces w
        set org_id = target, org_suspended = suspended, version = w.version + 1, updated_at = now()
        where w.tenant_id = workspace and w.kind = 'organization' and w.status <> 'deleted' and not w.is_home
        returning w.id
    )
    update identity.nodes n
    set org_id = target, parent_id = case when n.kind = 'workspace' then root else n.parent_id end
    where n.tenant_id = workspace and n.tenant_id in (select id from given);
    get diagnostics moved = row_count;
    if moved = 0 then
        raise exception 'this workspace cannot move' using errcode = 'KS008';
    end if;
    update licensing.license_assignments a set org_id = target where a.tenant_id = workspace;
    -- Seats of what the former organisation gave to all of its workspaces stay with it.
    delete from licensing.seats s
    where s.tenant_id = workspace
      and not exists (
        select from licensing.license_assignments a where a.id = s.assignment_id and a.tenant_id = workspace);
    update licensing.seats s set org_id = target where s.tenant_id = workspace;
    update licensing.usage u set org_id = target where u.tenant_id = workspace;
    return moved;
end
$$;
