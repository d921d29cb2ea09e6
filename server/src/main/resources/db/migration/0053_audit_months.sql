-- Purpose: the months of the trails: making them ahead, and dropping those that may go.
-- Tables: none (parts of audit.admin_audit, audit.auth_audit and audit.runtime_token_audit).
-- Scope: tenant, by the policies of the tables.
-- Retention class: none (that of the tables).
-- Rollback: drop function app.cut_audit_months; drop function app.make_audit_months; drop function app.audit_kept.

create function app.audit_kept(trail text) returns interval
    language plpgsql immutable
as $$
begin
    return case trail
        when 'admin_audit' then interval '365 days'
        when 'auth_audit' then interval '90 days'
        when 'runtime_token_audit' then interval '90 days'
    end;
end
$$;
comment on function app.audit_kept(text) is 'How long rows of a trail are kept at least (002 §5.3); nothing for what is no trail.';
grant execute on function app.audit_kept(text) to ${worker};

-- There is no part for the rest: a clock that is months ahead must not date rows so that no later one could follow.
create function app.make_audit_months(ahead integer) returns integer
    language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
    made integer := 0;
    trail text;
    month timestamptz;
    part text;
begin
    if ahead not between 0 and 24 then
        raise exception '% months ahead are too many', ahead using errcode = 'KS003';
    end if;
    foreach trail in array array['admin_audit', 'auth_audit', 'runtime_token_audit'] loop
        for i in 0..ahead loop
            month := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + make_interval(months => i);
            month := date_trunc('month', month at time zone 'UTC') at time zone 'UTC';
            part := 'audit.' || trail || to_char(month at time zone 'UTC', '_YYYY_MM');
            if to_regclass(part) is null then
                execute format('create table %s partition of audit.%I for values from (%L) to (%L)',
                    part, trail, month, (month at time zone 'UTC' + interval '1 month') at time zone 'UTC');
                execute format('alter table %s enable row level security', part);
                execute format('alter table %s force row level security', part);
                made := made + 1;
            end if;
        end loop;
    end loop;
    return made;
end
$$;
comment on function app.make_audit_months(integer) is 'Makes the parts of all trails for this month and some to come; answers how many were new.';
revoke execute on function app.make_audit_months(integer) from public;
grant execute on function app.make_audit_months(integer) to ${worker};

-- The only way out of a trail: whole months that are older than their class, and only when every chain in them has a
-- checkpoint of the kind 'cut' at its last row there.
create function app.cut_audit_months(trail text, before timestamptz) returns integer
    language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
    dropped integer := 0;
    uncovered bigint;
    part record;
begin
    if app.audit_kept(trail) is null then
        raise exception '% is no trail', trail using errcode = 'KS003';
    end if;
    if before > now() - app.audit_kept(trail) then
        raise exception 'rows of % are kept for % at least', trail, app.audit_kept(trail) using errcode = 'KS004';
    end if;
    for part in
        select format('%I.%I', c.relnamespace::regnamespace, c.relname) as name, right(c.relname, 7) as month
        from pg_catalog.pg_inherits i
        join pg_catalog.pg_class c on c.oid = i.inhrelid
        where i.inhparent = ('audit.' || trail)::regclass and c.relname ~ '_[0-9]{4}_[0-9]{2}$'
        order by right(c.relname, 7)
    loop
        continue when (to_date(part.month, 'YYYY_MM') + interval '1 month') at time zone 'UTC' > before;
        -- The owner is behind the wall too; it steps out for this transaction alone, which holds the tables for itself.
        execute format('alter table %s no force row level security', part.name);
        alter table audit.checkpoints no force row level security;
        execute format($sql$
            select count(*)
            from (select distinct on (tenant_id) tenant_id, seq, hash from %s order by tenant_id, seq desc) as chain
            where not exists (
                select from audit.checkpoints c
                where c.tenant_id = chain.tenant_id and c.trail = %L and c.kind = 'cut'
                  and c.size = chain.seq and c.hash = chain.hash)$sql$, part.name, trail)
            into uncovered;
        if uncovered > 0 then
            raise exception '% chains in % have no signed checkpoint at their cut', uncovered, part.name
                using errcode = 'KS005';
        end if;
        -- What was signed about rows that are gone says nothing any more, but for the cut itself.
        execute format($sql$
            delete from audit.checkpoints c
            using (select tenant_id, max(seq) as size from %s group by tenant_id) as chain
            where c.tenant_id = chain.tenant_id and c.trail = %L and c.size < chain.size$sql$, part.name, trail);
        alter table audit.checkpoints force row level security;
        execute 'drop table ' || part.name;
        dropped := dropped + 1;
    end loop;
    return dropped;
end
$$;
comment on function app.cut_audit_months(text, timestamptz) is 'Drops the months of a trail that are over before a moment; refuses what its class keeps and what no signed checkpoint covers.';
revoke execute on function app.cut_audit_months(text, timestamptz) from public;
grant execute on function app.cut_audit_months(text, timestamptz) to ${worker};

select app.make_audit_months(2);
