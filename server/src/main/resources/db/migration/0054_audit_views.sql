-- Purpose: everything that was written, sealed or not; and the same as 000 knew it.
-- Tables: audit.written, audit.audit_log (views; audit.entries and the trails hold the rows).
-- Scope: tenant, by the policies of what is below: the views look with their caller's rights.
-- Retention class: none (that of the tables).
-- Rollback: drop view audit.audit_log; drop view audit.written.

-- An entry moves from the queue into its trail in one transaction, so that whoever looks sees it exactly once.
create view audit.written with (security_invoker = true) as
select
    tenant_id, id, trail, event_at, actor_did, event_type, resource_type, resource_id, request_id,
    payload, null::bigint as seq
from audit.entries
union all
select
    tenant_id, audit_id, text 'admin_audit', event_at, actor_did, event_type, resource_type, resource_id, request_id,
    payload_json::jsonb, seq
from audit.admin_audit
union all
select
    tenant_id, audit_id, text 'auth_audit', event_at, actor_did, event_type, resource_type, resource_id, request_id,
    payload_json::jsonb, seq
from audit.auth_audit
union all
select
    tenant_id, audit_id, text 'runtime_token_audit', event_at, actor_did, event_type, resource_type, resource_id, request_id,
    payload_json::jsonb, seq
from audit.runtime_token_audit;
comment on view audit.written is 'Every entry, whether it is sealed or waits for its seal.';
comment on column audit.written.tenant_id is 'The workspace that was touched.';
comment on column audit.written.id is 'The entry (aud_ outside); sorts by time.';
comment on column audit.written.trail is 'The table in which it is or will be sealed.';
comment on column audit.written.event_at is 'When: unix seconds.';
comment on column audit.written.actor_did is 'Who did it.';
comment on column audit.written.event_type is 'What was done.';
comment on column audit.written.resource_type is 'What kind of thing was touched.';
comment on column audit.written.resource_id is 'Which one, in its outside form.';
comment on column audit.written.request_id is 'The request that did it.';
comment on column audit.written.payload is 'Before and after without secrets.';
comment on column audit.written.seq is 'Its place in its chain; nothing while it waits for its seal.';
grant select on audit.written to ${app}, ${worker};

create view audit.audit_log with (security_invoker = true) as
select
    app.id_text('aud', id) as id,
    tenant_id,
    split_part(actor_did, ':', 3) as actor_id,
    case
        when actor_did like 'did:internal:%' then 'system'
        when actor_did like 'did:keystead:apk_%' then 'api_key'
        else 'user'
    end as actor_type,
    event_type as action,
    resource_type,
    resource_id,
    payload as details,
    null::inet as ip_address,
    null::text as user_agent,
    to_timestamp(event_at) as created_at
from audit.written;
comment on view audit.audit_log is 'The trail as 000 knew it, for readers who query it.';
comment on column audit.audit_log.id is 'The entry, in its outside form.';
comment on column audit.audit_log.tenant_id is 'The workspace that was touched.';
comment on column audit.audit_log.actor_id is 'Who did it: an id in its outside form, or the component.';
comment on column audit.audit_log.actor_type is 'user, api_key or system.';
comment on column audit.audit_log.action is 'What was done, such as user.create.';
comment on column audit.audit_log.resource_type is 'What kind of thing was touched.';
comment on column audit.audit_log.resource_id is 'Which one, in its outside form.';
comment on column audit.audit_log.details is 'Before and after without secrets; source_ip_hash tells sources apart.';
comment on column audit.audit_log.ip_address is 'Always empty: 002 §5.2 forbids plain addresses in the trail.';
comment on column audit.audit_log.user_agent is 'Always empty: the trail keeps none.';
comment on column audit.audit_log.created_at is 'When.';
grant select on audit.audit_log to ${app}, ${worker};
