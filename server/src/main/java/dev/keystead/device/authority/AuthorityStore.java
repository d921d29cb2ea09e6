package dev.keystead.device.authority;

import dev.keystead.job.Turns;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on certificate authorities.
final class AuthorityStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);
    private static final String WHY = "the rotation goes over the authorities of all workspaces";

    /// Of two who make an authority at once, the second inserts nothing.
    static final Query<Authority> AUTHORITY_INSERT =
            Query.tenant("device.authority.insert", """
            insert into identity.certificate_authorities
                (id, level, issuer_id, certificate, private_key, status, crl_number, created_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, 'active', 0, ?, ?, ?)
            on conflict do nothing
            returning id, level, issuer_id, certificate, status, created_at, rotated_at,
                expires_at""", AuthorityStore::authority);

    static final Query<Authority.Sealed> AUTHORITY_FIND_ACTIVE =
            Query.tenant("device.authority.find-active", """
            select id, level, issuer_id, certificate, status, created_at, rotated_at, expires_at, private_key
            from identity.certificate_authorities
            where level = ?
              and status = 'active'
              and tenant_id = ?""", AuthorityStore::withPrivate);

    static final Query<Authority.Sealed> AUTHORITY_FIND =
            Query.tenant("device.authority.find", """
            select id, level, issuer_id, certificate, status, created_at, rotated_at, expires_at, private_key
            from identity.certificate_authorities
            where id = ?
              and tenant_id = ?""", AuthorityStore::withPrivate);

    static final Query<Authority> AUTHORITY_LIST =
            Query.tenant("device.authority.list", """
            select id, level, issuer_id, certificate, status, created_at, rotated_at, expires_at
            from identity.certificate_authorities
            where id > ?
              and tenant_id = ?
            order by id
            limit ?""", AuthorityStore::authority);

    static final Query<Authority.Sealed> AUTHORITY_LIST_VALID =
            Query.tenant("device.authority.list-valid", """
            select id, level, issuer_id, certificate, status, created_at, rotated_at, expires_at, private_key
            from identity.certificate_authorities
            where expires_at > ?
              and tenant_id = ?
            order by level, id desc""", AuthorityStore::withPrivate);

    static final Query<Authority> AUTHORITY_ROTATE =
            Query.tenant("device.authority.rotate", """
            update identity.certificate_authorities
            set status = 'rotating', rotated_at = ?
            where id = ?
              and status = 'active'
              and tenant_id = ?
            returning id, level, issuer_id, certificate, status, created_at, rotated_at,
                expires_at""", AuthorityStore::authority);

    static final Command ROOT_ROTATE = Command.tenant("device.authority.rotate-root", """
            update identity.certificate_authorities
            set status = 'rotating', rotated_at = ?
            where level = 'root'
              and status = 'active'
              and tenant_id = ?""");

    static final Query<SignedList> CRL_FIND = Query.tenant("device.crl.find", """
            select crl, crl_number, crl_next_at
            from identity.certificate_authorities
            where id = ?
              and tenant_id = ?""", AuthorityStore::list);

    /// Of those who sign a list anew at once, one does at a time.
    static final Query<SignedList> CRL_LOCK = Query.tenant("device.crl.lock", """
            select crl, crl_number, crl_next_at
            from identity.certificate_authorities
            where id = ?
              and tenant_id = ?
            for no key update""", AuthorityStore::list);

    static final Command CRL_UPDATE = Command.tenant("device.crl.update", """
            update identity.certificate_authorities
            set crl = ?, crl_number = ?, crl_next_at = ?
            where id = ?
              and tenant_id = ?""");

    static final Command CRL_FORGET = Command.tenant("device.crl.forget", """
            update identity.certificate_authorities
            set crl = null
            where id = ?
              and tenant_id = ?""");

    /// What it signed is looked for once more: a certificate keeps its authority.
    static final Command AUTHORITY_DELETE = Command.tenant("device.authority.delete", """
            delete from identity.certificate_authorities a
            where a.id = ?
              and a.expires_at <= ?
              and 0 = (
                select count(*)
                from identity.binding_certificates c
                where c.authority_id = a.id
                  and c.tenant_id = ?)
              and a.tenant_id = ?""");

    static final Query<Due> AUTHORITIES_AGEING =
            Query.crossTenant("device.authority.list-ageing", WHY, """
            select tenant_id, id
            from identity.certificate_authorities
            where level = 'intermediate'
              and status = 'active'
              and created_at <= ?
              and (tenant_id, id) > (?, ?)
            order by tenant_id, id
            limit ?""", AuthorityStore::due);

    static final Query<Due> AUTHORITIES_EXPIRED =
            Query.crossTenant("device.authority.list-expired", WHY, """
            select tenant_id, id
            from identity.certificate_authorities
            where status = 'rotating'
              and expires_at <= ?
              and (tenant_id, id) > (?, ?)
            order by tenant_id, id
            limit ?""", AuthorityStore::due);

    private final Database database;

    AuthorityStore(Database database) {
        this.database = database;
    }

    /// An authority of some workspace for which the time has come.
    record Due(UUID tenant, AuthorityId id) implements Turns.Due {}

    /// A list of revoked certificates as it was last signed.
    ///
    /// @param der nothing when something changed since
    record SignedList(Optional<byte[]> der, long number, Optional<Instant> until) {}

    Optional<Authority> insert(Transaction transaction, Authority.Fresh fresh, Instant now) {
        return transaction.find(
                AUTHORITY_INSERT,
                p -> p.id(fresh.id())
                        .text(Words.of(fresh.level()))
                        .id(fresh.issuer())
                        .bytes(fresh.certificate())
                        .bytes(fresh.sealed())
                        .instant(now)
                        .instant(fresh.expiresAt()));
    }

    Optional<Authority.Sealed> findActive(Authority.Level level) {
        return database.find(AUTHORITY_FIND_ACTIVE, p -> p.text(Words.of(level)));
    }

    Optional<Authority.Sealed> find(AuthorityId id) {
        return database.find(AUTHORITY_FIND, p -> p.id(id));
    }

    List<Authority> list(Optional<UUID> after, int limit) {
        return database.list(
                AUTHORITY_LIST, p -> p.uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    List<Authority.Sealed> listValid(Instant now) {
        return database.list(AUTHORITY_LIST_VALID, p -> p.instant(now));
    }

    Optional<Authority> rotate(Transaction transaction, AuthorityId id, Instant now) {
        return transaction.find(AUTHORITY_ROTATE, p -> p.instant(now).id(id));
    }

    void rotateRoot(Transaction transaction, Instant now) {
        transaction.update(ROOT_ROTATE, p -> p.instant(now));
    }

    Optional<SignedList> findList(AuthorityId id) {
        return database.find(CRL_FIND, p -> p.id(id));
    }

    Optional<SignedList> lockList(Transaction transaction, AuthorityId id) {
        return transaction.find(CRL_LOCK, p -> p.id(id));
    }

    void updateList(Transaction transaction, AuthorityId id, byte[] der, long number, Instant until) {
        transaction.update(
                CRL_UPDATE, p -> p.bytes(der).number(number).instant(until).id(id));
    }

    void forgetList(Transaction transaction, AuthorityId id) {
        transaction.update(CRL_FORGET, p -> p.id(id));
    }

    boolean delete(Transaction transaction, AuthorityId id, Instant now) {
        return transaction.update(
                        AUTHORITY_DELETE, p -> p.id(id).instant(now).scope().scope())
                == 1;
    }

    private static Authority.Sealed withPrivate(Row row) {
        return new Authority.Sealed(authority(row), row.bytes("private_key"));
    }

    private static Authority authority(Row row) {
        return new Authority(
                new AuthorityId(row.uuid("id")),
                Words.parse(Authority.Level.class, row.text("level")),
                new AuthorityId(row.uuid("issuer_id")),
                row.bytes("certificate"),
                Words.parse(Authority.Status.class, row.text("status")),
                row.instant("created_at"),
                row.findInstant("rotated_at"),
                row.instant("expires_at"));
    }

    private static SignedList list(Row row) {
        return new SignedList(row.findBytes("crl"), row.number("crl_number"), row.findInstant("crl_next_at"));
    }

    private static Due due(Row row) {
        return new Due(row.uuid("tenant_id"), new AuthorityId(row.uuid("id")));
    }
}
