package dev.keystead.apikey;

import dev.keystead.directory.UserId;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on API keys.
final class ApiKeyStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    static final Command KEY_INSERT = Command.tenant("apikey.key.insert", """
            insert into admin.api_keys
                (id, user_id, name, scopes, key_hash, key_version, key_prefix, created_by, created_at, expires_at,
                 tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""");

    static final Query<ApiKey> KEY_FIND_BY_HASH = Query.tenant("apikey.key.find-by-hash", """
            select id, user_id, name, scopes, key_prefix, created_by, created_at, last_used_at, expires_at, revoked_at,
                version
            from admin.api_keys
            where key_hash = ?
              and tenant_id = ?""", ApiKeyStore::key);

    static final Query<ApiKey> KEY_FIND = Query.tenant("apikey.key.find", """
            select id, user_id, name, scopes, key_prefix, created_by, created_at, last_used_at, expires_at, revoked_at,
                version
            from admin.api_keys
            where id = ?
              and tenant_id = ?""", ApiKeyStore::key);

    static final Query<ApiKey> KEY_LIST = Query.tenant("apikey.key.list", """
            select id, user_id, name, scopes, key_prefix, created_by, created_at, last_used_at, expires_at, revoked_at,
                version
            from admin.api_keys
            where id > ?
              and tenant_id = ?
            order by id
            limit ?""", ApiKeyStore::key);

    /// One statement decides who revoked it: of two at once, one finds nothing left to do.
    static final Query<ApiKey> KEY_REVOKE = Query.tenant("apikey.key.revoke", """
            update admin.api_keys
            set revoked_at = ?
            where id = ?
              and (revoked_at is null or revoked_at > ?)
              and tenant_id = ?
            returning id, user_id, name, scopes, key_prefix, created_by, created_at, last_used_at, expires_at,
                revoked_at, version""", ApiKeyStore::key);

    /// One statement decides who rotates it. Its end may lie ahead.
    static final Query<ApiKey> KEY_REPLACE = Query.tenant("apikey.key.replace", """
            update admin.api_keys
            set revoked_at = ?
            where id = ?
              and revoked_at is null
              and (expires_at is null or expires_at > ?)
              and tenant_id = ?
            returning id, user_id, name, scopes, key_prefix, created_by, created_at, last_used_at, expires_at,
                revoked_at, version""", ApiKeyStore::key);

    static final Query<ApiKey> KEY_LOCK = Query.tenant("apikey.key.lock", """
            select id, user_id, name, scopes, key_prefix, created_by, created_at, last_used_at, expires_at, revoked_at,
                version
            from admin.api_keys
            where id = ?
              and tenant_id = ?
            for no key update""", ApiKeyStore::key);

    static final Query<ApiKey> KEY_UPDATE = Query.tenant("apikey.key.update", """
            update admin.api_keys
            set name = ?, scopes = ?, expires_at = ?, version = version + 1
            where id = ?
              and tenant_id = ?
            returning id, user_id, name, scopes, key_prefix, created_by, created_at, last_used_at, expires_at,
                revoked_at, version""", ApiKeyStore::key);

    static final Query<ApiKey> KEY_LIST_BY_USER = Query.tenant("apikey.key.list-by-user", """
            select id, user_id, name, scopes, key_prefix, created_by, created_at, last_used_at, expires_at, revoked_at,
                version
            from admin.api_keys
            where user_id = ?
              and (revoked_at is null or revoked_at > ?)
              and tenant_id = ?
            order by id
            limit ?""", ApiKeyStore::key);

    /// Somebody else's key is none here.
    static final Query<ApiKey> KEY_REVOKE_OF_USER = Query.tenant("apikey.key.revoke-of-user", """
            update admin.api_keys
            set revoked_at = ?
            where id = ?
              and user_id = ?
              and (revoked_at is null or revoked_at > ?)
              and tenant_id = ?
            returning id, user_id, name, scopes, key_prefix, created_by, created_at, last_used_at, expires_at,
                revoked_at, version""", ApiKeyStore::key);

    static final Command KEY_TOUCH = Command.tenant("apikey.key.touch", """
            update admin.api_keys
            set last_used_at = ?
            where id = ?
              and (last_used_at is null or last_used_at < ?)
              and tenant_id = ?""");

    private final Database database;

    ApiKeyStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, ApiKey key, byte[] hash) {
        transaction.update(
                KEY_INSERT,
                p -> p.id(key.id())
                        .uuid(key.user().map(UserId::value).orElse(null))
                        .text(key.name())
                        .texts(texts(key))
                        .bytes(hash)
                        .integer(MasterKey.VERSION)
                        .text(key.shown())
                        .text(key.createdBy())
                        .instant(key.createdAt())
                        .instant(key.expiresAt().orElse(null)));
    }

    Optional<ApiKey> findByHash(byte[] hash) {
        return database.find(KEY_FIND_BY_HASH, p -> p.bytes(hash));
    }

    Optional<ApiKey> find(ApiKeyId id) {
        return database.find(KEY_FIND, p -> p.id(id));
    }

    List<ApiKey> list(Optional<UUID> after, int limit) {
        return database.list(
                KEY_LIST, p -> p.uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    Optional<ApiKey> revoke(Transaction transaction, ApiKeyId id, Instant at) {
        return transaction.find(KEY_REVOKE, p -> p.instant(at).id(id).instant(at));
    }

    Optional<ApiKey> replace(Transaction transaction, ApiKeyId id, Instant end, Instant now) {
        return transaction.find(KEY_REPLACE, p -> p.instant(end).id(id).instant(now));
    }

    Optional<ApiKey> find(Transaction transaction, ApiKeyId id) {
        return transaction.find(KEY_FIND, p -> p.id(id));
    }

    Optional<ApiKey> findForUpdate(Transaction transaction, ApiKeyId id) {
        return transaction.find(KEY_LOCK, p -> p.id(id));
    }

    Optional<ApiKey> update(Transaction transaction, ApiKey key) {
        return transaction.find(
                KEY_UPDATE,
                p -> p.text(key.name())
                        .texts(texts(key))
                        .instant(key.expiresAt().orElse(null))
                        .id(key.id()));
    }

    List<ApiKey> listOf(UserId user, Instant now, int limit) {
        return database.list(
                KEY_LIST_BY_USER, p -> p.id(user).instant(now).scope().integer(limit));
    }

    Optional<ApiKey> revoke(Transaction transaction, UserId user, ApiKeyId id, Instant at) {
        return transaction.find(
                KEY_REVOKE_OF_USER, p -> p.instant(at).id(id).id(user).instant(at));
    }

    void touch(ApiKeyId id, Instant at, Instant unlessSince) {
        database.write(transaction ->
                transaction.update(KEY_TOUCH, p -> p.instant(at).id(id).instant(unlessSince)));
    }

    private static List<String> texts(ApiKey key) {
        return key.scopes().stream().map(AccessScope::text).toList();
    }

    private static ApiKey key(Row row) {
        return new ApiKey(
                new ApiKeyId(row.uuid("id")),
                row.findUuid("user_id").map(UserId::new),
                row.text("name"),
                row.texts("scopes").stream().map(AccessScope::of).toList(),
                row.text("key_prefix"),
                row.text("created_by"),
                row.instant("created_at"),
                row.findInstant("last_used_at"),
                row.findInstant("expires_at"),
                row.findInstant("revoked_at"),
                row.integer("version"));
    }
}
