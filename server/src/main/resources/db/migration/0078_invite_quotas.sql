-- Purpose: how many invitations a person may make, and how many they made.
-- Tables: identity.invite_quotas.
-- Scope: tenant (only people of the system workspace invite; the wall is the same for all).
-- Retention class: user (goes with its person).
-- Rollback: drop table identity.invite_quotas.

create table identity.invite_quotas (
    tenant_id       uuid        not null references identity.workspaces (id),
    user_id         uuid        not null,
    total_allowed   integer     not null check (total_allowed >= 0),
    total_issued    integer     not null check (total_issued >= 0),
    total_redeemed  integer     not null check (total_redeemed between 0 and total_issued),
    period_allowed  integer     not null check (period_allowed >= 0),
    period_issued   integer     not null check (period_issued between 0 and total_issued),
    period_reset_at timestamptz not null,
    set_by_hand     boolean     not null,
    updated_at      timestamptz not null,
    primary key (tenant_id, user_id),
    foreign key (tenant_id, user_id) references identity.users (tenant_id, id)
);
comment on table identity.invite_quotas is 'How many invitations a person may make and made. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.invite_quotas.tenant_id is 'The workspace: the system workspace.';
comment on column identity.invite_quotas.user_id is 'The person.';
comment on column identity.invite_quotas.total_allowed is 'How many they may ever make.';
comment on column identity.invite_quotas.total_issued is 'How many they made; also those that were taken back or ran out.';
comment on column identity.invite_quotas.total_redeemed is 'Of how many an account came.';
comment on column identity.invite_quotas.period_allowed is 'How many they may make in 30 days.';
comment on column identity.invite_quotas.period_issued is 'How many they made in these 30 days.';
comment on column identity.invite_quotas.period_reset_at is 'When these 30 days are over: the next invitation begins new ones.';
comment on column identity.invite_quotas.set_by_hand is 'Whether an operator decided what is allowed: then no recomputation changes it.';
comment on column identity.invite_quotas.updated_at is 'When it was last changed.';

alter table identity.invite_quotas enable row level security;
alter table identity.invite_quotas force row level security;
create policy tenant_wall on identity.invite_quotas
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert,
    update (total_allowed, total_issued, total_redeemed, period_allowed, period_issued, period_reset_at, set_by_hand,
        updated_at)
    on identity.invite_quotas to ${app};
grant select, delete on identity.invite_quotas to ${worker};
