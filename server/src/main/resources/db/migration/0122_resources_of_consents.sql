-- Purpose: a consent also says for which resources it was given, so that it is not taken for one to others.
-- Tables: oauth.consents.
-- Scope: tenant.
-- Retention class: user.
-- Rollback: alter table oauth.consents drop column resources.

alter table oauth.consents
    add column resources text[] not null default '{}' check (cardinality(resources) <= 100);
comment on column oauth.consents.resources is 'At which resources what was allowed may be used (RFC 8707), all times together; none: only where none was asked for.';
grant update (resources) on oauth.consents to ${app};
