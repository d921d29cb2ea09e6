-- Purpose: words that somebody wants to reserve, until somebody else agrees or not.
-- Tables: identity.reservation_proposals.
-- Scope: system-wide: they are about the one dictionary of all workspaces.
-- Retention class: none (who proposed and who decided is evidence).
-- Rollback: drop table identity.reservation_proposals.

-- system-wide: they are about the one dictionary of all workspaces
create table identity.reservation_proposals (
    id          uuid        not null primary key,
    handle      text collate "C" not null check (handle ~ '^[a-z][a-z0-9]*([.-][a-z0-9]+)*$' and length(handle) between 2 and 20),
    category    text        not null check (category in ('system', 'product', 'brand', 'profanity', 'ambiguous')),
    reason      text        not null check (length(reason) between 1 and 500),
    status      text        not null check (status in ('proposed', 'approved', 'rejected')),
    proposed_by text        not null check (length(proposed_by) between 5 and 200),
    proposed_at timestamptz not null,
    reviewed_by text        check (length(reviewed_by) between 5 and 200),
    reviewed_at timestamptz,
    constraint reservation_proposals_decided_by_somebody
        check ((status = 'proposed') = (reviewed_by is null) and (reviewed_by is null) = (reviewed_at is null)),
    constraint reservation_proposals_by_four_eyes check (status <> 'approved' or reviewed_by <> proposed_by)
);
comment on table identity.reservation_proposals is 'A word that somebody wants to reserve. Scope: system-wide. 001 class: config. Retention: for good.';
comment on column identity.reservation_proposals.id is 'The proposal (hrv_ outside); the reservation has the same.';
comment on column identity.reservation_proposals.handle is 'The word.';
comment on column identity.reservation_proposals.category is 'Why such words are reserved, as in the dictionary.';
comment on column identity.reservation_proposals.reason is 'Why this one, in words.';
comment on column identity.reservation_proposals.status is 'proposed: nobody has decided; approved: it is in the dictionary; rejected: it is not.';
comment on column identity.reservation_proposals.proposed_by is 'Who proposed it (a DID).';
comment on column identity.reservation_proposals.proposed_at is 'When.';
comment on column identity.reservation_proposals.reviewed_by is 'Who decided (a DID): to approve, somebody else than whoever proposed it.';
comment on column identity.reservation_proposals.reviewed_at is 'When they decided.';

-- One proposal for a word at a time.
create unique index reservation_proposals_open on identity.reservation_proposals (handle) where status = 'proposed';
-- Pages of one status.
create index reservation_proposals_by_status on identity.reservation_proposals (status, id);

grant select, insert, update (status, reviewed_by, reviewed_at) on identity.reservation_proposals to ${app};
grant select on identity.reservation_proposals to ${worker};
