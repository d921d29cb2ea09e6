-- Purpose: sessions and grants know the device that they belong to, and end with it.
-- Tables: session.sessions, session.grants.
-- Scope: tenant.
-- Retention class: as the tables have it.
-- Rollback: drop both columns device_id; restore both checks of revoked_why.

alter table session.sessions add column device_id uuid;
comment on column session.sessions.device_id is 'The device that showed its key in this session; no foreign key, as runtime tables may live elsewhere.';
alter table session.sessions drop constraint sessions_revoked_why_check;
alter table session.sessions add constraint sessions_revoked_why_check
    check (revoked_why in ('signed_out', 'ended', 'reuse', 'password', 'user', 'replaced', 'expired', 'device'));
comment on column session.sessions.revoked_why is 'signed_out: by itself; ended: by its person or an administrator from elsewhere; reuse: an old token was used again; password: the password was changed; user: the user was suspended or deleted; replaced: somebody signed in anew in the same browser; expired: it ran out, and clients that were given something in it are told; device: the device was revoked.';
grant update (device_id) on session.sessions to ${app};

-- The sessions of a device.
create index sessions_by_device on session.sessions (tenant_id, device_id) where device_id is not null;

alter table session.grants add column device_id uuid;
comment on column session.grants.device_id is 'The device whose key the client showed, or in whose session it was given: it ends with the device. No foreign key, as runtime tables may live elsewhere.';
alter table session.grants drop constraint grants_revoked_why_check;
alter table session.grants add constraint grants_revoked_why_check
    check (revoked_why in ('revoked', 'replay', 'withdrawn', 'device'));
comment on column session.grants.revoked_why is 'revoked: the client gave it back; replay: a code or refresh token was used twice; withdrawn: the person or an administrator took it back; device: the device was revoked.';

-- What was given to a device.
create index grants_by_device on session.grants (tenant_id, device_id) where device_id is not null;
