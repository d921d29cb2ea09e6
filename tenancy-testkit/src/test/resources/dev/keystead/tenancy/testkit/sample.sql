-- The schema of a small module that keeps the contract.
create schema app;
create schema sample;

do $$
begin
  if to_regrole('sample_app') is null then
    create role sample_app login password 'sample';
  end if;
end
$$;

create function app.bound(setting text) returns uuid language plpgsql stable as $$
begin
  if coalesce(current_setting(setting, true), '') = '' then
    raise exception '% is not set', setting using errcode = 'KS001';
  end if;
  return current_setting(setting)::uuid;
end
$$;

create table sample.note (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  title text collate "C" not null,
  title_length integer generated always as (length(title)) stored,
  primary key (tenant_id, id)
);
create table sample.rule (
  org_id uuid not null, id uuid not null, name text not null, primary key (org_id, id));
create table sample.device (
  user_id uuid not null, id uuid not null, name text not null, primary key (user_id, id));
-- One whose scope column is made from its id, as that of the scope's own table is.
create table sample.shelf (
  id uuid not null primary key, org_id uuid not null generated always as (id) stored, name text not null);
-- One that nobody has written to yet, and one in partitions: walls must stand there too.
create table sample.draft (
  project_id uuid not null, id uuid not null, name text not null, primary key (project_id, id));
create table sample.happening (
  tenant_id uuid not null, id uuid not null, at date not null, primary key (tenant_id, id, at)
) partition by range (at);
create table sample.happening_2026 partition of sample.happening for values from ('2026-01-01') to ('2027-01-01');
create table sample.word (word text primary key);

create policy wall on sample.note
  using (tenant_id = app.bound('app.current_tenant_id')) with check (tenant_id = app.bound('app.current_tenant_id'));
create policy wall on sample.rule
  using (org_id = app.bound('app.current_org_id')) with check (org_id = app.bound('app.current_org_id'));
create policy wall on sample.device
  using (user_id = app.bound('app.current_user_id')) with check (user_id = app.bound('app.current_user_id'));
create policy wall on sample.shelf
  using (org_id = app.bound('app.current_org_id')) with check (org_id = app.bound('app.current_org_id'));
create policy wall on sample.draft
  using (project_id = app.bound('app.current_project_id')) with check (project_id = app.bound('app.current_project_id'));
create policy wall on sample.happening
  using (tenant_id = app.bound('app.current_tenant_id')) with check (tenant_id = app.bound('app.current_tenant_id'));

do $$
declare
  guarded text;
begin
  foreach guarded in array array['note', 'rule', 'device', 'shelf', 'draft', 'happening'] loop
    execute format('alter table sample.%I enable row level security', guarded);
    execute format('alter table sample.%I force row level security', guarded);
    execute format('grant select, insert, update, delete on sample.%I to sample_app', guarded);
  end loop;
end
$$;
create view sample.note_title with (security_invoker = true) as select tenant_id, title from sample.note;

grant usage on schema app, sample to sample_app;
grant select on sample.word, sample.note_title to sample_app;

insert into sample.shelf (id, name) values (gen_random_uuid(), 'a shelf');
