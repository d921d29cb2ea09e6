-- Purpose: say what the table of challenges holds now that a challenge is computed and only its answer is written.
-- Tables: auth.webauthn_challenges (comments only).
-- Scope: tenant.
-- Retention class: transient.
-- Rollback: none needed; the columns are as they were.

comment on table auth.webauthn_challenges is 'A challenge for a passkey that was answered. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column auth.webauthn_challenges.challenge is 'What was to be signed: 32 bytes, computed from the id with a server key.';
comment on column auth.webauthn_challenges.created_at is 'When it was answered.';
comment on column auth.webauthn_challenges.expires_at is 'When an answer to it would be too late in any case, so that the row can go.';
