package dev.keystead.device.authority;

import dev.keystead.device.Device;
import dev.keystead.device.DeviceId;
import dev.keystead.device.Devices.SignedChallenge;
import dev.keystead.directory.UserId;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bouncycastle.util.BigIntegers;

/// The statements on certificates of devices.
final class CertificateStore {
    private static final int SERIAL = 16;

    static final Command CERTIFICATE_INSERT = Command.tenant("device.certificate.insert", """
            insert into identity.binding_certificates
                (id, device_id, user_id, authority_id, serial, thumbprint, cert_pem, issued_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""");

    /// Uses the challenge of a device up and notes until when it is certified, if there is room for another
    /// certificate.
    /// A device has one challenge at a time, so that of its certificates one is issued after the other.
    static final Query<DeviceId> DEVICE_CERTIFY =
            Query.tenant("device.certificate.certify-device", """
            update identity.devices d
            set challenge = null, challenge_expires_at = null, trust_level = 'offline_bound',
                certified_until_at = greatest(d.certified_until_at, ?), updated_at = ?, version = d.version + 1
            where d.id = ?
              and d.user_id = ?
              and d.challenge = ?
              and d.challenge_expires_at > ?
              and d.revoked_at is null
              and d.trust_level <> 'untrusted'
              and ? > (
                select count(*)
                from identity.binding_certificates c
                where c.device_id = ?
                  and c.revoked_at is null
                  and c.expires_at > ?
                  and c.tenant_id = ?)
              and d.tenant_id = ?
            returning d.id""", row -> new DeviceId(row.uuid("id")));

    static final Query<Certificate> CERTIFICATE_FIND =
            Query.tenant("device.certificate.find", """
            select id, device_id, user_id, authority_id, encode(serial, 'hex') as serial, thumbprint, cert_pem,
                issued_at, expires_at, revoked_at, revoked_why
            from identity.binding_certificates
            where id = ?
              and tenant_id = ?""", CertificateStore::certificate);

    static final Query<Certificate> CERTIFICATE_LOCK =
            Query.tenant("device.certificate.lock", """
            select id, device_id, user_id, authority_id, encode(serial, 'hex') as serial, thumbprint, cert_pem,
                issued_at, expires_at, revoked_at, revoked_why
            from identity.binding_certificates
            where id = ?
              and tenant_id = ?
            for no key update""", CertificateStore::certificate);

    /// The one that lasts longest.
    static final Query<Certificate> CERTIFICATE_CURRENT =
            Query.tenant("device.certificate.find-current", """
            select id, device_id, user_id, authority_id, encode(serial, 'hex') as serial, thumbprint, cert_pem,
                issued_at, expires_at, revoked_at, revoked_why
            from identity.binding_certificates
            where device_id = ?
              and revoked_at is null
              and expires_at > ?
              and tenant_id = ?
            order by expires_at desc, id desc
            limit 1""", CertificateStore::certificate);

