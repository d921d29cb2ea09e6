-- Purpose: people who are on their way to another identity provider, and sessions that began there.
-- Tables: auth.federation_journeys, session.upstream_sessions.
-- Scope: tenant.
-- Retention class: transient (hard delete after expiry).
-- Rollback: drop table session.upstream_sessions; drop table auth.federation_journeys; restore app.expiring_tables() and the check of session.sessions.revoked_why.

create table auth.federation_journeys (
    tenant_id     uuid        not null,
    id            uuid        not null,
    connection_id uuid        not null,
    purpose       text        not null check (purpose in ('sign_in', 'link')),
    flow_id       uuid,
    user_id       uuid,
    session_id    uuid,
    browser_hash  bytea       not null check (length(browser_hash) = 32),
    state_hash    bytea       not null check (length(state_hash) = 32),
    memory        bytea       not null check (length(memory) between 30 and 8000),
    created_at    timestamptz not null,
    expires_at    timestamptz not null,
    primary key (tenant_id, id),
    constraint federation_journeys_state_once unique (tenant_id, state_hash),
    constraint federation_journeys_have_an_aim
        check ((purpose = 'sign_in') = (flow_id is not null)
            and (purpose = 'link') = (user_id is not null)
            and (user_id is null) = (session_id is null))
);
comment on table auth.federation_journeys is 'A browser that was sent to another identity provider and has not come back. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column auth.federation_journeys.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column auth.federation_journeys.id is 'The journey; nobody outside sees it.';
comment on column auth.federation_journeys.connection_id is 'Where it leads.';
comment on column auth.federation_journeys.purpose is 'What it is for: a sign-in, or a link to the account of somebody who is inside.';
comment on column auth.federation_journeys.flow_id is 'The sign-in that goes on afterwards.';
comment on column auth.federation_journeys.user_id is 'Whose account is to be linked.';
comment on column auth.federation_journeys.session_id is 'The session in which they asked for it.';
comment on column auth.federation_journeys.browser_hash is 'Knows the browser again: nobody else comes back by this journey.';
comment on column auth.federation_journeys.state_hash is 'Knows the journey again by what the provider sends back.';
comment on column auth.federation_journeys.memory is 'What the protocol must remember until then (nonce, verifier, id of the request), in an envelope.';
comment on column auth.federation_journeys.created_at is 'When it began.';
comment on column auth.federation_journeys.expires_at is 'When nobody comes back by it any more.';

-- The journey of a sign-in, which a later one replaces.
create index federation_journeys_by_flow on auth.federation_journeys (tenant_id, flow_id) where flow_id is not null;
-- Journeys of somebody who is erased, and the one of a link, which a later one replaces.
create index federation_journeys_by_user on auth.federation_journeys (tenant_id, user_id) where user_id is not null;
-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index federation_journeys_by_expiry on auth.federation_journeys (expires_at);

alter table auth.federation_journeys enable row level security;
alter table auth.federation_journeys force row level security;
create policy tenant_wall on auth.federation_journeys
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete on auth.federation_journeys to ${app};
grant select, delete on auth.federation_journeys to ${worker};

