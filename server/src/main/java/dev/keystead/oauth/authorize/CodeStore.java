package dev.keystead.oauth.authorize;

import dev.keystead.client.ClientId;
import dev.keystead.directory.UserId;
import dev.keystead.grant.Binding;
import dev.keystead.grant.Grant;
import dev.keystead.grant.GrantId;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.UuidV7;
import java.time.Instant;
import java.util.Optional;

/// The statements on authorization codes.
final class CodeStore {
    static final Command CODE_INSERT = Command.tenant("oauth.code.insert", """
            insert into oauth.authorization_codes
                (id, code_hash, client_id, user_id, session_id, grant_id, redirect_uri, code_challenge, nonce, scopes,
                 resources, details, claims, methods, proven_at, binding, created_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, cast(? as jsonb), cast(? as jsonb), ?, ?, ?, ?, ?, ?)""");

    /// Uses a code up. Of two who present it at the same moment, one gets it.
    static final Query<Code> CODE_CONSUME = Query.tenant("oauth.code.consume", """
            update oauth.authorization_codes
            set used_at = ?
            where code_hash = ?
              and client_id = ?
              and used_at is null
              and expires_at > ?
              and tenant_id = ?
            returning client_id, user_id, session_id, grant_id, redirect_uri, code_challenge, nonce, scopes, resources,
                cast(details as text) as details, cast(claims as text) as claims, methods, proven_at,
                binding""", CodeStore::code);

    static final Query<Code> CODE_FIND_USED = Query.tenant("oauth.code.find-used", """
            select client_id, user_id, session_id, grant_id, redirect_uri, code_challenge, nonce, scopes, resources,
                cast(details as text) as details, cast(claims as text) as claims, methods, proven_at, binding
            from oauth.authorization_codes
            where code_hash = ?
              and used_at is not null
              and expires_at > cast(? as timestamptz) - interval '1 hour'
              and tenant_id = ?""", CodeStore::code);

    static final Command CODE_SWEEP =
            Command.crossTenant("oauth.code.sweep", "codes of all workspaces that expired are removed together", """
            delete from oauth.authorization_codes
            where (tenant_id, id) in (
                select tenant_id, id
                from oauth.authorization_codes
                where expires_at < cast(? as timestamptz) - interval '1 hour'
                limit ?)""");

    void insertAtCommit(Transaction transaction, byte[] hash, Code code, Instant now, Instant expiresAt) {
        Grant.Given given = code.given();
        transaction.atCommit(
                CODE_INSERT,
                p -> p.uuid(UuidV7.at(now))
                        .bytes(hash)
                        .id(code.client())
                        .id(code.user())
                        .id(code.session())
                        .id(code.grant())
                        .text(code.redirectUri().orElse(null))
                        .text(code.challenge().orElse(null))
                        .text(code.nonce().orElse(null))
                        .texts(given.scopes())
                        .texts(given.resources())
                        .text(given.details().orElse(null))
                        .text(given.claims().orElse(null))
                        .texts(given.methods())
                        .instant(given.provenAt())
                        .text(given.binding().map(Binding::text).orElse(null))
                        .instant(now)
                        .instant(expiresAt));
    }

    Optional<Code> consume(Transaction transaction, byte[] hash, ClientId client, Instant now) {
        return transaction.find(
                CODE_CONSUME, p -> p.instant(now).bytes(hash).id(client).instant(now));
    }

    Optional<Code> findUsed(Transaction transaction, byte[] hash, Instant now) {
        return transaction.find(CODE_FIND_USED, p -> p.bytes(hash).instant(now));
    }

    private static Code code(Row row) {
        return new Code(
                new ClientId(row.uuid("client_id")),
                new UserId(row.uuid("user_id")),
                new SessionId(row.uuid("session_id")),
                new GrantId(row.uuid("grant_id")),
                row.findText("redirect_uri"),
                row.findText("code_challenge"),
                row.findText("nonce"),
                new Grant.Given(
                        row.texts("scopes"),
                        row.texts("resources"),
                        row.findText("details"),
                        row.findText("claims"),
                        row.texts("methods"),
                        row.instant("proven_at"),
                        row.findText("binding").map(Binding::parse)));
    }
}
