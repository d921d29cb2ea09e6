package dev.keystead.oauth.authorize;

import dev.keystead.audit.AuditLog;
import dev.keystead.consent.Consent;
import dev.keystead.consent.Consents;
import dev.keystead.grant.Binding;
import dev.keystead.grant.Grant;
import dev.keystead.grant.GrantId;
import dev.keystead.platform.http.Call;
import dev.keystead.session.Session;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.util.Map;
import java.util.Optional;

/// Gives a code for a request that needs nothing more, and keeps what the person answered.
final class Giving {
    private final Database database;
    private final Codes codes;
    private final Consents consents;
    private final WaitingRequests waiting;
    private final AuditLog audit;

    Giving(Database database, Codes codes, Consents consents, WaitingRequests waiting, AuditLog audit) {
        this.database = database;
        this.codes = codes;
        this.consents = consents;
        this.waiting = waiting;
        this.audit = audit;
    }

    /// A code without asking, because the person was asked before or need not be; nothing when the request
    /// was answered before.
    Optional<String> give(Call call, AuthorizationRequest request, Session session, Optional<WaitingRequest> found) {
        return Scope.tenant(session.tenant().value())
                .call(() -> database.write(transaction -> {
                    call.markUnchanged();
                    found.ifPresent(waited -> waiting.finish(transaction, waited.id()));
                    return waiting.useUp(transaction, request.client().id(), request.parameters())
                            ? Optional.of(make(transaction, request, session))
                            : Optional.<String>empty();
                }));
    }

    /// A code for somebody who was asked and allowed it; nothing when they answered before.
    ///
    /// @param remember whether they need not be asked again
    Optional<String> allow(
            Call call, AuthorizationRequest request, Session session, WaitingRequest found, boolean remember) {
        return Scope.tenant(session.tenant().value())
                .call(() -> database.write(transaction -> {
                    if (!waiting.finish(transaction, found.id())
                            || !waiting.useUp(transaction, found.client(), found.parameters())) {
                        return Optional.<String>empty();
                    }
                    if (remember && !request.agreement().isEmpty()) {
                        Consent consent = consents.give(
                                transaction, session.user(), request.client().id(), request.agreement());
                        audit.write(
                                transaction,
                                call,
                                "did:keystead:" + session.user().text(),
                                consent.id(),
                                AuditLog.Change.made(
                                        Map.of("client_id", request.client().clientId(), "scopes", consent.scopes())));
                    }
                    return Optional.of(make(transaction, request, session));
                }));
    }

    void deny(WorkspaceId tenant, WaitingRequest found) {
        Scope.tenant(tenant.value())
                .call(() -> database.write(transaction -> waiting.finish(transaction, found.id())
                        && waiting.useUp(transaction, found.client(), found.parameters())));
    }

    private String make(Transaction transaction, AuthorizationRequest request, Session session) {
        var given = new Grant.Given(
                request.scopes(),
                request.resources(),
                request.details(),
                request.claims(),
                session.methods(),
                session.provenAt(),
                request.boundTo().map(thumbprint -> new Binding(Binding.Kind.DPOP, thumbprint)));
        return codes.make(
                transaction,
                new Code(
                        request.client().id(),
                        session.user(),
                        session.id(),
                        GrantId.make(),
                        Optional.of(request.answer().redirectUri()).filter(_ -> request.redirectGiven()),
                        request.challenge(),
                        request.nonce(),
                        given));
    }
}
