-- Purpose: other identity providers that a workspace lets its people come from.
-- Tables: admin.connections, identity.users.
-- Scope: tenant.
-- Retention class: none (kept while the workspace exists; what is deleted goes at once).
-- Rollback: drop table admin.connections; alter table identity.users drop column backend.

create table admin.connections (
    tenant_id   uuid        not null references identity.workspaces (id),
    id          uuid        not null,
    kind        text        not null check (kind in ('oidc', 'saml')),
    name        text        not null check (length(name) between 1 and 120),
    button_text text        check (length(button_text) between 1 and 80),
    enabled     boolean     not null,
    position    integer     not null check (position between 0 and 1000),
    issuer      text collate "C" not null check (length(issuer) between 1 and 1000),
    settings    jsonb       not null,
    secret      bytea       check (length(secret) between 30 and 8000),
    created_by  text        not null check (length(created_by) between 1 and 200),
    version     integer     not null check (version > 0),
    created_at  timestamptz not null,
    updated_at  timestamptz not null,
    primary key (tenant_id, id),
    constraint connections_issuer_once unique (tenant_id, issuer)
);
comment on table admin.connections is 'An identity provider that people of a workspace can come from. Scope: tenant. 001 class: config. Retention: none.';
comment on column admin.connections.tenant_id is 'The workspace.';
comment on column admin.connections.id is 'The connection (con_ outside).';
comment on column admin.connections.kind is 'What is spoken with it: OpenID Connect or SAML 2.0.';
comment on column admin.connections.name is 'What it is called, also on the button unless that has a text of its own.';
comment on column admin.connections.button_text is 'What stands on its button at the door.';
comment on column admin.connections.enabled is 'Whether anybody can come in by it.';
comment on column admin.connections.position is 'Where its button stands; the lowest first.';
comment on column admin.connections.issuer is 'What the provider calls itself: the issuer of OpenID Connect, the entity id of SAML. One connection for each.';
comment on column admin.connections.settings is 'How it is spoken with, whom it lets in and what its words mean here.';
comment on column admin.connections.secret is 'What we prove ourselves to it by, in an envelope.';
comment on column admin.connections.created_by is 'Who made it (a DID).';
comment on column admin.connections.version is 'Counts changes; the ETag.';
comment on column admin.connections.created_at is 'When it was made.';
comment on column admin.connections.updated_at is 'When it was last changed.';

-- What somebody made, when they are erased.
create index connections_by_maker on admin.connections (tenant_id, created_by);

alter table admin.connections enable row level security;
alter table admin.connections force row level security;
create policy tenant_wall on admin.connections
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, insert, delete,
    update (name, button_text, enabled, position, issuer, settings, secret, version, updated_at)
    on admin.connections to ${app};
grant select, delete, update (created_by) on admin.connections to ${worker};

-- The release before this one does not name the column, and makes users of this house only.
alter table identity.users
    add column backend text not null default 'in_house' check (backend in ('in_house', 'oidc', 'saml', 'keycloak_broker'));
comment on column identity.users.backend is 'Who vouches for the user since they were made: this house, or a provider that they first came from.';
