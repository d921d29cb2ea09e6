-- Purpose: a session that ran out is noted as ended, once its clients are to be told; a grant says of no end what nothing sets.
-- Tables: session.sessions, session.grants.
-- Scope: tenant.
-- Retention class: as the tables have it.
-- Rollback: set revoked_at and revoked_why of expired sessions to null; restore both checks.

alter table session.sessions drop constraint sessions_revoked_why_check;
alter table session.sessions add constraint sessions_revoked_why_check
    check (revoked_why in ('signed_out', 'ended', 'reuse', 'password', 'user', 'replaced', 'expired'));
comment on column session.sessions.revoked_at is 'When it was ended before its time, or noted to have run out.';
comment on column session.sessions.revoked_why is 'signed_out: by itself; ended: by its person or an administrator from elsewhere; reuse: an old token was used again; password: the password was changed; user: the user was suspended or deleted; replaced: somebody signed in anew in the same browser; expired: it ran out, and clients that were given something in it are told.';

alter table session.grants drop constraint grants_revoked_why_check;
alter table session.grants add constraint grants_revoked_why_check
    check (revoked_why in ('revoked', 'replay', 'withdrawn'));
comment on column session.grants.revoked_why is 'revoked: the client gave it back; replay: a code or refresh token was used twice; withdrawn: the person or an administrator took it back.';
