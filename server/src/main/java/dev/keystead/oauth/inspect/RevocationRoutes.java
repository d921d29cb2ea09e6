package dev.keystead.oauth.inspect;

import dev.keystead.audit.AuditLog;
import dev.keystead.grant.AccessToken;
import dev.keystead.grant.AccessTokens;
import dev.keystead.grant.Grant;
import dev.keystead.grant.Grants;
import dev.keystead.oauth.clientauth.CallingClients;
import dev.keystead.oauth.clientauth.CallingClients.Calling;
import dev.keystead.oauth.wire.Endpoints;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Takes tokens back (RFC 7009). A token that does not work, or is another client's, gets the same answer.
public final class RevocationRoutes {
    private static final String PATH = "/oauth/v2/revoke";

    private final Database database;
    private final CallingClients callers;
    private final AccessTokens tokens;
    private final Grants grants;
    private final AuditLog audit;

    public RevocationRoutes(
            Database database, CallingClients callers, AccessTokens tokens, Grants grants, AuditLog audit) {
        this.database = database;
        this.callers = callers;
        this.tokens = tokens;
        this.grants = grants;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(Route.post(PATH, "Give a token back")
                .open("clients prove themselves by the protocol's own means")
                .audits("token.revoke")
                .anyOrigin()
                .endpoint(200, new Shape.Nothing(), Endpoints.answering(this::revoke)));
    }

    private Reply revoke(Call call, ProtocolMessage message) {
        Calling calling = callers.of(call, message, PATH);
        String token = calling.parameters().require("token");
        // Also by a token that was replaced meanwhile: whoever gives it back wants none of its successors to work.
        Optional<Grant> grant = grants.ofAnyToken(calling.tenant(), token)
                .filter(found -> found.client().equals(calling.client().id()));
        Optional<AccessToken.Verified> access =
                tokens.verify(calling.tenant(), token).filter(found -> found.isOf(calling.client()));
        call.markUnchanged();
        Scope.tenant(calling.tenant().value())
                .call(() -> database.write(transaction -> {
                    grant.ifPresent(found -> {
                        // RFC 7009 section 2.1: with the refresh token go the access tokens of the same grant.
                        grants.end(transaction, found.id(), Grant.End.REVOKED);
                        audit.write(
                                transaction,
                                call,
                                calling.client().actor(),
                                found.id(),
                                AuditLog.Change.removed(
                                        Map.of("client_id", calling.client().clientId())));
                    });
                    access.ifPresent(found -> {
                        tokens.revoke(transaction, found.id());
                        audit.write(
                                transaction,
                                call,
                                calling.client().actor(),
                                found.id(),
                                AuditLog.Change.removed(
                                        Map.of("client_id", calling.client().clientId())));
                    });
                    return true;
                }));
        return Reply.empty(200);
    }
}
