package dev.keystead.key;

import dev.keystead.job.Turns;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters.Binding;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// The statements on signing keys.
final class SigningKeyStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);
    private static final String WHY = "the rotation goes over the keys of all workspaces";

    /// Of two who make a key at once, the second inserts nothing.
    static final Query<StoredKey> KEY_INSERT = Query.tenant("key.signing-key.insert", """
            insert into oauth.signing_keys
                (id, algorithm, public_jwk, private_key, status, created_at, activates_at, tenant_id)
            values (?, ?, ?::jsonb, ?, ?, ?, ?, ?)
            on conflict do nothing
            returning id, kid, algorithm, public_jwk::text as public_jwk, status, created_at, activates_at, rotated_at,
                revoked_at, expires_at""", SigningKeyStore::key);

    static final Query<StoredKey.Sealed> KEY_LIST_PUBLISHED = Query.tenant(
            "key.signing-key.list-published", """
            select id, kid, algorithm, public_jwk::text as public_jwk, status, created_at, activates_at, rotated_at,
                revoked_at, expires_at, private_key
            from oauth.signing_keys
            where status in ('next', 'active', 'rotated')
              and tenant_id = ?
            order by id""", row -> new StoredKey.Sealed(key(row), row.bytes("private_key")));

    static final Query<StoredKey> KEY_LIST = Query.tenant("key.signing-key.list", """
            select id, kid, algorithm, public_jwk::text as public_jwk, status, created_at, activates_at, rotated_at,
                revoked_at, expires_at
            from oauth.signing_keys
            where id > ?
              and tenant_id = ?
            order by id
            limit ?""", SigningKeyStore::key);

    static final Query<StoredKey> KEY_FIND = Query.tenant("key.signing-key.find", """
            select id, kid, algorithm, public_jwk::text as public_jwk, status, created_at, activates_at, rotated_at,
                revoked_at, expires_at
            from oauth.signing_keys
            where id = ?
              and tenant_id = ?""", SigningKeyStore::key);

    static final Query<StoredKey> KEY_LOCK = Query.tenant("key.signing-key.lock", """
            select id, kid, algorithm, public_jwk::text as public_jwk, status, created_at, activates_at, rotated_at,
                revoked_at, expires_at
            from oauth.signing_keys
            where id = ?
              and tenant_id = ?
            for no key update""", SigningKeyStore::key);

    /// The key that signs and the one that follows it. In the order of their ids, so that no two wait for
    /// each other.
    static final Query<StoredKey> KEY_LOCK_LIVING =
            Query.tenant("key.signing-key.lock-living", """
            select id, kid, algorithm, public_jwk::text as public_jwk, status, created_at, activates_at, rotated_at,
                revoked_at, expires_at
            from oauth.signing_keys
            where algorithm = ?
              and status not in ('rotated', 'revoked')
              and tenant_id = ?
            order by id
            for no key update""", SigningKeyStore::key);

    static final Query<StoredKey> KEY_ROTATE = Query.tenant("key.signing-key.rotate", """
            update oauth.signing_keys
            set status = 'rotated', rotated_at = ?, expires_at = ?
            where id = ?
              and status = 'active'
              and tenant_id = ?
            returning id, kid, algorithm, public_jwk::text as public_jwk, status, created_at, activates_at, rotated_at,
                revoked_at, expires_at""", SigningKeyStore::key);

    static final Query<StoredKey> KEY_ACTIVATE = Query.tenant("key.signing-key.activate", """
            update oauth.signing_keys
            set status = 'active', activates_at = ?
            where id = ?
              and status = 'next'
              and tenant_id = ?
            returning id, kid, algorithm, public_jwk::text as public_jwk, status, created_at, activates_at, rotated_at,
                revoked_at, expires_at""", SigningKeyStore::key);

    static final Query<StoredKey> KEY_PLAN = Query.tenant("key.signing-key.plan", """
            update oauth.signing_keys
            set activates_at = ?
            where id = ?
              and status = 'next'
              and tenant_id = ?
            returning id, kid, algorithm, public_jwk::text as public_jwk, status, created_at, activates_at, rotated_at,
                revoked_at, expires_at""", SigningKeyStore::key);

    static final Query<StoredKey> KEY_REVOKE = Query.tenant("key.signing-key.revoke", """
            update oauth.signing_keys
            set status = 'revoked', revoked_at = ?, expires_at = ?
            where id = ?
              and status <> 'revoked'
              and tenant_id = ?
            returning id, kid, algorithm, public_jwk::text as public_jwk, status, created_at, activates_at, rotated_at,
                revoked_at, expires_at""", SigningKeyStore::key);

    static final Command KEY_DELETE = Command.tenant("key.signing-key.delete", """
            delete from oauth.signing_keys
            where id = ?
              and expires_at <= ?
              and tenant_id = ?""");

    /// Keys that have signed for so long that the next one must be published. Whether it is already is
    /// counted key by key, by the index: there are few such keys, and many others.
    static final Query<Due> KEYS_AGEING =
            Query.crossTenant("key.signing-key.list-ageing", WHY, """
            select k.tenant_id, k.id, k.algorithm
            from oauth.signing_keys k
            where k.status = 'active'
              and k.activates_at <= ?
              and (k.tenant_id, k.id) > (?, ?)
              and 0 = (
                select count(*)
                from oauth.signing_keys n
                where n.tenant_id = k.tenant_id
                  and n.algorithm = k.algorithm
                  and n.status = 'next')
            order by k.tenant_id, k.id
            limit ?""", SigningKeyStore::due);

    static final Query<Due> KEYS_READY =
            Query.crossTenant("key.signing-key.list-ready", WHY, """
            select tenant_id, id, algorithm
            from oauth.signing_keys
            where status = 'next'
              and activates_at <= ?
              and (tenant_id, id) > (?, ?)
            order by tenant_id, id
            limit ?""", SigningKeyStore::due);

    static final Query<Due> KEYS_EXPIRED =
            Query.crossTenant("key.signing-key.list-expired", WHY, """
            select tenant_id, id, algorithm
            from oauth.signing_keys
            where expires_at <= ?
              and (tenant_id, id) > (?, ?)
            order by tenant_id, id
            limit ?""", SigningKeyStore::due);

    private final Database database;

    SigningKeyStore(Database database) {
        this.database = database;
    }

    /// A key of some workspace for which the time has come.
    record Due(UUID tenant, SigningKeyId id, Algorithm algorithm) implements Turns.Due {}

    Optional<StoredKey> insert(
            Transaction transaction, Keysmith.Fresh fresh, StoredKey.Status status, Instant now, Instant activatesAt) {
        return transaction.find(
                KEY_INSERT,
                p -> p.id(fresh.id())
                        .text(fresh.algorithm().word())
                        .text(fresh.publicJwk())
                        .bytes(fresh.sealed())
                        .text(status.name().toLowerCase(Locale.ROOT))
                        .instant(now)
                        .instant(activatesAt));
    }

    List<StoredKey.Sealed> listPublished() {
        return database.list(KEY_LIST_PUBLISHED, Binding.NONE);
    }

    List<StoredKey> list(Optional<UUID> after, int limit) {
        return database.list(
                KEY_LIST, p -> p.uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    Optional<StoredKey> find(SigningKeyId id) {
        return database.find(KEY_FIND, p -> p.id(id));
    }

    Optional<StoredKey> findForUpdate(Transaction transaction, SigningKeyId id) {
        return transaction.find(KEY_LOCK, p -> p.id(id));
    }

    List<StoredKey> listLivingForUpdate(Transaction transaction, Algorithm algorithm) {
        return transaction.list(KEY_LOCK_LIVING, p -> p.text(algorithm.word()));
    }

    StoredKey rotate(Transaction transaction, SigningKeyId id, Instant now, Instant expiresAt) {
        return transaction
                .find(KEY_ROTATE, p -> p.instant(now).instant(expiresAt).id(id))
                .orElseThrow();
    }

    StoredKey activate(Transaction transaction, SigningKeyId id, Instant now) {
        return transaction.find(KEY_ACTIVATE, p -> p.instant(now).id(id)).orElseThrow();
    }

    StoredKey plan(Transaction transaction, SigningKeyId id, Instant activatesAt) {
        return transaction.find(KEY_PLAN, p -> p.instant(activatesAt).id(id)).orElseThrow();
    }

    StoredKey revoke(Transaction transaction, SigningKeyId id, Instant now, Instant expiresAt) {
        return transaction
                .find(KEY_REVOKE, p -> p.instant(now).instant(expiresAt).id(id))
                .orElseThrow();
    }

    boolean delete(Transaction transaction, SigningKeyId id, Instant now) {
        return transaction.update(KEY_DELETE, p -> p.id(id).instant(now)) == 1;
    }

    private static StoredKey key(Row row) {
        return new StoredKey(
                new SigningKeyId(row.uuid("id")),
                row.text("kid"),
                algorithm(row),
                row.text("public_jwk"),
                StoredKey.Status.valueOf(row.text("status").toUpperCase(Locale.ROOT)),
                row.instant("created_at"),
                row.instant("activates_at"),
                row.findInstant("rotated_at"),
                row.findInstant("revoked_at"),
                row.findInstant("expires_at"));
    }

    private static Due due(Row row) {
        return new Due(row.uuid("tenant_id"), new SigningKeyId(row.uuid("id")), algorithm(row));
    }

    private static Algorithm algorithm(Row row) {
        return Algorithm.find(row.text("algorithm")).orElseThrow();
    }
}
