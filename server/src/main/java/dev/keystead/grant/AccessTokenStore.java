package dev.keystead.grant;

import dev.keystead.client.ClientId;
import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on access tokens.
final class AccessTokenStore {
    static final Command TOKEN_INSERT = Command.tenant("grant.access-token.insert", """
            insert into session.access_tokens
                (id, client_id, grant_id, user_id, scopes, created_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?)""");

    /// Many at once. A list of lists is none that PostgreSQL takes apart again, so each token's scopes travel
    /// as one text: RFC 6749 section 3.3 has no space in a scope.
    static final Command TOKENS_INSERT = Command.tenant("grant.access-token.insert-many", """
            insert into session.access_tokens
                (id, client_id, grant_id, user_id, scopes, created_at, expires_at, tenant_id)
            select made.id, made.client_id, made.grant_id, made.user_id, string_to_array(made.scopes, ' '),
                made.created_at, made.expires_at, cast(? as uuid)
            from unnest(cast(? as uuid[]), cast(? as uuid[]), cast(? as uuid[]), cast(? as uuid[]),
                    cast(? as text[]), cast(? as timestamptz[]), cast(? as timestamptz[]))
                as made (id, client_id, grant_id, user_id, scopes, created_at, expires_at)""");

    static final Query<Boolean> TOKEN_IS_REVOKED =
            Query.tenant("grant.access-token.find", """
            select revoked_at is not null as revoked
            from session.access_tokens
            where id = ?
              and expires_at > ?
              and tenant_id = ?""", row -> row.flag("revoked"));

    static final Command TOKEN_REVOKE = Command.tenant("grant.access-token.revoke", """
            update session.access_tokens
            set revoked_at = ?
            where id = ?
              and revoked_at is null
              and tenant_id = ?""");

    static final Query<AccessTokenView> TOKEN_LIST =
            Query.tenant("grant.access-token.list", """
            select id, client_id, grant_id, user_id, scopes, created_at, expires_at
            from session.access_tokens
            where (cast(? as uuid) is null or user_id = ?)
              and (cast(? as uuid) is null or client_id = ?)
              and id < ?
              and revoked_at is null
              and expires_at > ?
              and tenant_id = ?
            order by id desc
            limit ?""", AccessTokenStore::view);

    static final Query<AccessTokenView> TOKEN_TAKE_BACK =
            Query.tenant("grant.access-token.take-back", """
            update session.access_tokens
            set revoked_at = ?
            where id = ?
              and revoked_at is null
              and expires_at > ?
              and tenant_id = ?
            returning id, client_id, grant_id, user_id, scopes, created_at, expires_at""", AccessTokenStore::view);

    /// Tokens that clients have for themselves: those of people end with their grants.
    static final Query<AccessTokenId> TOKENS_OF_CLIENTS_REVOKE =
            Query.tenant("grant.access-token.revoke-of-clients", """
            update session.access_tokens
            set revoked_at = ?
            where tenant_id = ?
              and id in (
                select id
                from session.access_tokens
                where tenant_id = ?
                  and grant_id is null
                  and revoked_at is null
                  and expires_at > ?
                  and (cast(? as uuid) is null or client_id = ?)
                  and created_at < ?
                order by id
                limit ?)
            returning id""", row -> new AccessTokenId(row.uuid("id")));

    static final Command TOKEN_SWEEP = Command.crossTenant(
            "grant.access-token.sweep", "access tokens of all workspaces that expired are removed together", """
            delete from session.access_tokens
            where (tenant_id, id) in (
                select tenant_id, id
                from session.access_tokens
                where expires_at < cast(? as timestamptz) - interval '1 hour'
                limit ?)""");

    private final Database database;

    AccessTokenStore(Database database) {
        this.database = database;
    }

    void insertAtCommit(Transaction transaction, AccessToken token) {
        AccessToken.Wish wish = token.wish();
        transaction.atCommit(
                TOKEN_INSERT,
                p -> p.id(token.id())
                        .id(wish.client())
                        .uuid(grantOf(token).map(GrantId::value).orElse(null))
                        .uuid(userOf(token).map(UserId::value).orElse(null))
                        .texts(wish.scopes())
                        .instant(token.createdAt())
                        .instant(token.expiresAt()));
    }

    void insertAtCommit(Transaction transaction, List<AccessToken> tokens) {
        transaction.atCommit(
                TOKENS_INSERT,
                p -> p.scope()
                        .uuids(tokens, token -> token.id().value())
                        .uuids(tokens, token -> token.wish().client().value())
                        .uuids(
                                tokens,
                                token -> grantOf(token).map(GrantId::value).orElse(null))
                        .uuids(tokens, token -> userOf(token).map(UserId::value).orElse(null))
                        .texts(tokens.stream()
                                .map(token -> String.join(" ", token.wish().scopes()))
                                .toList())
                        .instants(tokens, AccessToken::createdAt)
                        .instants(tokens, AccessToken::expiresAt));
    }

    private static Optional<GrantId> grantOf(AccessToken token) {
        return token.wish().grant().map(Grant::id);
    }

    private static Optional<UserId> userOf(AccessToken token) {
        return token.wish().grant().map(Grant::user);
    }

    /// Whether a token was revoked; nothing when there is none of that id, or no longer.
    Optional<Boolean> isRevoked(AccessTokenId id, Instant now) {
        return database.find(TOKEN_IS_REVOKED, p -> p.id(id).instant(now));
    }

    List<AccessTokenView> list(Optional<UserId> user, Optional<ClientId> client, UUID before, Instant now, int limit) {
        UUID userId = user.map(UserId::value).orElse(null);
        UUID clientId = client.map(ClientId::value).orElse(null);
        return database.list(
                TOKEN_LIST,
                p -> p.uuid(userId)
                        .uuid(userId)
                        .uuid(clientId)
                        .uuid(clientId)
                        .uuid(before)
                        .instant(now)
                        .scope()
                        .integer(limit));
    }

    Optional<AccessTokenView> takeBack(Transaction transaction, AccessTokenId id, Instant now) {
        return transaction.find(TOKEN_TAKE_BACK, p -> p.instant(now).id(id).instant(now));
    }

    List<AccessTokenId> revokeOfClients(Transaction transaction, Revocation what, Instant now, int limit) {
        UUID client = what.client().map(ClientId::value).orElse(null);
        return transaction.list(
                TOKENS_OF_CLIENTS_REVOKE,
                p -> p.instant(now)
                        .scope()
                        .scope()
                        .instant(now)
                        .uuid(client)
                        .uuid(client)
                        .instant(what.before().orElse(now))
                        .integer(limit));
    }

    private static AccessTokenView view(Row row) {
        return new AccessTokenView(
                new AccessTokenId(row.uuid("id")).text(),
                new ClientId(row.uuid("client_id")).text(),
                row.findUuid("grant_id").map(id -> new GrantId(id).text()).orElse(null),
                row.findUuid("user_id").map(id -> new UserId(id).text()).orElse(null),
                row.texts("scopes"),
                row.instant("created_at"),
                row.instant("expires_at"));
    }

    void revokeAtCommit(Transaction transaction, AccessTokenId id, Instant now) {
        transaction.atCommit(TOKEN_REVOKE, p -> p.instant(now).id(id));
    }
}
