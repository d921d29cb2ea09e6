package dev.keystead.oauth.register;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on initial access tokens.
final class RegistrationTokenStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    static final Command TOKEN_INSERT = Command.tenant("oauth.registration-token.insert", """
            insert into oauth.registration_tokens
                (id, name, token_hash, uses_left, created_by, created_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?)""");

    static final Query<RegistrationToken> TOKEN_LIST =
            Query.tenant("oauth.registration-token.list", """
            select id, name, uses_left, created_by, created_at, expires_at
            from oauth.registration_tokens
            where id > ?
              and expires_at > ?
              and tenant_id = ?
            order by id
            limit ?""", RegistrationTokenStore::token);

    /// Accepting and counting down are one statement: of two who use the last one at once, one gets
    /// nothing.
    static final Query<RegistrationToken> TOKEN_CONSUME =
            Query.tenant("oauth.registration-token.consume", """
            update oauth.registration_tokens
            set uses_left = uses_left - 1
            where token_hash = ?
              and uses_left > 0
              and expires_at > ?
              and tenant_id = ?
            returning id, name, uses_left, created_by, created_at, expires_at""", RegistrationTokenStore::token);

    static final Query<RegistrationToken> TOKEN_DELETE =
            Query.tenant("oauth.registration-token.delete", """
            delete from oauth.registration_tokens
            where id = ?
              and tenant_id = ?
            returning id, name, uses_left, created_by, created_at, expires_at""", RegistrationTokenStore::token);

    static final Command TOKEN_SWEEP =
            Command.crossTenant("oauth.registration-token.sweep", "expired tokens of all workspaces are swept", """
            delete from oauth.registration_tokens
            where (tenant_id, id) in (
                select tenant_id, id
                from oauth.registration_tokens
                where expires_at < ?
                limit ?)""");

    private final Database database;

    RegistrationTokenStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, RegistrationToken token, byte[] hash) {
        transaction.update(
                TOKEN_INSERT,
                p -> p.id(token.id())
                        .text(token.name())
                        .bytes(hash)
                        .integer(token.usesLeft())
                        .text(token.createdBy())
                        .instant(token.createdAt())
                        .instant(token.expiresAt()));
    }

    List<RegistrationToken> list(Optional<UUID> after, Instant now, int limit) {
        return database.list(
                TOKEN_LIST,
                p -> p.uuid(after.orElse(BEFORE_ALL)).instant(now).scope().integer(limit));
    }

    Optional<RegistrationToken> consume(Transaction transaction, byte[] hash, Instant now) {
        return transaction.find(TOKEN_CONSUME, p -> p.bytes(hash).instant(now));
    }

    Optional<RegistrationToken> delete(Transaction transaction, RegistrationTokenId id) {
        return transaction.find(TOKEN_DELETE, p -> p.id(id));
    }

    private static RegistrationToken token(Row row) {
        return new RegistrationToken(
                new RegistrationTokenId(row.uuid("id")),
                row.text("name"),
                row.integer("uses_left"),
                row.text("created_by"),
                row.instant("created_at"),
                row.instant("expires_at"));
    }
}
