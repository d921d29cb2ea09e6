-- Purpose: challenges that a passkey must sign, each of them once.
-- Tables: auth.webauthn_challenges.
-- Scope: tenant.
-- Retention class: transient (hard delete after expiry).
-- Rollback: drop table auth.webauthn_challenges.

create table auth.webauthn_challenges (
    tenant_id  uuid        not null,
    id         uuid        not null,
    purpose    text        not null check (purpose in ('sign_in', 'register')),
    owner_id   uuid        not null,
    challenge  bytea       not null check (length(challenge) = 32),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (tenant_id, id)
);
comment on table auth.webauthn_challenges is 'A challenge for a passkey. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column auth.webauthn_challenges.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column auth.webauthn_challenges.id is 'The challenge (chl_ outside).';
comment on column auth.webauthn_challenges.purpose is 'sign_in: to prove oneself with a passkey; register: to add one.';
comment on column auth.webauthn_challenges.owner_id is 'Whose it is: the flow for sign_in, the session for register. Nobody else can use it.';
comment on column auth.webauthn_challenges.challenge is 'What is to be signed: 32 random bytes.';
comment on column auth.webauthn_challenges.created_at is 'When it was given out.';
comment on column auth.webauthn_challenges.expires_at is 'When it is no longer taken.';

-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index webauthn_challenges_by_expiry on auth.webauthn_challenges (expires_at);

alter table auth.webauthn_challenges enable row level security;
alter table auth.webauthn_challenges force row level security;
create policy tenant_wall on auth.webauthn_challenges
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete on auth.webauthn_challenges to ${app};
grant select, delete on auth.webauthn_challenges to ${worker};
