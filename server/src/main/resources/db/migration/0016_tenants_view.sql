-- Purpose: tenants as v1 knew them, over workspaces: readers and writers of v1 go on working, and both see the same rows.
-- Tables: admin.tenants (a view; identity.workspaces holds the rows).
-- Scope: tenant and org, by the policies of what is below: the view looks with its caller's rights.
-- Retention class: none (that of identity.workspaces).
-- Rollback: drop view admin.tenants; drop function admin.insert_tenant, admin.update_tenant, admin.delete_tenant,
--   admin.note_tenant, app.new_id.

-- Ids come from the application; this is for rows that are made by SQL alone. Version 7: time, then chance.
create function app.new_id() returns uuid
    language sql volatile parallel safe
as $$
select encode(
    set_bit(
        set_bit(
            overlay(
                uuid_send(gen_random_uuid())
                placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
                from 1 for 6),
            52, 1),
        53, 1),
    'hex')::uuid
$$;
comment on function app.new_id() is 'A new id, sorted by time, for rows that are made by SQL alone.';

create view admin.tenants with (security_invoker = true) as
select
    id,
    slug,
    name,
    domain,
    logo_url,
    settings,
    case when status = 'active' then 'active' else 'suspended' end as status,
    created_at,
    updated_at,
    deleted_at,
    org_id,
    tenant_id,
    version
from identity.workspaces;
comment on view admin.tenants is 'Workspaces as v1 knew them. What v1 writes here lands in workspaces, slugs, subtenants and nodes, and in the trail.';
comment on column admin.tenants.id is 'The workspace.';
comment on column admin.tenants.slug is 'Its name in addresses; cannot be changed.';
comment on column admin.tenants.name is 'The name people see.';
comment on column admin.tenants.domain is 'A host name of its own.';
comment on column admin.tenants.logo_url is 'Where its logo is.';
comment on column admin.tenants.settings is 'What its applications keep about it.';
comment on column admin.tenants.status is 'active or suspended; what is deleted shows as suspended.';
comment on column admin.tenants.created_at is 'When it was made.';
comment on column admin.tenants.updated_at is 'When it was last changed.';
comment on column admin.tenants.deleted_at is 'When it was deleted; setting it deletes.';
comment on column admin.tenants.org_id is 'Beyond v1: the organisation that owns it; the bound one for new tenants.';
comment on column admin.tenants.tenant_id is 'Beyond v1: always the id.';
comment on column admin.tenants.version is 'Beyond v1: counts changes.';

-- The trail knows v1 writers by one name, as they have none of their own. Binds the tenant for its own statement alone.
create function admin.note_tenant(tenant uuid, what text, before jsonb, after jsonb) returns void
    language plpgsql
as $$
declare
    bound constant text := current_setting('app.current_tenant_id', true);
begin
    perform set_config('app.current_tenant_id', tenant::text, true);
    insert into audit.entries
        (tenant_id, id, event_at, actor_did, event_type, resource_type, resource_id, request_id, payload)
    values (
        tenant, app.new_id(), extract(epoch from now())::bigint, 'did:internal:tenants-v1', what, 'workspace',
        app.id_text('wrk', tenant), 'internal-' || app.new_id(),
        jsonb_strip_nulls(jsonb_build_object('before', before, 'after', after)));
    perform set_config('app.current_tenant_id', coalesce(bound, ''), true);
end
$$;
comment on function admin.note_tenant(uuid, text, jsonb, jsonb) is 'Leaves the audit entry of a change that v1 made.';

-- A tenant of v1 becomes all that a workspace begins with.
create function admin.insert_tenant() returns trigger
    language plpgsql
as $$
declare
    org constant uuid := app.current_org();
    bound constant text := current_setting('app.current_tenant_id', true);
    root uuid;
    place constant uuid := app.new_id();
    part constant uuid := app.new_id();
