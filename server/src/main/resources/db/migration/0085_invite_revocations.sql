-- Purpose: that somebody's invitation was revoked, by whom and why. Written once; the lineage stays as it is.
-- Tables: identity.invite_revocations.
-- Scope: tenant (only people of the system workspace have lineage; the wall is the same for all).
-- Retention class: user (000: append-only evidence; ids that lead nowhere once their people are erased).
-- Rollback: drop table identity.invite_revocations.

create table identity.invite_revocations (
    tenant_id           uuid        not null references identity.workspaces (id),
    id                  uuid        not null,
    invitee_id          uuid        not null,
    inviter_id          uuid,
    inviters_inviter_id uuid,
    reason              text        not null check (reason in ('abuse', 'fraud', 'policy', 'inviter_compromised', 'other')),
    reason_detail       text        check (length(reason_detail) between 1 and 500),
    revoked_by          text        not null check (length(revoked_by) between 1 and 200),
    revoked_at          timestamptz not null,
    cascade             boolean     not null,
    cascade_job_id      uuid,
    reversed_at         timestamptz,
    primary key (tenant_id, id),
    constraint invite_revocations_cascade_has_a_job check (cascade = (cascade_job_id is not null)),
    constraint invite_revocations_only_cascades_are_reversed check (reversed_at is null or cascade)
);
comment on table identity.invite_revocations is 'That somebody was revoked. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.invite_revocations.tenant_id is 'The workspace: the system workspace.';
comment on column identity.invite_revocations.id is 'The revocation (rvk_ outside).';
comment on column identity.invite_revocations.invitee_id is 'Who was revoked. No foreign key: it is evidence and outlives the account.';
comment on column identity.invite_revocations.inviter_id is 'Who had invited them; lineage never changes, so that this stays true. Kept in the same way.';
comment on column identity.invite_revocations.inviters_inviter_id is 'Who had invited that one. Kept in the same way.';
comment on column identity.invite_revocations.reason is 'Why, in a word.';
comment on column identity.invite_revocations.reason_detail is 'Why, in the words of whoever did it.';
comment on column identity.invite_revocations.revoked_by is 'Who did it (a DID).';
comment on column identity.invite_revocations.revoked_at is 'When.';
comment on column identity.invite_revocations.cascade is 'Whether everybody below was meant too.';
comment on column identity.invite_revocations.cascade_job_id is 'The job that did that; it goes long before this row.';
comment on column identity.invite_revocations.reversed_at is 'When it was undone with its cascade: it counts against nobody since.';

-- What counts against somebody themselves.
create index invite_revocations_by_invitee on identity.invite_revocations (tenant_id, invitee_id);
-- What counts against whoever invited them.
create index invite_revocations_by_inviter on identity.invite_revocations (tenant_id, inviter_id);
-- What counts against whoever invited those.
create index invite_revocations_by_inviters_inviter on identity.invite_revocations (tenant_id, inviters_inviter_id);
-- What a job undoes.
create index invite_revocations_by_job on identity.invite_revocations (tenant_id, cascade_job_id) where cascade_job_id is not null;
-- Where somebody who is erased is named as the one who did it.
create index invite_revocations_by_revoker on identity.invite_revocations (tenant_id, revoked_by);

alter table identity.invite_revocations enable row level security;
alter table identity.invite_revocations force row level security;
create policy tenant_wall on identity.invite_revocations
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
-- Written once; only its undoing is added.
grant select, insert, update (reversed_at) on identity.invite_revocations to ${app};
grant select, delete, update (revoked_by) on identity.invite_revocations to ${worker};
