-- Purpose: a workspace moves into another organisation, with its part of the tree; its id, slug and issuer stay.
-- Tables: none (rows of identity.workspaces and identity.nodes).
-- Scope: tenant and org, by the policies of the tables.
-- Retention class: none (that of the tables).
-- Rollback: drop function app.move_workspace(uuid, uuid).

-- The application cannot change the organisation of a row. This is the one way, for the workspace and the organisation that
-- are both bound: the owner, whose rights it has, is behind the wall too.
create function app.move_workspace(workspace uuid, target uuid) returns integer
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
    return moved;
end
$$;
comment on function app.move_workspace(uuid, uuid) is 'Gives the bound workspace to the bound organisation, with its nodes; answers how many those are.';
revoke execute on function app.move_workspace(uuid, uuid) from public;
grant execute on function app.move_workspace(uuid, uuid) to ${app};
