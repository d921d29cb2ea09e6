-- A schema with a table on each axis, one on two axes, and one that all tenants share.
create schema app;
create schema fixture;

-- Roles belong to the whole server, the rest to this database.
do $$
begin
  if to_regrole('fixture_app') is null then
    create role fixture_app login password 'fixture';
    create role fixture_worker login bypassrls password 'fixture';
  end if;
end
$$;

-- Loud on purpose: a lost scope must be an error, not an empty answer.
create function app.bound(setting text) returns uuid language plpgsql stable as $$
begin
  if coalesce(current_setting(setting, true), '') = '' then
    raise exception '% is not set', setting using errcode = 'KS001';
  end if;
  return current_setting(setting)::uuid;
end
$$;
create function app.tenant() returns uuid language plpgsql stable as $$
begin return app.bound('app.current_tenant_id'); end $$;
create function app.org() returns uuid language plpgsql stable as $$
begin return app.bound('app.current_org_id'); end $$;
create function app.project() returns uuid language plpgsql stable as $$
begin return app.bound('app.current_project_id'); end $$;
create function app.member() returns uuid language plpgsql stable as $$
begin return app.bound('app.current_user_id'); end $$;

-- For rows that belong to a tenant or to an organisation: either setting will do, none will not.
create function app.shares(tenant uuid, org uuid) returns boolean language plpgsql stable as $$
declare
  by_tenant text := nullif(current_setting('app.current_tenant_id', true), '');
  by_org text := nullif(current_setting('app.current_org_id', true), '');
begin
  if by_tenant is null and by_org is null then
    raise exception 'neither a tenant nor an organisation is set' using errcode = 'KS001';
  end if;
  return coalesce(tenant = by_tenant::uuid, false) or coalesce(org = by_org::uuid, false);
end
$$;

-- For rows of a project, which is a part of a tenant: the tenant must be bound, and a bound project narrows it.
create function app.in_project(tenant uuid, project uuid) returns boolean language plpgsql stable as $$
begin
  return tenant = app.tenant()
    and project = coalesce(nullif(current_setting('app.current_project_id', true), '')::uuid, project);
end
$$;

create procedure app.set_scope(setting text, id text) language plpgsql as $$
begin
  execute format('set local %s = %L', setting, id);
end
$$;

create table fixture.tenant_note (
  tenant_id uuid not null,
  id uuid not null,
  title text collate "C" not null,
  body jsonb not null default '{}',
  tags text[] not null default '{}',
  blob bytea not null default '',
  amount bigint not null default 0,
  size integer not null default 0,
  flag boolean not null default false,
  ref uuid,
  note text,
  made_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, title)
);
create table fixture.org_note (
  org_id uuid not null, id uuid not null, title text not null, primary key (org_id, id));
create table fixture.project_note (
  project_id uuid not null, id uuid not null, title text not null, primary key (project_id, id));
create table fixture.task (
  tenant_id uuid not null, project_id uuid not null, title text not null, primary key (tenant_id, project_id, title));
create table fixture.user_note (
  user_id uuid not null, id uuid not null, title text not null, primary key (user_id, id));
create table fixture.shared_note (
  tenant_id uuid, org_id uuid, id uuid not null primary key, title text not null);
create table fixture.word (word text primary key);

create policy wall on fixture.tenant_note using (tenant_id = app.tenant()) with check (tenant_id = app.tenant());
create policy wall on fixture.org_note using (org_id = app.org()) with check (org_id = app.org());
create policy wall on fixture.project_note using (project_id = app.project()) with check (project_id = app.project());
create policy wall on fixture.task
  using (app.in_project(tenant_id, project_id)) with check (app.in_project(tenant_id, project_id));
create policy wall on fixture.user_note using (user_id = app.member()) with check (user_id = app.member());
create policy wall on fixture.shared_note
  using (app.shares(tenant_id, org_id)) with check (app.shares(tenant_id, org_id));

do $$
declare
  guarded text;
begin
  foreach guarded in array array['tenant_note', 'org_note', 'project_note', 'task', 'user_note', 'shared_note'] loop
    execute format('alter table fixture.%I enable row level security', guarded);
    execute format('alter table fixture.%I force row level security', guarded);
  end loop;
end
$$;

grant usage on schema app, fixture to fixture_app, fixture_worker;
grant select, insert, update, delete on all tables in schema fixture to fixture_app, fixture_worker;
