-- Purpose: the logo of an organisation, which its workspaces show while they have none of their own.
-- Tables: admin.org_logos.
-- Scope: org.
-- Retention class: none (kept while the organisation exists).
-- Rollback: drop table admin.org_logos.

create table admin.org_logos (
    org_id      uuid        not null references identity.orgs (id),
    media_type  text        not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
    image       bytea       not null check (octet_length(image) between 1 and 46080),
    fingerprint text        not null check (fingerprint ~ '^[0-9a-f]{16}$'),
    updated_at  timestamptz not null,
    primary key (org_id)
);
comment on table admin.org_logos is 'The logo on the pages of an organisation''s workspaces. Scope: org. 001 class: config. Retention: while the organisation exists.';
comment on column admin.org_logos.org_id is 'The organisation.';
comment on column admin.org_logos.media_type is 'What kind of picture it is, told by its first bytes.';
comment on column admin.org_logos.image is 'The picture.';
comment on column admin.org_logos.fingerprint is 'The beginning of its SHA-256: its address changes with its bytes.';
comment on column admin.org_logos.updated_at is 'When it was set.';

alter table admin.org_logos enable row level security;
alter table admin.org_logos force row level security;
create policy org_wall on admin.org_logos
    using (org_id = app.current_org())
    with check (org_id = app.current_org());
grant select, insert, delete on admin.org_logos to ${app};
grant update (media_type, image, fingerprint, updated_at) on admin.org_logos to ${app};
grant select, insert, update, delete on admin.org_logos to ${worker};
