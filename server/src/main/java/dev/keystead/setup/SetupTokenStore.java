package dev.keystead.setup;

import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Optional;

/// The statements on one-time tokens.
final class SetupTokenStore {
    static final Command TOKEN_INSERT = Command.tenant("setup.token.insert", """
            insert into auth.one_time_tokens (id, user_id, purpose, token_hash, created_at, expires_at, tenant_id)
            values (?, ?, 'setup', ?, ?, ?, ?)""");

    /// Consuming is one statement, so that of two who use it at once one gets nothing.
    static final Query<UserId> TOKEN_CONSUME =
            Query.tenant("setup.token.consume", """
            update auth.one_time_tokens
            set used_at = ?
            where token_hash = ?
              and purpose = 'setup'
              and used_at is null
              and expires_at > ?
              and tenant_id = ?
            returning user_id""", row -> new UserId(row.uuid("user_id")));

    static final Query<Instant> TOKEN_FIND = Query.tenant("setup.token.find", """
            select expires_at
            from auth.one_time_tokens
            where token_hash = ?
              and purpose = 'setup'
              and used_at is null
              and expires_at > ?
              and tenant_id = ?""", row -> row.instant("expires_at"));

    static final Command TOKEN_SWEEP =
            Command.crossTenant("setup.token.sweep", "expired tokens of all workspaces are removed together", """
            delete from auth.one_time_tokens
            where (tenant_id, id) in (
                select tenant_id, id
                from auth.one_time_tokens
                where expires_at < ?
                limit ?)""");

    private final Database database;

    SetupTokenStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, UserId user, byte[] hash, Instant at, Instant expiresAt) {
        transaction.update(
                TOKEN_INSERT,
                p -> p.id(SetupTokenId.make()).id(user).bytes(hash).instant(at).instant(expiresAt));
    }

    Optional<UserId> consume(Transaction transaction, byte[] hash, Instant at) {
        return transaction.find(TOKEN_CONSUME, p -> p.instant(at).bytes(hash).instant(at));
    }

    boolean isOpen(byte[] hash, Instant at) {
        return database.find(TOKEN_FIND, p -> p.bytes(hash).instant(at)).isPresent();
    }
}
