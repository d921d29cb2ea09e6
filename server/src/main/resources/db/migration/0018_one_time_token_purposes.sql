-- Purpose: links in mails: they work once too, but for more than the set-up.
-- Tables: auth.one_time_tokens.
-- Scope: tenant.
-- Retention class: transient (hard delete after expiry).
-- Rollback: alter table auth.one_time_tokens drop column address, drop column flow_id; restore the check of purpose.

alter table auth.one_time_tokens
    add column address text check (length(address) between 3 and 320),
    add column flow_id uuid;
alter table auth.one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table auth.one_time_tokens add constraint one_time_tokens_purpose_check
    check (purpose in ('setup', 'magic_link', 'verify_email', 'reset_password', 'invitation'));
comment on column auth.one_time_tokens.purpose is 'What it is good for. setup: lets the first administrator in; magic_link: proves the mailbox in a sign-in; verify_email: proves an address; reset_password: lets a new password be set; invitation: lets a new user in for the first time.';
comment on column auth.one_time_tokens.address is 'The mail address that it was sent to and therefore proves.';
comment on column auth.one_time_tokens.flow_id is 'The sign-in that it belongs to, if it is good for that one only.';
