-- Purpose: what the job expiry removes, as one call for operators who keep their own timetable (001 Cleanup Mechanism).
-- Tables: none.
-- Scope: system-wide: what has expired goes in all tenants at once.
-- Retention class: none (it removes rows of the class transient).
-- Rollback: drop procedure app.cleanup_expired_data(); drop function app.expiring_tables().

-- A runtime table that is added, removed or renamed is changed here as well; a test compares this list with the job's.
create function app.expiring_tables() returns table (name text, kept interval)
    language sql immutable parallel safe
as $$
values
    ('admin.idempotency_keys', interval '0'),
    ('admin.webhook_deliveries', interval '0'),
    ('auth.auth_flows', interval '1 hour'),
    ('auth.known_browsers', interval '0'),
    ('auth.lockouts', interval '0'),
    ('auth.one_time_tokens', interval '0'),
    ('auth.webauthn_challenges', interval '0'),
    ('events.cache_changes', interval '0'),
    ('events.inbox', interval '0'),
    ('events.mails', interval '0'),
    ('events.outbox', interval '0'),
    ('events.relay_leases', interval '0'),
    ('oauth.authorization_codes', interval '1 hour'),
    ('oauth.authorization_requests', interval '1 hour'),
    ('oauth.device_codes', interval '1 hour'),
    ('oauth.registration_tokens', interval '0'),
    ('oauth.replays', interval '0'),
    ('session.access_tokens', interval '1 hour'),
    ('session.grants', interval '7 days'),
    ('session.logout_notices', interval '0'),
    ('session.sessions', interval '400 days')
$$;
comment on function app.expiring_tables() is 'The tables whose rows expire, and how long a row is kept beyond that.';
revoke execute on function app.expiring_tables() from public;
grant execute on function app.expiring_tables() to ${worker};

-- A thousand rows in each transaction, with the entry that says so: it can be stopped at any time and goes on where it was.
create procedure app.cleanup_expired_data()
    language plpgsql
as $$
declare
    step record;
    key_columns text;
    removed integer;
begin
    for step in select t.name, t.kept from app.expiring_tables() t order by t.name loop
        select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into strict key_columns
        from pg_catalog.pg_index i
        join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = step.name::regclass and i.indisprimary;
        loop
            execute format('delete from %1$s where (%2$s) in (select %2$s from %1$s where expires_at < $1 limit 1000)',
                step.name, key_columns)
                using clock_timestamp() - step.kept;
            get diagnostics removed = row_count;
            if removed > 0 then
                insert into audit.entries
                    (tenant_id, id, event_at, actor_did, event_type, resource_type, resource_id, request_id, payload)
                select w.id, app.new_id(), extract(epoch from clock_timestamp())::bigint, 'did:internal:cleanup',
                    'expiry.sweep', 'workspace', app.id_text('wrk', w.id), 'internal-' || app.new_id(),
                    jsonb_build_object('table', step.name, 'rows', removed, 'why', 'their time was over')
                from identity.workspaces w
                where w.kind = 'system';
            end if;
            commit;
            exit when removed < 1000;
        end loop;
    end loop;
end
$$;
comment on procedure app.cleanup_expired_data() is 'Removes what has expired, in batches: call it as the worker, outside of a transaction.';
revoke execute on procedure app.cleanup_expired_data() from public;
grant execute on procedure app.cleanup_expired_data() to ${worker};