    static final Query<Certificate> CERTIFICATE_LIST =
            Query.tenant("device.certificate.list", """
            select id, device_id, user_id, authority_id, encode(serial, 'hex') as serial, thumbprint, cert_pem,
                issued_at, expires_at, revoked_at, revoked_why
            from identity.binding_certificates
            where id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", CertificateStore::certificate);

    static final Query<Certificate> CERTIFICATE_LIST_OF_DEVICE =
            Query.tenant("device.certificate.list-of-device", """
            select id, device_id, user_id, authority_id, encode(serial, 'hex') as serial, thumbprint, cert_pem,
                issued_at, expires_at, revoked_at, revoked_why
            from identity.binding_certificates
            where device_id = ?
              and id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", CertificateStore::certificate);

    static final Query<KnownCertificate> CERTIFICATE_KNOWN =
            Query.tenant("device.certificate.find-known", """
            select c.device_id, c.user_id, d.key_thumbprint, c.expires_at,
                (c.revoked_at is not null or d.revoked_at is not null) as revoked
            from identity.binding_certificates c
            join identity.devices d on d.id = c.device_id and d.tenant_id = ?
            where c.thumbprint = ?
              and c.tenant_id = ?""", CertificateStore::known);

    static final Query<Certificate> CERTIFICATE_REVOKE =
            Query.tenant("device.certificate.revoke", """
            update identity.binding_certificates
            set revoked_at = ?, revoked_why = ?
            where id = ?
              and revoked_at is null
              and tenant_id = ?
            returning id, device_id, user_id, authority_id, encode(serial, 'hex') as serial, thumbprint, cert_pem,
                issued_at, expires_at, revoked_at, revoked_why""", CertificateStore::certificate);

    static final Query<Certificate> CERTIFICATES_REVOKE_OF_DEVICE =
            Query.tenant("device.certificate.revoke-of-device", """
            update identity.binding_certificates
            set revoked_at = ?, revoked_why = ?
            where device_id = ?
              and revoked_at is null
              and expires_at > ?
              and tenant_id = ?
            returning id, device_id, user_id, authority_id, encode(serial, 'hex') as serial, thumbprint, cert_pem,
                issued_at, expires_at, revoked_at, revoked_why""", CertificateStore::certificate);

    static final Query<Issuer.Revoked> CERTIFICATES_REVOKED =
            Query.tenant("device.certificate.list-revoked", """
            select encode(serial, 'hex') as serial, revoked_at, revoked_why
            from identity.binding_certificates
            where authority_id = ?
              and revoked_at is not null
              and expires_at > ?
              and tenant_id = ?
            order by revoked_at, id""", CertificateStore::revoked);

    static final Command CERTIFICATES_END = Command.crossTenant(
            "device.certificate.end", "it runs where events have their effects, for the workspace of one event", """
            with ended as (
                update identity.binding_certificates
                set revoked_at = ?, revoked_why = 'cessation'
                where user_id = ?
                  and revoked_at is null
                  and tenant_id = ?
                returning tenant_id, authority_id)
            update identity.certificate_authorities a
            set crl = null
            from (select distinct tenant_id, authority_id from ended) e
            where a.tenant_id = e.tenant_id
              and a.id = e.authority_id""");

    static final Command CERTIFICATE_PURGE = Command.crossTenant(
            "device.certificate.purge",
            "certificates that expired long ago are removed together in all workspaces",
            """
            delete from identity.binding_certificates
            where (tenant_id, id) in (
                select tenant_id, id
                from identity.binding_certificates
                where expires_at < cast(? as timestamptz) - interval '90 days'
                limit ?)""");

    private final Database database;

    CertificateStore(Database database) {
        this.database = database;
    }

    void insertAtCommit(Transaction transaction, Certificate certificate) {
        transaction.atCommit(
                CERTIFICATE_INSERT,
                p -> p.id(certificate.id())
                        .id(certificate.device())
                        .id(certificate.user())
                        .id(certificate.authority())
                        .bytes(BigIntegers.asUnsignedByteArray(SERIAL, new BigInteger(certificate.serial(), 16)))
                        .text(certificate.thumbprint())
                        .text(certificate.pem())
                        .instant(certificate.issuedAt())
                        .instant(certificate.expiresAt()));
    }

    /// @param most how many valid certificates the device may have
    boolean certify(
            Transaction transaction, Device device, SignedChallenge signed, Instant until, Instant now, int most) {
        return transaction
                .find(
                        DEVICE_CERTIFY,
                        p -> p.instant(until)
                                .instant(now)
                                .id(device.id())
                                .id(device.user())
                                .bytes(signed.nonce())
                                .instant(now)
                                .integer(most)
                                .id(device.id())
                                .instant(now)
                                .scope()
                                .scope())
                .isPresent();
    }

    Optional<Certificate> find(CertificateId id) {
        return database.find(CERTIFICATE_FIND, p -> p.id(id));
    }

    Optional<Certificate> find(Transaction transaction, CertificateId id) {
        return transaction.find(CERTIFICATE_FIND, p -> p.id(id));
    }

    Optional<Certificate> lock(Transaction transaction, CertificateId id) {
        return transaction.find(CERTIFICATE_LOCK, p -> p.id(id));
    }

    Optional<Certificate> findCurrent(DeviceId device, Instant now) {
        return database.find(CERTIFICATE_CURRENT, p -> p.id(device).instant(now));
    }

    Optional<Certificate> findCurrent(Transaction transaction, DeviceId device, Instant now) {
        return transaction.find(CERTIFICATE_CURRENT, p -> p.id(device).instant(now));
    }

    List<Certificate> list(UUID before, int limit) {
        return database.list(CERTIFICATE_LIST, p -> p.uuid(before).scope().integer(limit));
    }

    List<Certificate> list(DeviceId device, UUID before, int limit) {
        return database.list(
                CERTIFICATE_LIST_OF_DEVICE,
                p -> p.id(device).uuid(before).scope().integer(limit));
    }

    Optional<KnownCertificate> findKnown(String thumbprint) {
        return database.find(CERTIFICATE_KNOWN, p -> p.scope().text(thumbprint).scope());
    }

    Optional<Certificate> revoke(Transaction transaction, CertificateId id, Certificate.Reason why, Instant now) {
        return transaction.find(
                CERTIFICATE_REVOKE, p -> p.instant(now).text(Words.of(why)).id(id));
    }

    List<Certificate> revokeOf(Transaction transaction, DeviceId device, Certificate.Reason why, Instant now) {
        return transaction.list(
                CERTIFICATES_REVOKE_OF_DEVICE,
                p -> p.instant(now).text(Words.of(why)).id(device).instant(now));
    }

    List<Issuer.Revoked> listRevoked(Transaction transaction, AuthorityId authority, Instant since) {
        return transaction.list(CERTIFICATES_REVOKED, p -> p.id(authority).instant(since));
    }

    private static Certificate certificate(Row row) {
        return new Certificate(
                new CertificateId(row.uuid("id")),
                new DeviceId(row.uuid("device_id")),
                new UserId(row.uuid("user_id")),
                new AuthorityId(row.uuid("authority_id")),
                row.text("serial"),
                row.text("thumbprint"),
                row.text("cert_pem"),
                row.instant("issued_at"),
                row.instant("expires_at"),
                row.findInstant("revoked_at"),
                row.findText("revoked_why").map(why -> Words.parse(Certificate.Reason.class, why)));
    }

    private static KnownCertificate known(Row row) {
        return new KnownCertificate(
                new DeviceId(row.uuid("device_id")),
                new UserId(row.uuid("user_id")),
                row.text("key_thumbprint"),
                row.instant("expires_at"),
                row.flag("revoked"));
    }

    private static Issuer.Revoked revoked(Row row) {
        return new Issuer.Revoked(
                new BigInteger(row.text("serial"), 16),
                row.instant("revoked_at"),
                Words.parse(Certificate.Reason.class, row.text("revoked_why")));
    }
}
