package dev.keystead.onetime;

import dev.keystead.directory.UserId;
import dev.keystead.onetime.OneTimeTokens.Held;
import dev.keystead.onetime.OneTimeTokens.Purpose;
import dev.keystead.platform.crypto.Digest;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The statements on one-time tokens.
final class OneTimeTokenStore {
    static final Command TOKEN_INSERT = Command.tenant("onetime.token.insert", """
            insert into auth.one_time_tokens
                (id, user_id, purpose, address, flow_id, browser_hash, token_hash, created_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""");

    /// Consuming is one statement, so that of two who use it at once one gets nothing.
    static final Query<Held> TOKEN_CONSUME = Query.tenant("onetime.token.consume", """
            update auth.one_time_tokens
            set used_at = ?
            where token_hash = ?
              and purpose = ?
              and used_at is null
              and expires_at > ?
              and tenant_id = ?
            returning user_id, address, flow_id, browser_hash""", OneTimeTokenStore::held);

    static final Query<Held> TOKEN_FIND = Query.tenant("onetime.token.find", """
            select user_id, address, flow_id, browser_hash
            from auth.one_time_tokens
            where token_hash = ?
              and purpose = ?
              and used_at is null
              and expires_at > ?
              and tenant_id = ?""", OneTimeTokenStore::held);

    /// The newest one of a sign-in: the one that its code was mailed with.
    static final Query<Held> TOKEN_FIND_OF_FLOW =
            Query.tenant("onetime.token.find-of-flow", """
            select user_id, address, flow_id, browser_hash
            from auth.one_time_tokens
            where user_id = ?
              and flow_id = ?
              and purpose = ?
              and used_at is null
              and expires_at > ?
              and tenant_id = ?
            order by id desc
            limit 1""", OneTimeTokenStore::held);

    /// An older link stops working when a newer one is sent, or when what it was for is done.
    static final Command TOKENS_VOID = Command.tenant("onetime.token.void", """
            update auth.one_time_tokens
            set used_at = ?
            where user_id = ?
              and purpose = ?
              and used_at is null
              and tenant_id = ?""");

    static final Command TOKEN_SWEEP =
            Command.crossTenant("onetime.token.sweep", "expired tokens of all workspaces are removed together", """
            delete from auth.one_time_tokens
            where (tenant_id, id) in (
                select tenant_id, id
                from auth.one_time_tokens
                where expires_at < ?
                limit ?)""");

    private final Database database;

    OneTimeTokenStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, Purpose purpose, Held held, byte[] hash, Instant at, Instant expiresAt) {
        transaction.update(
                TOKEN_INSERT,
                p -> p.id(OneTimeTokenId.make())
                        .id(held.user())
                        .text(Words.of(purpose))
                        .text(held.address().orElse(null))
                        .uuid(held.flow().orElse(null))
                        .bytes(held.browser().map(Digest::bytes).orElse(null))
                        .bytes(hash)
                        .instant(at)
                        .instant(expiresAt));
    }

    Optional<Held> consume(Transaction transaction, Purpose purpose, byte[] hash, Instant at) {
        return transaction.find(
                TOKEN_CONSUME,
                p -> p.instant(at).bytes(hash).text(Words.of(purpose)).instant(at));
    }

    Optional<Held> find(Purpose purpose, byte[] hash, Instant at) {
        return database.find(
                TOKEN_FIND, p -> p.bytes(hash).text(Words.of(purpose)).instant(at));
    }

    Optional<Held> findOf(Transaction transaction, UserId user, UUID flow, Purpose purpose, Instant at) {
        return transaction.find(
                TOKEN_FIND_OF_FLOW,
                p -> p.id(user).uuid(flow).text(Words.of(purpose)).instant(at));
    }

    void voidAll(Transaction transaction, UserId user, Purpose purpose, Instant at) {
        transaction.update(TOKENS_VOID, p -> p.instant(at).id(user).text(Words.of(purpose)));
    }

    private static Held held(Row row) {
        return new Held(
                new UserId(row.uuid("user_id")),
                row.findText("address"),
                row.findUuid("flow_id"),
                row.findBytes("browser_hash").map(Digest::of));
    }
}
