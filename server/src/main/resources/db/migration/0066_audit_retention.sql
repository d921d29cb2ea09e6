-- Purpose: a workspace keeps its trail for as long as it decides, beside others in the same months.
-- Tables: none (rows of audit.admin_audit, audit.auth_audit, audit.runtime_token_audit and audit.checkpoints).
-- Scope: tenant, by the policies of the tables.
-- Retention class: none (that of the tables).
-- Rollback: drop function app.cut_audit_rows(text, uuid, timestamptz).

-- The second way out of a trail, for the rows of one chain: old enough for any rule, and behind a checkpoint of the kind
-- 'cut' at the last of them.
create function app.cut_audit_rows(trail text, tenant uuid, before timestamptz) returns bigint
    language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
    outer_scope text := coalesce(current_setting('app.current_tenant_id', true), '');
    last_seq bigint;
    last_hash text;
    removed bigint := 0;
begin
    if app.audit_kept(trail) is null then
        raise exception '% is no trail', trail using errcode = 'KS003';
    end if;
    if before > now() - interval '90 days' then
        raise exception 'rows of % are kept for 90 days at least', trail using errcode = 'KS004';
    end if;
    -- The owner is behind the wall too: it sees this tenant alone.
    perform set_config('app.current_tenant_id', tenant::text, true);
    execute format('select seq, hash from audit.%I where tenant_id = $1 and sealed_at < $2 order by seq desc limit 1', trail)
        into last_seq, last_hash using tenant, before;
    if last_seq is not null then
        if not exists (
            select from audit.checkpoints c
            where c.tenant_id = cut_audit_rows.tenant and c.trail = cut_audit_rows.trail and c.kind = 'cut'
              and c.size = last_seq and c.hash = last_hash) then
            raise exception 'a chain in % has no signed checkpoint at its cut', trail using errcode = 'KS005';
        end if;
        execute format('delete from audit.%I where tenant_id = $1 and sealed_at < $2', trail) using tenant, before;
        get diagnostics removed = row_count;
        -- What was signed about rows that are gone says nothing any more, but for the cut itself.
        delete from audit.checkpoints c
        where c.tenant_id = cut_audit_rows.tenant and c.trail = cut_audit_rows.trail and c.size < last_seq;
    end if;
    perform set_config('app.current_tenant_id', outer_scope, true);
    return removed;
end
$$;
comment on function app.cut_audit_rows(text, uuid, timestamptz) is 'Removes the rows of one chain that were sealed before a moment; refuses what is younger than 90 days and what no signed checkpoint covers.';
revoke execute on function app.cut_audit_rows(text, uuid, timestamptz) from public;
grant execute on function app.cut_audit_rows(text, uuid, timestamptz) to ${worker};
