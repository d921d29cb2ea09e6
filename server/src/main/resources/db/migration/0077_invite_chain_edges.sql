-- Purpose: who came by whose invitation: lineage, which nobody changes.
-- Tables: identity.invite_chain_edges.
-- Scope: tenant (only people of the system workspace have lineage; the wall is the same for all).
-- Retention class: forever (000: immutable lineage; ids that lead nowhere once their people are erased).
-- Rollback: drop table identity.invite_chain_edges; drop function app.place_in_lineage().

create table identity.invite_chain_edges (
    tenant_id   uuid        not null references identity.workspaces (id),
    invitee_id  uuid        not null,
    inviter_id  uuid        not null check (inviter_id <> invitee_id),
    invite_id   uuid        not null,
    depth       integer     not null check (depth > 0),
    generation  integer     not null check (generation between 1 and 100),
    path        bytea       not null check (length(path) = 16 * (generation + 1)),
    issued_at   timestamptz not null,
    redeemed_at timestamptz not null,
    primary key (tenant_id, invitee_id)
);
comment on table identity.invite_chain_edges is 'Who invited whom, for ever. Scope: tenant. 001 class: user. Retention: forever.';
comment on column identity.invite_chain_edges.tenant_id is 'The workspace whose people both are: the system workspace.';
comment on column identity.invite_chain_edges.invitee_id is 'Who came. No foreign key: the edge outlives the account, and the random id is then a pseudonym.';
comment on column identity.invite_chain_edges.inviter_id is 'Who invited them; kept in the same way.';
comment on column identity.invite_chain_edges.invite_id is 'By which invitation, which goes with either person.';
comment on column identity.invite_chain_edges.depth is 'How far from the nearest staff root: the inviter''s depth and one.';
comment on column identity.invite_chain_edges.generation is 'How far from the person at the top, whom nobody invited. The database sets it.';
comment on column identity.invite_chain_edges.path is 'The ids from the top to the invitee, 16 bytes each: what lies below somebody is a range. The database sets it.';
comment on column identity.invite_chain_edges.issued_at is 'When they were invited.';
comment on column identity.invite_chain_edges.redeemed_at is 'When they came.';

-- Who was invited by somebody.
create index invite_chain_edges_by_inviter on identity.invite_chain_edges (tenant_id, inviter_id, invitee_id);
-- Everybody below somebody, one generation after the other: a page is a walk along this index.
create index invite_chain_edges_by_place on identity.invite_chain_edges (tenant_id, generation, path);

-- The place follows from the inviter's own, so that no writer can put anybody elsewhere. A bulk load brings inviters first.
create function app.place_in_lineage() returns trigger
    language plpgsql
as $$
begin
    select e.generation + 1, e.path || uuid_send(new.invitee_id)
    into new.generation, new.path
    from identity.invite_chain_edges e
    where e.tenant_id = new.tenant_id
      and e.invitee_id = new.inviter_id;
    if not found then
        new.generation := 1;
        new.path := uuid_send(new.inviter_id) || uuid_send(new.invitee_id);
    end if;
    return new;
end
$$;
comment on function app.place_in_lineage() is 'Puts a new edge below its inviter.';
revoke execute on function app.place_in_lineage() from public;
create trigger place_in_lineage before insert on identity.invite_chain_edges
    for each row execute function app.place_in_lineage();

alter table identity.invite_chain_edges enable row level security;
alter table identity.invite_chain_edges force row level security;
create policy tenant_wall on identity.invite_chain_edges
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert (tenant_id, invitee_id, inviter_id, invite_id, depth, issued_at, redeemed_at)
    on identity.invite_chain_edges to ${app};
-- Deletes with the whole workspace only.
grant select, delete on identity.invite_chain_edges to ${worker};
