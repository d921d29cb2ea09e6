-- Purpose: what a workspace decides for itself: how its pages look, who may sign up, and how people sign in.
-- Tables: admin.policies, admin.brand_logos.
-- Scope: tenant.
-- Retention class: none (kept while the workspace exists).
-- Rollback: drop table admin.brand_logos; drop table admin.policies.

create table admin.policies (
    tenant_id  uuid        not null references identity.workspaces (id),
    kind       text        not null check (kind in ('branding', 'sign_up', 'password', 'mfa', 'session', 'lockout')),
    document   jsonb       not null check (jsonb_typeof(document) = 'object'),
    version    integer     not null check (version > 0),
    updated_at timestamptz not null,
    primary key (tenant_id, kind)
);
comment on table admin.policies is 'What a workspace has decided about one matter; without a row, what is usual. Scope: tenant. 001 class: config. Retention: while the workspace exists.';
comment on column admin.policies.tenant_id is 'The workspace.';
comment on column admin.policies.kind is 'What it is about.';
comment on column admin.policies.document is 'The decision; a member that is missing has its usual value.';
comment on column admin.policies.version is 'Counts changes; the ETag. What was never decided has version 0.';
comment on column admin.policies.updated_at is 'When it was last decided.';

alter table admin.policies enable row level security;
alter table admin.policies force row level security;
create policy tenant_wall on admin.policies
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on admin.policies to ${app};
grant update (document, version, updated_at) on admin.policies to ${app};
grant select, insert, update, delete on admin.policies to ${worker};

create table admin.brand_logos (
    tenant_id   uuid        not null references identity.workspaces (id),
    media_type  text        not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
    image       bytea       not null check (octet_length(image) between 1 and 46080),
    fingerprint text        not null check (fingerprint ~ '^[0-9a-f]{16}$'),
    updated_at  timestamptz not null,
    primary key (tenant_id)
);
comment on table admin.brand_logos is 'The logo on a workspace''s pages. Scope: tenant. 001 class: config. Retention: while the workspace exists.';
comment on column admin.brand_logos.tenant_id is 'The workspace.';
comment on column admin.brand_logos.media_type is 'What kind of picture it is, told by its first bytes.';
comment on column admin.brand_logos.image is 'The picture.';
comment on column admin.brand_logos.fingerprint is 'The beginning of its SHA-256: its address changes with its bytes.';
comment on column admin.brand_logos.updated_at is 'When it was set.';

alter table admin.brand_logos enable row level security;
alter table admin.brand_logos force row level security;
create policy tenant_wall on admin.brand_logos
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete on admin.brand_logos to ${app};
grant update (media_type, image, fingerprint, updated_at) on admin.brand_logos to ${app};
grant select, insert, update, delete on admin.brand_logos to ${worker};