create table session.upstream_sessions (
    tenant_id        uuid        not null,
    flow_id          uuid        not null,
    session_id       uuid,
    connection_id    uuid        not null,
    user_id          uuid        not null,
    issuer           text collate "C" not null check (length(issuer) between 1 and 1000),
    subject          text collate "C" not null check (length(subject) between 1 and 500),
    upstream_session text collate "C" check (length(upstream_session) between 1 and 500),
    hint             bytea       check (length(hint) between 30 and 40000),
    proven_at        timestamptz not null,
    ends_at          timestamptz,
    created_at       timestamptz not null,
    expires_at       timestamptz not null,
    primary key (tenant_id, flow_id),
    constraint upstream_sessions_once unique (tenant_id, session_id)
);
comment on table session.upstream_sessions is 'That a session began at another identity provider. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column session.upstream_sessions.tenant_id is 'The workspace; no foreign key, as runtime tables may live elsewhere.';
comment on column session.upstream_sessions.flow_id is 'The sign-in by which the user came; it may have asked for more before it let them in.';
comment on column session.upstream_sessions.session_id is 'Our session, once there is one.';
comment on column session.upstream_sessions.connection_id is 'The connection that it came by.';
comment on column session.upstream_sessions.user_id is 'Whose session it is.';
comment on column session.upstream_sessions.issuer is 'Who vouched for the user.';
comment on column session.upstream_sessions.subject is 'What the issuer calls the user.';
comment on column session.upstream_sessions.upstream_session is 'What the issuer calls its own session (sid, SessionIndex), if it said so.';
comment on column session.upstream_sessions.hint is 'What the issuer is shown when the user signs out (its own ID token, or the name in its assertion), in an envelope.';
comment on column session.upstream_sessions.proven_at is 'When the user proved themselves to the issuer, as far as it says so.';
comment on column session.upstream_sessions.ends_at is 'When the issuer''s own session ends at the latest, if it said so: ours ends then too.';
comment on column session.upstream_sessions.created_at is 'When the user came.';
comment on column session.upstream_sessions.expires_at is 'When our session ends at the latest; before there is one, when the sign-in ends.';

-- Which sessions an issuer ends by its subject.
create index upstream_sessions_by_subject on session.upstream_sessions (tenant_id, issuer, subject);
-- Which sessions an issuer ends by its own session.
create index upstream_sessions_by_upstream on session.upstream_sessions (tenant_id, issuer, upstream_session);
-- Sessions of somebody who is erased.
create index upstream_sessions_by_user on session.upstream_sessions (tenant_id, user_id);
-- 001 expiry index: read by the clean-up only, which goes over all tenants.
create index upstream_sessions_by_expiry on session.upstream_sessions (expires_at);

alter table session.upstream_sessions enable row level security;
alter table session.upstream_sessions force row level security;
create policy tenant_wall on session.upstream_sessions
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete, update (session_id, expires_at) on session.upstream_sessions to ${app};
grant select, delete on session.upstream_sessions to ${worker};

alter table session.sessions drop constraint sessions_revoked_why_check;
alter table session.sessions add constraint sessions_revoked_why_check
    check (revoked_why in ('signed_out', 'ended', 'reuse', 'password', 'user', 'replaced', 'expired', 'device',
        'upstream'));
comment on column session.sessions.revoked_why is 'signed_out: by itself; ended: by its person or an administrator from elsewhere; reuse: an old token was used again; password: the password was changed; user: the user was suspended or deleted; replaced: somebody signed in anew in the same browser; expired: it ran out, and clients that were given something in it are told; device: the device was revoked; upstream: the identity provider that the person came from has signed them out.';

create or replace function app.expiring_tables() returns table (name text, kept interval)
    language sql immutable parallel safe
as $$
values
    ('admin.idempotency_keys', interval '0'),
    ('admin.webhook_deliveries', interval '0'),
    ('auth.auth_flows', interval '1 hour'),
    ('auth.federation_journeys', interval '0'),
    ('auth.known_browsers', interval '0'),
    ('auth.lockouts', interval '0'),
    ('auth.one_time_tokens', interval '0'),
    ('auth.webauthn_challenges', interval '0'),
    ('events.cache_changes', interval '0'),
    ('events.inbox', interval '0'),
    ('events.mails', interval '0'),
    ('events.outbox', interval '0'),
    ('events.relay_leases', interval '0'),
    ('licensing.usage_entries', interval '0'),
    ('oauth.authorization_codes', interval '1 hour'),
    ('oauth.authorization_requests', interval '1 hour'),
    ('oauth.device_codes', interval '1 hour'),
    ('oauth.registration_tokens', interval '0'),
    ('oauth.replays', interval '0'),
    ('session.access_tokens', interval '1 hour'),
    ('session.grants', interval '7 days'),
    ('session.logout_notices', interval '0'),
    ('session.sessions', interval '400 days'),
    ('session.upstream_sessions', interval '0')
$$;
