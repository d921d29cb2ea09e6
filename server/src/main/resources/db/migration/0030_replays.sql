-- Purpose: what may be presented once only, such as the id of a signed assertion.
-- Tables: oauth.replays.
-- Scope: tenant.
-- Retention class: transient (hard delete after expiry).
-- Rollback: drop table oauth.replays.

create table oauth.replays (
    tenant_id  uuid        not null,
    digest     bytea       not null check (length(digest) = 32),
    expires_at timestamptz not null,
    primary key (tenant_id, digest)
);
comment on table oauth.replays is 'Something that was presented and must not be presented again. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column oauth.replays.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column oauth.replays.digest is 'SHA-256 of what was presented, with its kind and who presented it.';
comment on column oauth.replays.expires_at is 'When it would be refused for its age anyway.';

-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index replays_by_expiry on oauth.replays (expires_at);

alter table oauth.replays enable row level security;
alter table oauth.replays force row level security;
create policy tenant_wall on oauth.replays
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on oauth.replays to ${app};
grant select, delete on oauth.replays to ${worker};
