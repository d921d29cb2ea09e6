-- Purpose: tokens with which programs act as the person who made them.
-- Tables: admin.personal_access_tokens.
-- Scope: tenant.
-- Retention class: user (a token goes with its user; until then a revoked one stays as evidence).
-- Rollback: drop table admin.personal_access_tokens.

create table admin.personal_access_tokens (
    tenant_id    uuid        not null references identity.workspaces (id),
    id           uuid        not null,
    user_id      uuid        not null,
    name         text        not null check (length(name) between 1 and 120),
    scopes       text[]      not null check (cardinality(scopes) between 1 and 50),
    token_hash   bytea       not null check (length(token_hash) = 32),
    key_version  integer     not null check (key_version > 0),
    token_prefix text        not null check (length(token_prefix) between 1 and 40),
    created_at   timestamptz not null,
    last_used_at timestamptz,
    expires_at   timestamptz,
    revoked_at   timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references identity.users (tenant_id, id)
);
comment on table admin.personal_access_tokens is 'A token with which a program acts as a person. What the person may do in a workspace is not in it. Scope: tenant. 001 class: config. Retention: user.';
comment on column admin.personal_access_tokens.tenant_id is 'The workspace whose user it belongs to.';
comment on column admin.personal_access_tokens.id is 'The token (pat_ outside).';
comment on column admin.personal_access_tokens.user_id is 'The person who made it, and as whom it acts.';
comment on column admin.personal_access_tokens.name is 'What it is for, in its maker''s words.';
comment on column admin.personal_access_tokens.scopes is 'What it may do at most: <verb>:<resource>[:<modifier>].';
comment on column admin.personal_access_tokens.token_hash is 'HMAC-SHA-256 of the token under a server key; the token itself is shown once and not kept.';
comment on column admin.personal_access_tokens.key_version is 'Which server key made the hash.';
comment on column admin.personal_access_tokens.token_prefix is 'The first characters, so that people can tell tokens apart.';
comment on column admin.personal_access_tokens.created_at is 'When it was made.';
comment on column admin.personal_access_tokens.last_used_at is 'When it was last used, to within ten minutes.';
comment on column admin.personal_access_tokens.expires_at is 'When it stops working; never, if empty.';
comment on column admin.personal_access_tokens.revoked_at is 'When it was revoked. For one that was rotated, when it stops working beside its successor: this may lie ahead.';

-- The way in: a token names its owner's workspace, so that even this look-up is inside the wall.
create unique index personal_access_tokens_by_hash on admin.personal_access_tokens (tenant_id, token_hash);
-- The tokens of a user, newest first, and for erasure.
create index personal_access_tokens_by_user on admin.personal_access_tokens (tenant_id, user_id, id);

alter table admin.personal_access_tokens enable row level security;
alter table admin.personal_access_tokens force row level security;
create policy tenant_wall on admin.personal_access_tokens
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert on admin.personal_access_tokens to ${app};
grant update (last_used_at, revoked_at) on admin.personal_access_tokens to ${app};
grant select, delete on admin.personal_access_tokens to ${worker};

comment on column audit.entries.actor_did is 'Who did it: did:keystead:apk_…, did:keystead:pat_…, did:keystead:usr_… or did:internal:<component>.';
