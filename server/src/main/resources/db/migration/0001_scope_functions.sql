-- Purpose: the functions that row-level security policies and people at psql share.
-- Tables: none.
-- Scope: system-wide: functions only, no rows.
-- Retention class: none.
-- Rollback: drop schema app cascade (only while nothing else exists).

-- It is there already when the server migrates, which keeps its list of applied migrations in it.
do $$
begin
    if to_regnamespace('app') is null then
        create schema app;
    end if;
end
$$;
comment on schema app is 'Functions of the tenant wall, and the list of applied migrations.';

grant usage on schema app to ${app}, ${worker};

-- A policy that only compared with a missing setting would answer nothing, and a lost scope would look like an empty
-- tenant. These raise instead, so that a lost scope is loud. They are single expressions in SQL, which the planner takes
-- into the policy: the usual case costs no function call.
create function app.no_scope(what text) returns uuid
    language plpgsql stable parallel safe
as $$
begin
    raise exception 'no % is bound to this transaction', what using errcode = 'KS001';
end
$$;
comment on function app.no_scope(text) is 'Raises KS001: a policy was asked without a scope.';

create function app.current_tenant() returns uuid
    language sql stable parallel safe
as $$ select coalesce(nullif(current_setting('app.current_tenant_id', true), '')::uuid, app.no_scope('tenant')) $$;
comment on function app.current_tenant() is 'The tenant of this transaction; raises KS001 when none is bound.';

create function app.current_org() returns uuid
    language sql stable parallel safe
as $$ select coalesce(nullif(current_setting('app.current_org_id', true), '')::uuid, app.no_scope('org')) $$;
comment on function app.current_org() is 'The organisation of this transaction; raises KS001 when none is bound.';

create function app.current_project() returns uuid
    language sql stable parallel safe
as $$ select coalesce(nullif(current_setting('app.current_project_id', true), '')::uuid, app.no_scope('project')) $$;
comment on function app.current_project() is 'The project of this transaction; raises KS001 when none is bound.';

create function app.current_person() returns uuid
    language sql stable parallel safe
as $$ select coalesce(nullif(current_setting('app.current_user_id', true), '')::uuid, app.no_scope('user')) $$;
comment on function app.current_person() is 'The user of this transaction; raises KS001 when none is bound.';

-- For tables that belong to two axes at once: either id will do, but one of them must be bound.
create function app.is_current_tenant_or_org(tenant uuid, org uuid) returns boolean
    language sql stable parallel safe
as $$
select coalesce(tenant = nullif(current_setting('app.current_tenant_id', true), '')::uuid, false)
    or coalesce(org = nullif(current_setting('app.current_org_id', true), '')::uuid, false)
    or coalesce(
        nullif(current_setting('app.current_tenant_id', true), ''),
        nullif(current_setting('app.current_org_id', true), ''),
        app.no_scope('tenant or org')::text) is null
$$;
comment on function app.is_current_tenant_or_org(uuid, uuid) is 'Whether a row of both axes is in reach; raises KS001 when neither is bound.';

create function app.is_current_tenant_or_user(tenant uuid, person uuid) returns boolean
    language sql stable parallel safe
as $$
select coalesce(tenant = nullif(current_setting('app.current_tenant_id', true), '')::uuid, false)
    or coalesce(person = nullif(current_setting('app.current_user_id', true), '')::uuid, false)
    or coalesce(
        nullif(current_setting('app.current_tenant_id', true), ''),
        nullif(current_setting('app.current_user_id', true), ''),
        app.no_scope('tenant or user')::text) is null
$$;
comment on function app.is_current_tenant_or_user(uuid, uuid) is 'Whether a row of a tenant about a person is in reach; raises KS001 when neither is bound.';

-- A project is a part of a tenant: the tenant must be bound, and a project that is bound as well narrows it.
create function app.is_current_project(tenant uuid, project uuid) returns boolean
    language sql stable parallel safe
as $$
select tenant = coalesce(nullif(current_setting('app.current_tenant_id', true), '')::uuid, app.no_scope('tenant'))
    and project = coalesce(nullif(current_setting('app.current_project_id', true), '')::uuid, project)
$$;
comment on function app.is_current_project(uuid, uuid) is 'Whether a row of a project is in reach: the tenant''s, and of no other project than the bound one; raises KS001 without a tenant.';

-- On Citus a scope reaches the shards only as SET LOCAL issued by a procedure.
create procedure app.set_scope(setting text, id text)
    language plpgsql
as $$
begin
    if setting not in ('app.current_tenant_id', 'app.current_org_id', 'app.current_project_id', 'app.current_user_id') then
        raise exception '% is not a scope', setting using errcode = 'KS002';
    end if;
    execute format('set local %s = %L', setting, id::uuid);
end
$$;
comment on procedure app.set_scope(text, text) is 'Binds a scope to the transaction; the form for Citus.';

-- Ids as people see them: usr_ and 26 characters.
create function app.id_text(prefix text, id uuid) returns text
    language plpgsql immutable strict parallel safe
as $$
declare
    alphabet constant text := '0123456789abcdefghjkmnpqrstvwxyz';
    bits bit(130) := (B'00' || ('x' || replace(id::text, '-', ''))::bit(128))::bit(130);
    result text := '';
begin
    for i in 0..25 loop
        result := result || substr(alphabet, substring(bits from i * 5 + 1 for 5)::integer + 1, 1);
    end loop;
    return prefix || '_' || result;
end
$$;
comment on function app.id_text(text, uuid) is 'The outside form of an id, such as usr_01k9….';

create function app.id_uuid(id text) returns uuid
    language plpgsql immutable strict parallel safe
as $$
declare
    alphabet constant text := '0123456789abcdefghjkmnpqrstvwxyz';
    body text := right(id, 26);
    bits bit varying := B'';
    hex text := '';
    value integer;
begin
    if length(body) < 26 or left(body, 1) > '7' then
        raise exception '% is not an id', id using errcode = '22P02';
    end if;
    for i in 1..26 loop
        value := strpos(alphabet, substr(body, i, 1)) - 1;
        if value < 0 then
            raise exception '% is not an id', id using errcode = '22P02';
        end if;
        bits := bits || value::bit(5);
    end loop;
    for i in 0..31 loop
        hex := hex || to_hex(substring(bits from i * 4 + 3 for 4)::bit(4)::integer);
    end loop;
    return hex::uuid;
end
$$;
comment on function app.id_uuid(text) is 'The UUID behind an id of the form prefix_ and 26 characters.';

-- Fixed when the database is made: people of the system workspace have their addresses under it.
create function app.account_domain() returns text
    language sql immutable parallel safe
as $$ select '${account_domain}'::text $$;
comment on function app.account_domain() is 'The mail domain of individual accounts in this installation.';
