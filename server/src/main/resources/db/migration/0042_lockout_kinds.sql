-- Purpose: brakes on beginning sign-ins and on asking for mails, by the network that it is done from.
-- Tables: auth.lockouts.
-- Scope: tenant.
-- Retention class: transient (hard delete after expiry).
-- Rollback: delete the rows of the kinds start and ask; restore the check of kind.

alter table auth.lockouts drop constraint lockouts_kind_check;
alter table auth.lockouts add constraint lockouts_kind_check
    check (kind in ('account', 'source', 'browser', 'mail', 'start', 'ask'));
comment on table auth.lockouts is 'How often something was tried, and until when no other try is taken. Scope: tenant. 001 class: runtime. Retention: transient.';
comment on column auth.lockouts.kind is 'account: guesses at one account under one of its names, or at a name that no account has; source: guesses from one network; browser: from a browser that the account knows, which strangers cannot lock out; mail: mails to one account that anybody can ask for; start: sign-ins begun from one network; ask: accounts, links and codes asked for from one network.';
comment on column auth.lockouts.failed_attempts is 'Attempts since the last success, or since the window of a start or an ask began; counted before an attempt is judged, so that guesses in parallel gain nothing.';
