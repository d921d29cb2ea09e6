package dev.keystead.pat;

import dev.keystead.directory.UserId;
import dev.keystead.platform.crypto.Digest;
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

/// The statements on personal access tokens.
final class PersonalTokenStore {
    static final Command TOKEN_INSERT = Command.tenant("pat.token.insert", """
            insert into admin.personal_access_tokens
                (id, user_id, name, scopes, token_hash, key_version, token_prefix, created_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""");

    /// Whoever makes a token waits here for others of the same person, so that together they make no more than there
    /// may be. Where there is none yet, nobody needs to.
    static final Query<PersonalTokenId> TOKEN_OLDEST_LOCK =
            Query.tenant("pat.token.lock-oldest", """
            select id
            from admin.personal_access_tokens
            where user_id = ?
              and tenant_id = ?
            order by id
            limit 1
            for no key update""", row -> new PersonalTokenId(row.uuid("id")));

    static final Query<Integer> TOKEN_COUNT = Query.tenant("pat.token.count", """
            select cast(count(*) as integer) as tokens
            from admin.personal_access_tokens
            where user_id = ?
              and (revoked_at is null or revoked_at > ?)
              and (expires_at is null or expires_at > ?)
              and tenant_id = ?""", row -> row.integer("tokens"));

    static final Query<PersonalToken> TOKEN_FIND_BY_HASH =
            Query.tenant("pat.token.find-by-hash", """
            select id, user_id, name, scopes, token_prefix, created_at, last_used_at, expires_at, revoked_at
            from admin.personal_access_tokens
            where token_hash = ?
              and tenant_id = ?""", PersonalTokenStore::token);

    /// Somebody else's token is none here.
    static final Query<PersonalToken> TOKEN_FIND = Query.tenant("pat.token.find", """
            select id, user_id, name, scopes, token_prefix, created_at, last_used_at, expires_at, revoked_at
            from admin.personal_access_tokens
            where id = ?
              and user_id = ?
              and tenant_id = ?""", PersonalTokenStore::token);

    static final Query<PersonalToken> TOKEN_LIST = Query.tenant("pat.token.list", """
            select id, user_id, name, scopes, token_prefix, created_at, last_used_at, expires_at, revoked_at
            from admin.personal_access_tokens
            where user_id = ?
              and id < ?
              and (revoked_at is null or revoked_at > ?)
              and tenant_id = ?
            order by id desc
            limit ?""", PersonalTokenStore::token);

    /// One statement decides who revoked it: of two at once, one finds nothing left to do.
    static final Query<Ended> TOKEN_REVOKE = Query.tenant("pat.token.revoke", """
            update admin.personal_access_tokens
            set revoked_at = ?
            where id = ?
              and user_id = ?
              and (revoked_at is null or revoked_at > ?)
              and tenant_id = ?
            returning id, user_id, name, scopes, token_prefix, created_at, last_used_at, expires_at, revoked_at,
                token_hash""", PersonalTokenStore::ended);

    /// One statement decides who rotates it. Its end may lie ahead.
    static final Query<Ended> TOKEN_REPLACE = Query.tenant("pat.token.replace", """
            update admin.personal_access_tokens
            set revoked_at = ?
            where id = ?
              and user_id = ?
              and revoked_at is null
              and (expires_at is null or expires_at > ?)
              and tenant_id = ?
            returning id, user_id, name, scopes, token_prefix, created_at, last_used_at, expires_at, revoked_at,
                token_hash""", PersonalTokenStore::ended);

    static final Command TOKEN_TOUCH = Command.tenant("pat.token.touch", """
            update admin.personal_access_tokens
            set last_used_at = ?
            where id = ?
              and (last_used_at is null or last_used_at < ?)
              and tenant_id = ?""");

    static final Command TOKEN_PURGE =
            Command.crossTenant("pat.token.purge", "revoked tokens of all workspaces are removed together", """
            delete from admin.personal_access_tokens
            where (tenant_id, id) in (
                select tenant_id, id
                from admin.personal_access_tokens
                where revoked_at < cast(? as timestamptz) - interval '90 days'
                limit ?)""");

