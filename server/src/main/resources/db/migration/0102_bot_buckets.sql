-- Purpose: how many requests each service identity has left, for all nodes together.
-- Tables: identity.bot_buckets.
-- Scope: tenant.
-- Retention class: none (kept while the service identity exists).
-- Rollback: drop table identity.bot_buckets.

create table identity.bot_buckets (
    tenant_id           uuid             not null references identity.workspaces (id),
    service_identity_id uuid             not null,
    remaining           double precision not null check (remaining >= 0),
    taken               integer          not null check (taken >= 0),
    filled_at           timestamptz      not null,
    primary key (tenant_id, service_identity_id),
    foreign key (tenant_id, service_identity_id) references identity.service_identities (tenant_id, id)
) with (fillfactor = 50);
comment on table identity.bot_buckets is 'What a service identity may still ask for: nodes take a share each and count it down by themselves. Scope: tenant. 001 class: config. Retention: while the service identity exists.';
comment on column identity.bot_buckets.tenant_id is 'The workspace.';
comment on column identity.bot_buckets.service_identity_id is 'The machine.';
comment on column identity.bot_buckets.remaining is 'How many requests no node has taken yet, as of filled_at; it grows with time up to a burst.';
comment on column identity.bot_buckets.taken is 'How many the last node got that asked.';
comment on column identity.bot_buckets.filled_at is 'When it was last filled, by the time of the database.';

alter table identity.bot_buckets enable row level security;
alter table identity.bot_buckets force row level security;
create policy tenant_wall on identity.bot_buckets
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, update (remaining, taken, filled_at) on identity.bot_buckets to ${app};
grant select, delete on identity.bot_buckets to ${worker};
