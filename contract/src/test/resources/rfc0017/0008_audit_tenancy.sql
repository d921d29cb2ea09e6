-- Purpose: the tables of 0006 that lacked the tenant get it, and every index leads with it or cites its exception.
-- Tables: audit_log, enroll_audit.
-- Scope: tenant.
-- Retention class: forensic_long.
-- Rollback: DESTRUCTIVE, no rollback (plain addresses are dropped, as agreed).

-- The events again, with their tenant.
create table audit_log_next (
  tenant_id text    not null,
  id        text    not null,
  node_id   text    not null,
  ts_ms     integer not null,
  action    text    not null,
  primary key (tenant_id, id)
);
insert into audit_log_next (tenant_id, id, node_id, ts_ms, action)
  select coalesce(d.tenant_id, '00000000-0000-5000-8000-000000000000'), a.id, a.node_id, a.ts_ms, a.action
  from audit_log a left join devices d on d.node_id = a.node_id;
drop table audit_log;
alter table audit_log_next rename to audit_log;

-- The events of a tenant by time.
create index idx_audit_log_tenant_time on audit_log(tenant_id, ts_ms);
-- The events of one device.
create index idx_audit_log_tenant_node on audit_log(tenant_id, node_id);

-- The attempts again; orphans go to the reserved tenant.
create table enroll_audit_next (
  tenant_id      text    not null,
  id             text    not null,
  ts_ms          integer not null,
  token_h        text    not null,
  source_ip_hash text,
  outcome        text    not null,
  primary key (tenant_id, id)
);
insert into enroll_audit_next (tenant_id, id, ts_ms, token_h, source_ip_hash, outcome)
  select coalesce(tenant_id, '00000000-0000-5000-8000-000000000000'), id, ts_ms, token_h, source_ip_hash, outcome
  from enroll_audit;
drop table enroll_audit;
alter table enroll_audit_next rename to enroll_audit;

-- The attempts of a tenant by time.
create index idx_enroll_audit_tenant_time on enroll_audit(tenant_id, ts_ms);
-- The attempts of a tenant from one address.
create index idx_enroll_audit_tenant_ip_hash on enroll_audit(tenant_id, source_ip_hash);
-- §4.3 exception: SHA-256 is globally unique.
create index idx_enroll_audit_token_h on enroll_audit(token_h);
-- §4.3 exception: SHA-256 is globally unique.
create index idx_enroll_audit_ip_hash on enroll_audit(source_ip_hash);
