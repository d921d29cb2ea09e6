package dev.keystead.oauth.authorize;

import dev.keystead.client.ClientId;
import dev.keystead.platform.crypto.Digest;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Optional;

/// The statements on requests that wait.
final class RequestStore {
    static final Command REQUEST_PUSH = Command.tenant("oauth.request.push", """
            insert into oauth.authorization_requests
                (id, client_id, kind, reference_hash, parameters, created_at, expires_at, tenant_id)
            values (?, ?, 'pushed', ?, cast(? as jsonb), ?, ?, ?)""");

    static final Command REQUEST_BEGIN = Command.tenant("oauth.request.begin", """
            insert into oauth.authorization_requests
                (id, client_id, kind, browser_hash, parameters, created_at, expires_at, tenant_id)
            values (?, ?, 'begun', ?, cast(? as jsonb), ?, ?, ?)""");

    static final Query<WaitingRequest> REQUEST_OF_REFERENCE =
            Query.tenant("oauth.request.find-of-reference", """
            select id, client_id, cast(parameters as text) as parameters, created_at
            from oauth.authorization_requests
            where reference_hash = ?
              and client_id = ?
              and kind = 'pushed'
              and used_at is null
              and expires_at > ?
              and tenant_id = ?""", RequestStore::request);

    /// Uses a pushed request up. Of two who were brought here by its reference, one gets an answer for it.
    /// How old it is does not matter any more.
    static final Command REQUEST_USE = Command.tenant("oauth.request.use", """
            update oauth.authorization_requests
            set used_at = ?
            where reference_hash = ?
              and client_id = ?
              and kind = 'pushed'
              and used_at is null
              and tenant_id = ?""");

    static final Query<WaitingRequest> REQUEST_FIND = Query.tenant("oauth.request.find", """
            select id, client_id, cast(parameters as text) as parameters, created_at
            from oauth.authorization_requests
            where id = ?
              and browser_hash = ?
              and used_at is null
              and expires_at > ?
              and tenant_id = ?""", RequestStore::request);

    static final Command REQUEST_FINISH = Command.tenant("oauth.request.finish", """
            update oauth.authorization_requests
            set used_at = ?
            where id = ?
              and used_at is null
              and tenant_id = ?""");

    static final Command REQUEST_SWEEP = Command.crossTenant(
            "oauth.request.sweep", "requests of all workspaces that expired are removed together", """
            delete from oauth.authorization_requests
            where (tenant_id, id) in (
                select tenant_id, id
                from oauth.authorization_requests
                where expires_at < cast(? as timestamptz) - interval '1 hour'
                limit ?)""");

    private final Database database;

    RequestStore(Database database) {
        this.database = database;
    }

    void pushAtCommit(Transaction transaction, WaitingRequest request, byte[] reference, Instant expiresAt) {
        transaction.atCommit(
                REQUEST_PUSH,
                p -> p.id(request.id())
                        .id(request.client())
                        .bytes(reference)
                        .text(request.parametersJson())
                        .instant(request.createdAt())
                        .instant(expiresAt));
    }

    void beginAtCommit(Transaction transaction, WaitingRequest request, Digest browser, Instant expiresAt) {
        transaction.atCommit(
                REQUEST_BEGIN,
                p -> p.id(request.id())
                        .id(request.client())
                        .bytes(browser.bytes())
                        .text(request.parametersJson())
                        .instant(request.createdAt())
                        .instant(expiresAt));
    }

    Optional<WaitingRequest> findOfReference(byte[] reference, ClientId client, Instant now) {
        return database.find(
                REQUEST_OF_REFERENCE, p -> p.bytes(reference).id(client).instant(now));
    }

    /// Whether nobody had used it.
    boolean use(Transaction transaction, byte[] reference, ClientId client, Instant now) {
        return transaction.update(
                        REQUEST_USE, p -> p.instant(now).bytes(reference).id(client))
                == 1;
    }

    Optional<WaitingRequest> find(RequestId id, Digest browser, Instant now) {
        return database.find(REQUEST_FIND, p -> p.id(id).bytes(browser.bytes()).instant(now));
    }

    /// Whether the request was still waiting.
    boolean finish(Transaction transaction, RequestId id, Instant now) {
        return transaction.update(REQUEST_FINISH, p -> p.instant(now).id(id)) == 1;
    }

    private static WaitingRequest request(Row row) {
        return WaitingRequest.read(
                new RequestId(row.uuid("id")),
                new ClientId(row.uuid("client_id")),
                row.text("parameters"),
                row.instant("created_at"));
    }
}