begin
    if new.deleted_at is not null then
        raise exception 'a new tenant cannot be a deleted one' using errcode = 'check_violation';
    end if;
    new.id := coalesce(new.id, app.new_id());
    new.tenant_id := new.id;
    new.org_id := coalesce(new.org_id, org);
    new.settings := coalesce(new.settings, '{}');
    new.status := coalesce(new.status, 'active');
    new.created_at := coalesce(new.created_at, now());
    new.updated_at := coalesce(new.updated_at, new.created_at);
    new.version := 1;
    if new.status = 'deleted' then
        raise exception 'a tenant is active or suspended' using errcode = 'check_violation';
    end if;
    insert into identity.workspaces
        (id, org_id, slug, name, is_home, kind, domain, logo_url, settings, status, version, created_at, updated_at)
    values (
        new.id, new.org_id, new.slug, new.name, false, 'organization', new.domain, new.logo_url, new.settings, new.status,
        1, new.created_at, new.updated_at);
    insert into identity.workspace_slugs (slug, workspace_id, created_at) values (new.slug, new.id, new.created_at);
    select id into strict root from identity.nodes where kind = 'org' and org_id = org;
    perform set_config('app.current_tenant_id', new.id::text, true);
    insert into identity.subtenants
        (tenant_id, id, slug, name, region, status, settings, version, created_at, updated_at)
    values (new.id, part, 'default', 'Default', 'default', 'active', '{}', 1, new.created_at, new.created_at);
    insert into identity.nodes
        (org_id, tenant_id, id, kind, parent_id, subject_id, name, version, created_at, updated_at)
    values
        (org, new.id, place, 'workspace', root, new.id, new.name, 1, new.created_at, new.created_at),
        (org, new.id, app.new_id(), 'subtenant', place, part, 'Default', 1, new.created_at, new.created_at);
    perform set_config('app.current_tenant_id', coalesce(bound, ''), true);
    perform admin.note_tenant(new.id, 'workspace.create', null, to_jsonb(new));
    return new;
end
$$;
comment on function admin.insert_tenant() is 'Makes the workspace that v1 wants, with its slug, default subtenant and nodes.';

-- Deletes softly, as the application does: nothing may stand in the workspace but what it began with.
create function admin.delete_tenant() returns trigger
    language plpgsql
as $$
begin
    perform 1 from identity.nodes where subject_id = old.id and tenant_id = old.id for no key update;
    if old.deleted_at is not null then
        return null;
    end if;
    if (select count(*) > 2 from identity.nodes where tenant_id = old.id) then
        raise exception 'the tenant has projects, subtenants or units; delete them first'
            using errcode = 'foreign_key_violation';
    end if;
    update identity.workspaces
    set status = 'deleted', deleted_at = now(), version = version + 1, updated_at = now()
    where id = old.id and tenant_id = old.id;
    delete from identity.nodes where tenant_id = old.id;
    perform admin.note_tenant(old.id, 'workspace.delete', to_jsonb(old), null);
    return old;
end
$$;
comment on function admin.delete_tenant() is 'Deletes the workspace that v1 wants gone, softly.';

create function admin.update_tenant() returns trigger
    language plpgsql
as $$
begin
    if (new.id, new.slug, new.created_at, new.org_id, new.tenant_id)
        is distinct from (old.id, old.slug, old.created_at, old.org_id, old.tenant_id) then
        raise exception 'the id, slug, owner and beginning of a tenant never change' using errcode = 'check_violation';
    end if;
    if old.deleted_at is not null then
        return null;
    end if;
    if new.deleted_at is not null then
        delete from admin.tenants where id = old.id and tenant_id = old.tenant_id;
        return old;
    end if;
    update identity.workspaces
    set name = new.name, domain = new.domain, logo_url = new.logo_url, settings = new.settings, status = new.status,
        version = version + 1,
        updated_at = case when new.updated_at is distinct from old.updated_at then new.updated_at else now() end
    where id = old.id and tenant_id = old.id and (new.status <> 'suspended' or (not is_home and kind <> 'system'));
    if not found then
        raise exception 'the workspace from which an organisation is run cannot be suspended'
            using errcode = 'check_violation';
    end if;
    update identity.nodes
    set name = new.name, version = version + 1, updated_at = now()
    where subject_id = old.id and tenant_id = old.id and name <> new.name;
    perform admin.note_tenant(old.id, 'workspace.update', to_jsonb(old), to_jsonb(new));
    return new;
end
$$;
comment on function admin.update_tenant() is 'Changes the workspace as v1 wants it.';

create trigger insert_tenant instead of insert on admin.tenants for each row execute function admin.insert_tenant();
create trigger update_tenant instead of update on admin.tenants for each row execute function admin.update_tenant();
create trigger delete_tenant instead of delete on admin.tenants for each row execute function admin.delete_tenant();

grant select, insert, update, delete on admin.tenants to ${app};
grant select on admin.tenants to ${worker};