    static final Command TOKEN_PURGE_EXPIRED = Command.crossTenant(
            "pat.token.purge-expired", "expired tokens of all workspaces are removed together", """
            delete from admin.personal_access_tokens
            where (tenant_id, id) in (
                select tenant_id, id
                from admin.personal_access_tokens
                where expires_at < cast(? as timestamptz) - interval '90 days'
                limit ?)""");

    static final Query<Instant> TOKEN_LAST_USE =
            Query.tenant("pat.token.last-use", """
            select last_used_at
            from admin.personal_access_tokens
            where user_id = ?
              and last_used_at is not null
              and tenant_id = ?
            order by last_used_at desc
            limit 1""", row -> row.instant("last_used_at"));

    private final Database database;

    PersonalTokenStore(Database database) {
        this.database = database;
    }

    /// A token whose end was decided, and under which hash it is remembered.
    record Ended(PersonalToken token, Digest hash) {}

    /// How many of a user's tokens work, which nobody else changes by making one before this transaction ends.
    int countHeld(Transaction transaction, UserId user, Instant now) {
        transaction.find(TOKEN_OLDEST_LOCK, p -> p.id(user));
        return transaction
                .find(TOKEN_COUNT, p -> p.id(user).instant(now).instant(now))
                .orElse(0);
    }

    int count(UserId user, Instant now) {
        return database.find(TOKEN_COUNT, p -> p.id(user).instant(now).instant(now))
                .orElse(0);
    }

    void insert(Transaction transaction, PersonalToken token, Digest hash) {
        transaction.update(
                TOKEN_INSERT,
                p -> p.id(token.id())
                        .id(token.user())
                        .text(token.name())
                        .texts(token.scopes().stream().map(AccessScope::text).toList())
                        .bytes(hash.bytes())
                        .integer(MasterKey.VERSION)
                        .text(token.shown())
                        .instant(token.createdAt())
                        .instant(token.expiresAt().orElse(null)));
    }

    Optional<PersonalToken> findByHash(Digest hash) {
        return database.find(TOKEN_FIND_BY_HASH, p -> p.bytes(hash.bytes()));
    }

    Optional<PersonalToken> find(UserId user, PersonalTokenId id) {
        return database.find(TOKEN_FIND, p -> p.id(id).id(user));
    }

    Optional<PersonalToken> find(Transaction transaction, UserId user, PersonalTokenId id) {
        return transaction.find(TOKEN_FIND, p -> p.id(id).id(user));
    }

    List<PersonalToken> list(UserId user, UUID before, Instant now, int limit) {
        return database.list(
                TOKEN_LIST, p -> p.id(user).uuid(before).instant(now).scope().integer(limit));
    }

    Optional<Ended> revoke(Transaction transaction, UserId user, PersonalTokenId id, Instant now) {
        return transaction.find(
                TOKEN_REVOKE, p -> p.instant(now).id(id).id(user).instant(now));
    }

    Optional<Ended> replace(Transaction transaction, UserId user, PersonalTokenId id, Instant end, Instant now) {
        return transaction.find(
                TOKEN_REPLACE, p -> p.instant(end).id(id).id(user).instant(now));
    }

    void touch(PersonalTokenId id, Instant at, Instant unlessSince) {
        database.write(transaction ->
                transaction.update(TOKEN_TOUCH, p -> p.instant(at).id(id).instant(unlessSince)));
    }

    private static PersonalToken token(Row row) {
        return new PersonalToken(
                new PersonalTokenId(row.uuid("id")),
                new UserId(row.uuid("user_id")),
                row.text("name"),
                row.texts("scopes").stream().map(AccessScope::of).toList(),
                row.text("token_prefix"),
                row.instant("created_at"),
                row.findInstant("last_used_at"),
                row.findInstant("expires_at"),
                row.findInstant("revoked_at"));
    }

    Optional<Instant> lastUse(Transaction transaction, UserId user) {
        return transaction.find(TOKEN_LAST_USE, p -> p.id(user));
    }

    private static Ended ended(Row row) {
        return new Ended(token(row), Digest.of(row.bytes("token_hash")));
    }
}
