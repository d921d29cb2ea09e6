-- Purpose: what happened at the door: sign-ins, failures, lockouts, changes of credentials.
-- Tables: auth.auth_events.
-- Scope: tenant.
-- Retention class: forensic_short (90 d; whole months are dropped).
-- Rollback: drop table auth.auth_events; drop function app.make_months(text, integer); drop function app.drop_months(text, timestamptz).

create table auth.auth_events (
    tenant_id  uuid   not null,
    id         uuid   not null,
    user_id    uuid,
    flow_id    uuid,
    session_id uuid,
    event_type text   not null check (event_type ~ '^[a-z]+(_[a-z]+)*$' and length(event_type) <= 50),
    ip_address inet   not null,
    user_agent text   not null check (length(user_agent) <= 500),
    details    jsonb  not null default '{}' check (jsonb_typeof(details) = 'object'),
    created_at timestamptz not null,
    primary key (tenant_id, id)
) partition by range (id);
comment on table auth.auth_events is 'Something that happened at the door. Its months are parts, told apart by the time in the id. Scope: tenant. 001 class: user. Retention: forensic_short.';
comment on column auth.auth_events.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column auth.auth_events.id is 'The event (aev_ outside); sorts by time.';
comment on column auth.auth_events.user_id is 'Whom it is about, if an account was meant that exists.';
comment on column auth.auth_events.flow_id is 'The sign-in that it was part of.';
comment on column auth.auth_events.session_id is 'The session that it was about.';
comment on column auth.auth_events.event_type is 'What happened, such as login_success, login_failed, lockout.';
comment on column auth.auth_events.ip_address is 'Where it came from.';
comment on column auth.auth_events.user_agent is 'The browser''s own description.';
comment on column auth.auth_events.details is 'What else there is to say: an object without secrets.';
comment on column auth.auth_events.created_at is 'When it happened.';

-- A person's own events, newest first; and for erasure.
create index auth_events_by_user on auth.auth_events (tenant_id, user_id, id) where user_id is not null;
-- Events of one kind, newest first.
create index auth_events_by_type on auth.auth_events (tenant_id, event_type, id);

alter table auth.auth_events enable row level security;
alter table auth.auth_events force row level security;
create policy tenant_wall on auth.auth_events
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
-- Written and read, never changed.
grant select, insert on auth.auth_events to ${app};
grant select, delete on auth.auth_events to ${worker};

-- The smallest id that a moment can have: a time-ordered UUID begins with its milliseconds.
create function app.first_id(moment timestamptz) returns uuid
    language sql immutable parallel safe
as $$ select (rpad(lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0'), 32, '0'))::uuid $$;
comment on function app.first_id(timestamptz) is 'The smallest time-ordered id of a moment: the border between two months of a table.';

-- Parts can be made by the owner of the table only, and the server''s roles own nothing: these two functions are all that
-- they may do. The list of tables is closed.
create function app.make_months(parent text, ahead integer) returns integer
    language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
    made integer := 0;
    month timestamptz;
    part text;
begin
    if parent not in ('auth.auth_events') or ahead not between 0 and 24 then
        raise exception '% is not a table in months', parent using errcode = 'KS003';
    end if;
    for i in 0..ahead loop
        month := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + make_interval(months => i);
        part := parent || to_char(month at time zone 'UTC', '_YYYY_MM');
        if to_regclass(part) is null then
            execute format('create table %s partition of %s for values from (%L) to (%L)',
                part, parent, app.first_id(month),
                app.first_id((month at time zone 'UTC' + interval '1 month') at time zone 'UTC'));
            execute format('alter table %s enable row level security', part);
            execute format('alter table %s force row level security', part);
            made := made + 1;
        end if;
    end loop;
    return made;
end
$$;
comment on function app.make_months(text, integer) is 'Makes the parts of a table for this month and some to come; answers how many were new.';
revoke execute on function app.make_months(text, integer) from public;
grant execute on function app.make_months(text, integer) to ${worker};

create function app.drop_months(parent text, before timestamptz) returns integer
    language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
    dropped integer := 0;
    part record;
begin
    if parent not in ('auth.auth_events') then
        raise exception '% is not a table in months', parent using errcode = 'KS003';
    end if;
    for part in
        select c.oid::regclass::text as name, right(c.relname, 7) as month
        from pg_catalog.pg_inherits i
        join pg_catalog.pg_class c on c.oid = i.inhrelid
        where i.inhparent = parent::regclass and c.relname ~ '_[0-9]{4}_[0-9]{2}$'
    loop
        if (to_date(part.month, 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= before then
            execute 'drop table ' || part.name;
            dropped := dropped + 1;
        end if;
    end loop;
    return dropped;
end
$$;
comment on function app.drop_months(text, timestamptz) is 'Drops the parts of a table whose months are over before a moment; answers how many.';
revoke execute on function app.drop_months(text, timestamptz) from public;
grant execute on function app.drop_months(text, timestamptz) to ${worker};

-- Never full: what no month takes goes here. Months are made ahead, so nothing should.
create table auth.auth_events_rest partition of auth.auth_events default;
comment on table auth.auth_events_rest is 'Events whose month was not made in time. Scope: tenant. 001 class: user. Retention: forensic_short.';
alter table auth.auth_events_rest enable row level security;
alter table auth.auth_events_rest force row level security;
select app.make_months('auth.auth_events', 2);
