-- Purpose: each workspace's authority for the certificates of devices, and the certificates that it issued.
-- Tables: identity.certificate_authorities, identity.binding_certificates.
-- Scope: tenant.
-- Retention class: none for authorities (they go when they have expired and no certificate of theirs is kept); user for
-- certificates (003: 90 days after expiry; with the person).
-- Rollback: drop table identity.binding_certificates; drop table identity.certificate_authorities.

create table identity.certificate_authorities (
    tenant_id   uuid        not null references identity.workspaces (id),
    id          uuid        not null,
    level       text        not null check (level in ('root', 'intermediate')),
    issuer_id   uuid        not null,
    certificate bytea       not null check (octet_length(certificate) between 200 and 4000),
    private_key bytea       not null check (octet_length(private_key) between 100 and 1000),
    status      text        not null check (status in ('active', 'rotating')),
    crl         bytea,
    crl_number  bigint      not null check (crl_number >= 0),
    crl_next_at timestamptz,
    created_at  timestamptz not null,
    rotated_at  timestamptz,
    expires_at  timestamptz not null,
    primary key (tenant_id, id),
    constraint certificate_authorities_rotating_say_when check ((status = 'rotating') = (rotated_at is not null)),
    constraint certificate_authorities_roots_sign_themselves check ((level = 'root') = (issuer_id = id)),
    constraint certificate_authorities_lists_end check (crl is null or crl_next_at is not null)
);
comment on table identity.certificate_authorities is 'A certificate with which a workspace signs others: its root, or the intermediate that signs those of devices. Scope: tenant. 001 class: config. Retention: while a certificate of it is kept.';
comment on column identity.certificate_authorities.tenant_id is 'The workspace.';
comment on column identity.certificate_authorities.id is 'The authority (cau_ outside).';
comment on column identity.certificate_authorities.level is 'root: signs intermediates; intermediate: signs certificates of devices.';
comment on column identity.certificate_authorities.issuer_id is 'The authority that signed its certificate, a root itself; no foreign key, so that both can go in any order.';
comment on column identity.certificate_authorities.certificate is 'Its certificate (DER).';
comment on column identity.certificate_authorities.private_key is 'Its private key and the fingerprint of its certificate, in an envelope under the master key that opens in this row alone.';
comment on column identity.certificate_authorities.status is 'active: signs; rotating: signs no certificates any more, those that it signed stay valid.';
comment on column identity.certificate_authorities.crl is 'Its list of revoked certificates (DER) as it was last signed; null when something changed since.';
comment on column identity.certificate_authorities.crl_number is 'The number of that list: each has a higher one.';
comment on column identity.certificate_authorities.crl_next_at is 'When that list says that the next will be there.';
comment on column identity.certificate_authorities.created_at is 'When it was made.';
comment on column identity.certificate_authorities.rotated_at is 'When another took its place.';
comment on column identity.certificate_authorities.expires_at is 'Until when its certificate is valid.';

-- One of each level signs; of two nodes that make one at the same time, one finds the other's.
create unique index certificate_authorities_active on identity.certificate_authorities (tenant_id, level) where status = 'active';

alter table identity.certificate_authorities enable row level security;
alter table identity.certificate_authorities force row level security;
create policy tenant_wall on identity.certificate_authorities
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select, delete,
    insert (tenant_id, id, level, issuer_id, certificate, private_key, status, crl_number, created_at, expires_at),
    update (status, crl, crl_number, crl_next_at, rotated_at)
    on identity.certificate_authorities to ${app};
grant select, delete, update (crl) on identity.certificate_authorities to ${worker};

create table identity.binding_certificates (
    tenant_id     uuid        not null references identity.workspaces (id),
    id            uuid        not null,
    device_id     uuid        not null,
    user_id       uuid        not null,
    authority_id  uuid        not null,
    serial        bytea       not null check (octet_length(serial) = 16),
    thumbprint    text collate "C" not null check (length(thumbprint) = 43),
    cert_pem      text        not null check (length(cert_pem) between 200 and 8000),
    issued_at     timestamptz not null,
    expires_at    timestamptz not null,
    revoked_at    timestamptz,
    revoked_why   text        check (revoked_why in ('unspecified', 'key_compromise', 'superseded', 'cessation')),
    primary key (tenant_id, id),
    foreign key (tenant_id, device_id) references identity.devices (tenant_id, id),
    foreign key (tenant_id, authority_id) references identity.certificate_authorities (tenant_id, id),
    constraint binding_certificates_thumbprint_once unique (tenant_id, thumbprint),
    constraint binding_certificates_serial_once unique (tenant_id, authority_id, serial),
    constraint binding_certificates_expire_later check (expires_at > issued_at),
    constraint binding_certificates_say_why check ((revoked_at is null) = (revoked_why is null))
);
comment on table identity.binding_certificates is 'A certificate that binds a device''s key to its person. Scope: tenant. 001 class: user. Retention: user.';
comment on column identity.binding_certificates.tenant_id is 'The workspace.';
comment on column identity.binding_certificates.id is 'The certificate (bdc_ outside).';
comment on column identity.binding_certificates.device_id is 'The device.';
comment on column identity.binding_certificates.user_id is 'Whose device it is.';
comment on column identity.binding_certificates.authority_id is 'The intermediate that signed it.';
comment on column identity.binding_certificates.serial is 'Its serial number: 128 random bits.';
comment on column identity.binding_certificates.thumbprint is 'SHA-256 of the certificate in base64url, by which tokens name it (RFC 8705).';
comment on column identity.binding_certificates.cert_pem is 'The certificate itself; it is public.';
comment on column identity.binding_certificates.issued_at is 'When it was signed.';
comment on column identity.binding_certificates.expires_at is 'Until when it is valid.';
comment on column identity.binding_certificates.revoked_at is 'When it was revoked.';
comment on column identity.binding_certificates.revoked_why is 'Why, in words for which RFC 5280 has codes.';

-- The certificates of a device, and the one that lasts longest.
create index binding_certificates_by_device on identity.binding_certificates (tenant_id, device_id, expires_at);
-- Erasure.
create index binding_certificates_by_user on identity.binding_certificates (tenant_id, user_id);
-- What a list of revoked ones holds.
create index binding_certificates_revoked on identity.binding_certificates (tenant_id, authority_id, expires_at) where revoked_at is not null;
-- What expired longer ago than it is kept.
create index binding_certificates_by_expiry on identity.binding_certificates (tenant_id, expires_at);

alter table identity.binding_certificates enable row level security;
alter table identity.binding_certificates force row level security;
create policy tenant_wall on identity.binding_certificates
    using (tenant_id = app.current_tenant())
    with check (tenant_id = app.current_tenant());
grant select,
    insert (tenant_id, id, device_id, user_id, authority_id, serial, thumbprint, cert_pem, issued_at, expires_at),
    update (revoked_at, revoked_why)
    on identity.binding_certificates to ${app};
grant select, delete, update (revoked_at, revoked_why) on identity.binding_certificates to ${worker};
