-- Purpose: what an organisation decides for all of its workspaces, and that a workspace can return to it.
-- Tables: admin.org_policies, admin.policies.
-- Scope: org.
-- Retention class: none (kept while the organisation exists).
-- Rollback: revoke delete on admin.policies from ${app}; drop table admin.org_policies.

create table admin.org_policies (
    org_id     uuid        not null references identity.orgs (id),
    kind       text        not null check (kind in ('branding', 'sign_up', 'password', 'mfa', 'session', 'lockout',
        'registration', 'token', 'retention', 'domain')),
    document   jsonb       not null check (jsonb_typeof(document) = 'object'),
    enforced   boolean     not null,
    version    integer     not null check (version > 0),
    updated_at timestamptz not null,
    primary key (org_id, kind)
);
comment on table admin.org_policies is 'What an organisation has decided about one matter for all of its workspaces; without a row, what is usual. Scope: org. 001 class: config. Retention: while the organisation exists.';
comment on column admin.org_policies.org_id is 'The organisation.';
comment on column admin.org_policies.kind is 'What it is about.';
comment on column admin.org_policies.document is 'The decision; a member that is missing has its usual value.';
comment on column admin.org_policies.enforced is 'Whether it holds also in workspaces that have decided otherwise.';
comment on column admin.org_policies.version is 'Counts changes; the ETag. What was never decided has version 0.';
comment on column admin.org_policies.updated_at is 'When it was last decided.';

alter table admin.org_policies enable row level security;
alter table admin.org_policies force row level security;
create policy org_wall on admin.org_policies
    using (org_id = app.current_org())
    with check (org_id = app.current_org());
grant select, insert, delete on admin.org_policies to ${app};
grant update (document, enforced, version, updated_at) on admin.org_policies to ${app};
grant select, insert, update, delete on admin.org_policies to ${worker};

-- A workspace returns to what its organisation has decided by taking its own decision back.
grant delete on admin.policies to ${app};
