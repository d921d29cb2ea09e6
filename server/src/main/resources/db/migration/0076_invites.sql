-- Purpose: invitations of one person by another, each good for one account.
-- Tables: identity.invites.
-- Scope: tenant (only people of the system workspace invite; the wall is the same for all).
-- Retention class: user (one that nobody used goes a year after its end; one that was used goes with either person).
-- Rollback: drop table identity.invites.

create table identity.invites (
    tenant_id         uuid        not null references identity.workspaces (id),
    id                uuid        not null,
    inviter_id        uuid        not null,
    token_hash        bytea       not null check (length(token_hash) = 32),
    key_version       integer     not null check (key_version > 0),
    intended_email    text        check (length(intended_email) between 3 and 320),
    reason_code       text        check (reason_code in ('colleague', 'friend', 'project', 'community', 'other')),
    reason_detail     text        check (length(reason_detail) between 1 and 500),
    public_verifiable boolean     not null,
    status            text        not null check (status in ('open', 'redeemed', 'revoked', 'expired')),
    issued_at         timestamptz not null,
    expires_at        timestamptz not null,
    redeemed_at       timestamptz,
    redeemed_by       uuid,
    revoked_at        timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, inviter_id) references identity.users (tenant_id, id),
    -- Looked at when the transaction ends: the invitation is taken before the account is made, so that one of many wins.
    foreign key (tenant_id, redeemed_by) references identity.users (tenant_id, id) deferrable initially deferred,
    constraint invites_redeemed_by_somebody
        check ((status = 'redeemed') = (redeemed_at is not null) and (status = 'redeemed') = (redeemed_by is not null)),
    constraint invites_revoked_once check ((status = 'revoked') = (revoked_at is not null)),
    constraint invites_expire_later check (expires_at > issued_at)
);
comment on table identity.invites is 'An invitation of one person by another. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.invites.tenant_id is 'The workspace whose people both are: the system workspace.';
comment on column identity.invites.id is 'The invitation (inv_ outside).';
comment on column identity.invites.inviter_id is 'Who invites.';
comment on column identity.invites.token_hash is 'HMAC-SHA-256 of the token under a server key; the token itself is shown once and not kept.';
comment on column identity.invites.key_version is 'Which server key made the hash.';
comment on column identity.invites.intended_email is 'Where the link was mailed to: a hint, whoever has the link may use it.';
comment on column identity.invites.reason_code is 'How the two know each other.';
comment on column identity.invites.reason_detail is 'The same in the inviter''s own words; the invited person reads it.';
comment on column identity.invites.public_verifiable is 'Whether anybody may see who invited whom, once it was used.';
comment on column identity.invites.status is 'open: can be used; redeemed: an account came of it; revoked: taken back; expired: nobody came in time.';
comment on column identity.invites.issued_at is 'When it was made.';
comment on column identity.invites.expires_at is 'When it stops working, whether or not its status says so yet.';
comment on column identity.invites.redeemed_at is 'When the account was made.';
comment on column identity.invites.redeemed_by is 'Whose account was made.';
comment on column identity.invites.revoked_at is 'When it was taken back.';

-- The way in: the token names the workspace, so that even this look-up is inside the wall.
create unique index invites_by_hash on identity.invites (tenant_id, token_hash);
-- A person's invitations, newest first, and for erasure.
create index invites_by_inviter on identity.invites (tenant_id, inviter_id, id);
-- The same of one status.
create index invites_by_inviter_and_status on identity.invites (tenant_id, inviter_id, status, id);
-- The workspace's invitations of one status.
create index invites_by_status on identity.invites (tenant_id, status, id);
-- What became of whom, for erasure.
create index invites_by_redeemer on identity.invites (tenant_id, redeemed_by) where redeemed_by is not null;
-- What has run out.
create index invites_open_by_expiry on identity.invites (tenant_id, expires_at) where status = 'open';
-- What came to nothing, longer ago than it is kept.
create index invites_unused_by_expiry on identity.invites (tenant_id, expires_at) where status in ('revoked', 'expired');

alter table identity.invites enable row level security;
alter table identity.invites force row level security;
create policy tenant_wall on identity.invites
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select,
    insert (tenant_id, id, inviter_id, token_hash, key_version, intended_email, reason_code, reason_detail,
        public_verifiable, status, issued_at, expires_at),
    update (status, redeemed_at, redeemed_by, revoked_at)
    on identity.invites to ${app};
grant select, delete, update (status) on identity.invites to ${worker};
