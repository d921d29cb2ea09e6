-- Purpose: a brake on branches of the lineage that grow too fast.
-- Tables: auth.lockouts.
-- Scope: tenant.
-- Retention class: transient (hard delete after expiry).
-- Rollback: delete the rows of the kind branch; restore the check of kind.

alter table auth.lockouts drop constraint lockouts_kind_check;
alter table auth.lockouts add constraint lockouts_kind_check
    check (kind in ('account', 'source', 'browser', 'mail', 'start', 'ask', 'register', 'request', 'client', 'branch'));
comment on column auth.lockouts.kind is 'account: guesses at one account under one of its names, or at a name that no account has; source: guesses from one network; browser: from a browser that the account knows, which strangers cannot lock out; mail: mails to one account that anybody can ask for; start: sign-ins begun from one network; ask: accounts, links and codes asked for from one network; register: applications that registered themselves from one network; request: requests of applications without a secret from one network; client: requests of one application that proved itself; branch: accounts that came by invitations of one branch of the lineage.';
