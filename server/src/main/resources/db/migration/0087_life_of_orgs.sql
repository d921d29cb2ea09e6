-- Purpose: organisations are suspended, activated, deleted and erased, with all of their workspaces; a deleted workspace or
-- organisation comes back as it was until its erasure begins.
-- Tables: identity.orgs, identity.workspaces.
-- Scope: org; tenant and org.
-- Retention class: user (an organisation is erased once all of its workspaces are; an empty row stays).
-- Rollback: drop the columns status, deleted_at and erased_at of identity.orgs and org_suspended and deleted_from of
-- identity.workspaces; restore the constraint workspaces_home_stays and the functions of 0016.

alter table identity.orgs
    add column status text not null default 'active' check (status in ('active', 'suspended', 'deleted')),
    add column deleted_at timestamptz,
    add column erased_at timestamptz,
    add constraint orgs_marked_when_deleted check ((status = 'deleted') = (deleted_at is not null)),
    add constraint orgs_erased_when_deleted check (erased_at is null or deleted_at is not null);
comment on column identity.orgs.status is 'suspended: nobody gets into any of its workspaces, data is kept; deleted: gone for everybody, with its workspaces.';
comment on column identity.orgs.deleted_at is 'When it was deleted.';
comment on column identity.orgs.erased_at is 'When nothing but this row was left of it; its emptied workspaces refer to it.';

-- What the erasure of organisations reads.
create index orgs_by_deletion on identity.orgs (org_id, deleted_at) where deleted_at is not null and erased_at is null;
grant update (status, deleted_at) on identity.orgs to ${app};

-- The status of the organisation stands in the rows of its workspaces, so that whoever asks about one workspace reads one
-- row: the wall shows a workspace itself, not its organisation.
alter table identity.workspaces
    add column org_suspended boolean not null default false,
    add column deleted_from text check (deleted_from in ('active', 'suspended')),
    add constraint workspaces_deleted_from_when_deleted check (deleted_from is null or deleted_at is not null);
comment on column identity.workspaces.org_suspended is 'Whether its organisation is suspended: then nobody gets in, whatever the status.';
comment on column identity.workspaces.deleted_from is 'The status that it had when it was deleted and has again when it comes back; empty where nobody noted it.';
grant update (org_suspended, deleted_from) on identity.workspaces to ${app};

-- A home goes with its organisation. By itself it stays: the application refuses that, and what v1 does is refused below.
alter table identity.workspaces drop constraint workspaces_home_stays;

create or replace function admin.delete_tenant() returns trigger
    language plpgsql
as $$
begin
    perform 1 from identity.nodes where subject_id = old.id and tenant_id = old.id for no key update;
    if old.deleted_at is not null then
        return null;
    end if;
    if exists (select from identity.workspaces where id = old.id and tenant_id = old.id and is_home) then
        raise exception 'the workspace from which an organisation is run cannot be deleted'
            using errcode = 'check_violation';
    end if;
    if (select count(*) > 2 from identity.nodes where tenant_id = old.id) then
        raise exception 'the tenant has projects, subtenants or units; delete them first'
            using errcode = 'foreign_key_violation';
    end if;
    update identity.workspaces
    set deleted_from = status, status = 'deleted', deleted_at = now(), version = version + 1, updated_at = now()
    where id = old.id and tenant_id = old.id;
    delete from identity.nodes where tenant_id = old.id;
    perform admin.note_tenant(old.id, 'workspace.delete', to_jsonb(old), null);
    return old;
end
$$;

-- As in 0016, and a new tenant begins with the status of its organisation, also while somebody suspends that: one waits for
-- the other.
create or replace function admin.insert_tenant() returns trigger
    language plpgsql
as $$
declare
    org constant uuid := app.current_org();
    bound constant text := current_setting('app.current_tenant_id', true);
    suspended boolean;
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
    select status = 'suspended' into strict suspended
    from identity.orgs
    where org_id = org and status <> 'deleted'
    for share;
    insert into identity.workspaces
        (id, org_id, slug, name, is_home, kind, domain, logo_url, settings, status, org_suspended, version, created_at,
        updated_at)
    values (
        new.id, new.org_id, new.slug, new.name, false, 'organization', new.domain, new.logo_url, new.settings, new.status,
        suspended, 1, new.created_at, new.updated_at);
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
