package dev.keystead.badge;

import dev.keystead.job.Turns;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters.Binding;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on keys that sign badges.
final class BadgeKeyStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);
    private static final String WHY = "the rotation goes over the keys of all workspaces";

    /// Of two who make a key at once, the second inserts nothing.
    static final Query<BadgeKey> KEY_INSERT = Query.tenant("badge.issuer-key.insert", """
            insert into identity.badge_issuer_keys (id, kind, public_key, private_key, status, created_at, tenant_id)
            values (?, ?, ?, ?, 'active', ?, ?)
            on conflict do nothing
            returning id, kind, algorithm, public_key, status, created_at, rotated_at, revoked_at,
                expires_at""", BadgeKeyStore::key);

    static final Query<BadgeKey.Sealed> KEY_LIST_PUBLISHED =
            Query.tenant("badge.issuer-key.list-published", """
            select id, kind, algorithm, public_key, status, created_at, rotated_at, revoked_at, expires_at, private_key
            from identity.badge_issuer_keys
            where tenant_id = ?
            order by id""", BadgeKeyStore::withPrivate);

    static final Query<BadgeKey.Sealed> KEY_FIND_SEALED =
            Query.tenant("badge.issuer-key.find-sealed", """
            select id, kind, algorithm, public_key, status, created_at, rotated_at, revoked_at, expires_at, private_key
            from identity.badge_issuer_keys
            where id = ?
              and tenant_id = ?""", BadgeKeyStore::withPrivate);

    static final Query<BadgeKey.Sealed> KEY_FIND_ACTIVE =
            Query.tenant("badge.issuer-key.find-active", """
            select id, kind, algorithm, public_key, status, created_at, rotated_at, revoked_at, expires_at, private_key
            from identity.badge_issuer_keys
            where kind = ?
              and status = 'active'
              and tenant_id = ?""", BadgeKeyStore::withPrivate);

    static final Query<BadgeKey> KEY_LIST = Query.tenant("badge.issuer-key.list", """
            select id, kind, algorithm, public_key, status, created_at, rotated_at, revoked_at, expires_at
            from identity.badge_issuer_keys
            where id > ?
              and tenant_id = ?
            order by id
            limit ?""", BadgeKeyStore::key);

    static final Query<BadgeKey> KEY_LOCK = Query.tenant("badge.issuer-key.lock", """
            select id, kind, algorithm, public_key, status, created_at, rotated_at, revoked_at, expires_at
            from identity.badge_issuer_keys
            where id = ?
              and tenant_id = ?
            for no key update""", BadgeKeyStore::key);

    static final Query<BadgeKey> KEY_ROTATE = Query.tenant("badge.issuer-key.rotate", """
            update identity.badge_issuer_keys
            set status = 'rotating', rotated_at = ?, expires_at = ?
            where id = ?
              and status = 'active'
              and tenant_id = ?
            returning id, kind, algorithm, public_key, status, created_at, rotated_at, revoked_at,
                expires_at""", BadgeKeyStore::key);

    static final Query<BadgeKey> KEY_REVOKE = Query.tenant("badge.issuer-key.revoke", """
            update identity.badge_issuer_keys
            set status = 'revoked', revoked_at = ?, expires_at = ?
            where id = ?
              and status <> 'revoked'
              and tenant_id = ?
            returning id, kind, algorithm, public_key, status, created_at, rotated_at, revoked_at,
                expires_at""", BadgeKeyStore::key);

    /// What it signed is looked for once more: a badge keeps its key.
    static final Command KEY_DELETE = Command.tenant("badge.issuer-key.delete", """
            delete from identity.badge_issuer_keys k
            where k.id = ?
              and k.expires_at <= ?
              and 0 = (
                select count(*)
                from identity.badges b
                where b.issuer_key_id = k.id
                  and b.tenant_id = ?)
              and k.tenant_id = ?""");

    static final Query<Due> KEYS_AGEING =
            Query.crossTenant("badge.issuer-key.list-ageing", WHY, """
            select tenant_id, id, kind
            from identity.badge_issuer_keys
            where status = 'active'
              and created_at <= ?
              and (tenant_id, id) > (?, ?)
            order by tenant_id, id
            limit ?""", BadgeKeyStore::due);

    static final Query<Due> KEYS_EXPIRED =
            Query.crossTenant("badge.issuer-key.list-expired", WHY, """
            select tenant_id, id, kind
            from identity.badge_issuer_keys
            where expires_at <= ?
              and (tenant_id, id) > (?, ?)
            order by tenant_id, id
            limit ?""", BadgeKeyStore::due);

    private final Database database;

    BadgeKeyStore(Database database) {
        this.database = database;
    }

    /// A key of some workspace for which the time has come.
    record Due(UUID tenant, BadgeKeyId id, BadgeKind kind) implements Turns.Due {}

    Optional<BadgeKey> insert(Transaction transaction, BadgeKey.Fresh fresh, Instant now) {
        return transaction.find(
                KEY_INSERT,
                p -> p.id(fresh.id())
                        .text(fresh.kind().word())
                        .bytes(fresh.publicKey())
                        .bytes(fresh.sealed())
                        .instant(now));
    }

    List<BadgeKey.Sealed> listPublished() {
        return database.list(KEY_LIST_PUBLISHED, Binding.NONE);
    }

    Optional<BadgeKey.Sealed> findSealed(BadgeKeyId id) {
        return database.find(KEY_FIND_SEALED, p -> p.id(id));
    }

    Optional<BadgeKey.Sealed> findActive(BadgeKind kind) {
        return database.find(KEY_FIND_ACTIVE, p -> p.text(kind.word()));
    }

    List<BadgeKey> list(Optional<UUID> after, int limit) {
        return database.list(
                KEY_LIST, p -> p.uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    Optional<BadgeKey> findForUpdate(Transaction transaction, BadgeKeyId id) {
        return transaction.find(KEY_LOCK, p -> p.id(id));
    }

    BadgeKey rotate(Transaction transaction, BadgeKeyId id, Instant now, Instant expiresAt) {
        return transaction
                .find(KEY_ROTATE, p -> p.instant(now).instant(expiresAt).id(id))
                .orElseThrow();
    }

    BadgeKey revoke(Transaction transaction, BadgeKeyId id, Instant now, Instant expiresAt) {
        return transaction
                .find(KEY_REVOKE, p -> p.instant(now).instant(expiresAt).id(id))
                .orElseThrow();
    }

    boolean delete(Transaction transaction, BadgeKeyId id, Instant now) {
        return transaction.update(KEY_DELETE, p -> p.id(id).instant(now).scope().scope()) == 1;
    }

    private static BadgeKey.Sealed withPrivate(Row row) {
        return new BadgeKey.Sealed(key(row), row.bytes("private_key"));
    }

    private static BadgeKey key(Row row) {
        return new BadgeKey(
                new BadgeKeyId(row.uuid("id")),
                BadgeKind.find(row.text("kind")).orElseThrow(),
                row.text("algorithm"),
                row.bytes("public_key"),
                Words.parse(BadgeKey.Status.class, row.text("status")),
                row.instant("created_at"),
                row.findInstant("rotated_at"),
                row.findInstant("revoked_at"),
                row.findInstant("expires_at"));
    }

    private static Due due(Row row) {
        return new Due(
                row.uuid("tenant_id"),
                new BadgeKeyId(row.uuid("id")),
                BadgeKind.find(row.text("kind")).orElseThrow());
    }
}
