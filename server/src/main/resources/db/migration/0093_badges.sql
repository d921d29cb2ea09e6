-- Purpose: signed statements of a workspace about a person, and what stays of those that were revoked.
-- Tables: identity.badges, identity.badge_tombstones.
-- Scope: tenant and user (a workspace sees the badges that it issued, a person sees their own from everywhere); tenant
-- (tombstones).
-- Retention class: user (90 days after it expired; with the person); none for tombstones (000: revocations keep one; it
-- names nobody).
-- Rollback: drop table identity.badge_tombstones; drop table identity.badges.

create table identity.badges (
    tenant_id         uuid        not null references identity.workspaces (id),
    id                uuid        not null,
    user_id           uuid        not null,
    home_tenant_id    uuid        not null,
    kind              text        not null check (kind in ('staff', 'verified', 'developer', 'alumni', 'invited-by-staff')),
    issuer_key_id     uuid        not null,
    payload           jsonb       not null check (jsonb_typeof(payload) = 'object'),
    signature         bytea       not null check (octet_length(signature) = 64),
    region_key_id     text        check (length(region_key_id) between 1 and 200),
    issued_at         timestamptz not null,
    expires_at        timestamptz not null,
    revoked_at        timestamptz,
    revocation_reason text        check (length(revocation_reason) between 1 and 500),
    primary key (tenant_id, id),
    foreign key (tenant_id, issuer_key_id) references identity.badge_issuer_keys (tenant_id, id),
    constraint badges_one_at_a_time unique (tenant_id, user_id, kind, issued_at),
    constraint badges_expire_later check (expires_at > issued_at),
    constraint badges_revoked_for_a_reason check ((revoked_at is null) = (revocation_reason is null))
);
comment on table identity.badges is 'What a workspace attests about a person, signed. Scope: tenant and user. 001 class: user. Retention: user.';
comment on column identity.badges.tenant_id is 'The workspace that issued it.';
comment on column identity.badges.id is 'The badge (bdg_ outside).';
comment on column identity.badges.user_id is 'Who holds it; no foreign key, because people are members of workspaces that are not their own.';
comment on column identity.badges.home_tenant_id is 'The workspace whose user the holder is.';
comment on column identity.badges.kind is 'What it attests.';
comment on column identity.badges.issuer_key_id is 'The key that signed it.';
comment on column identity.badges.payload is 'What was signed; its RFC 8785 spelling is the bytes that were signed.';
comment on column identity.badges.signature is 'The Ed25519 signature over them.';
comment on column identity.badges.region_key_id is 'Reserved for keys of a region; one key serves all nodes until then.';
comment on column identity.badges.issued_at is 'When it was signed.';
comment on column identity.badges.expires_at is 'Until when it is valid.';
comment on column identity.badges.revoked_at is 'When it was revoked.';
comment on column identity.badges.revocation_reason is 'Why, in words.';

-- The badges of somebody that a workspace issued, newest first.
create index badges_by_user on identity.badges (tenant_id, user_id, id);
-- A person's own badges, along the user axis.
create index badges_by_holder on identity.badges (user_id, id);
-- What a key signed.
create index badges_by_key on identity.badges (tenant_id, issuer_key_id);
-- What expired longer ago than it is kept.
create index badges_by_expiry on identity.badges (tenant_id, expires_at);

alter table identity.badges enable row level security;
alter table identity.badges force row level security;
-- A person may read their badges from anywhere; only the workspace itself may issue or revoke them.
create policy tenant_or_user_wall on identity.badges
    using (app.is_current_tenant_or_user(tenant_id, user_id))
    with check (tenant_id = app.current_tenant());
grant select,
    insert (tenant_id, id, user_id, home_tenant_id, kind, issuer_key_id, payload, signature, issued_at, expires_at),
    update (revoked_at, revocation_reason)
    on identity.badges to ${app};
grant select, delete, update (revoked_at, revocation_reason) on identity.badges to ${worker};

create table identity.badge_tombstones (
    tenant_id      uuid        not null references identity.workspaces (id),
    badge_id       uuid        not null,
    revoked_at     timestamptz not null,
    valid_until_at timestamptz not null,
    primary key (tenant_id, badge_id)
);
comment on table identity.badge_tombstones is 'A badge that was revoked. Scope: tenant. 001 class: config. Retention: while the workspace exists.';
comment on column identity.badge_tombstones.tenant_id is 'The workspace that had issued it.';
comment on column identity.badge_tombstones.badge_id is 'The badge; no foreign key, because this outlives it.';
comment on column identity.badge_tombstones.revoked_at is 'When it was revoked.';
comment on column identity.badge_tombstones.valid_until_at is 'When it would have expired; 90 days later the published list leaves it out.';

-- What the published list holds.
create index badge_tombstones_by_end on identity.badge_tombstones (tenant_id, valid_until_at);

alter table identity.badge_tombstones enable row level security;
alter table identity.badge_tombstones force row level security;
create policy tenant_wall on identity.badge_tombstones
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
-- A tombstone is never changed or taken away, except with its workspace.
grant select, insert on identity.badge_tombstones to ${app};
grant select, insert, delete on identity.badge_tombstones to ${worker};
