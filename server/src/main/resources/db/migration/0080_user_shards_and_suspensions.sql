-- Purpose: work on all people of a workspace is divided into 256 parts; a suspension tells which cascade it comes from, so that
-- undoing one gives back exactly those whom it took.
-- Tables: identity.users.
-- Scope: tenant.
-- Retention class: user (as the table has it).
-- Rollback: drop index identity.users_by_shard; alter table identity.users drop column shard, drop column suspension_id.

-- The last byte of an id is random, whoever makes it: the parts are of one size. A stored column, as the table's wall lets no
-- function of the id be looked up in an index.
alter table identity.users
    add column shard smallint not null generated always as (get_byte(uuid_send(id), 15)) stored,
    add column suspension_id uuid,
    add constraint users_suspension_of_the_suspended check (suspension_id is null or status = 'suspended');
comment on column identity.users.shard is 'Which of 256 parts the user is in when all users are worked on; follows from the id.';
comment on column identity.users.suspension_id is 'The cascade job (csj_ outside) that suspended the user; empty when somebody did by hand, and for whoever is not suspended.';

-- The users of a part, in the order of their ids.
create index users_by_shard on identity.users (tenant_id, shard, id) where deleted_at is null;
