package dev.keystead.oauth.authorize;

import dev.keystead.audit.AuditLog;
import dev.keystead.consent.Consent;
import dev.keystead.consent.Consents;
import dev.keystead.grant.Binding;
import dev.keystead.grant.Grant;
import dev.keystead.grant.GrantId;
import dev.keystead.oauth.mint.NewGrants;
import dev.keystead.oauth.mint.Recipient;
import dev.keystead.platform.http.Call;
import dev.keystead.session.Session;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.util.Map;
import java.util.Optional;

/// Gives what a request asks for once it needs nothing more, and keeps what the person answered.
final class Giving {
    private final Database database;
    private final Codes codes;
    private final ImplicitTokens implicitTokens;
    private final Consents consents;
    private final WaitingRequests waiting;
    private final AuditLog audit;

    Giving(
            Database database,
            Codes codes,
            ImplicitTokens implicitTokens,
            Consents consents,
            WaitingRequests waiting,
            AuditLog audit) {
        this.database = database;
        this.codes = codes;
        this.implicitTokens = implicitTokens;
        this.consents = consents;
        this.waiting = waiting;
        this.audit = audit;
    }

    /// The members of an answer without asking, because the person was asked before or need not be; nothing
    /// when the request was answered before.
    Optional<Map<String, String>> give(
            Call call,
            Recipient recipient,
            AuthorizationRequest request,
            Session session,
            Optional<WaitingRequest> found) {
        return Scope.tenant(session.tenant().value())
                .call(() -> database.write(transaction -> {
                    call.markUnchanged();
                    found.ifPresent(waited -> waiting.finish(transaction, waited.id()));
                    return waiting.useUp(transaction, request.client().id(), request.parameters())
                            ? Optional.of(make(transaction, recipient, request, session))
                            : Optional.<Gift>empty();
                }))
                .map(this::members);
    }

    /// The members of an answer for somebody who was asked and allowed it; nothing when they answered before.
    ///
    /// @param remember whether they need not be asked again
    Optional<Map<String, String>> allow(
            Call call,
            Recipient recipient,
            AuthorizationRequest request,
            Session session,
            WaitingRequest found,
            boolean remember) {
        return Scope.tenant(session.tenant().value())
                .call(() -> database.write(transaction -> {
                    if (!waiting.finish(transaction, found.id())
                            || !waiting.useUp(transaction, found.client(), found.parameters())) {
                        return Optional.<Gift>empty();
                    }
                    if (remember && !request.agreement().isEmpty()) {
                        Consent consent = consents.give(
                                transaction,
                                session.user(),
                                request.client().id(),
                                request.agreement(),
                                request.resources());
                        audit.write(
                                transaction,
                                call,
                                "did:keystead:" + session.user().text(),
                                consent.id(),
                                AuditLog.Change.made(Map.of(
                                        "client_id",
                                        request.client().clientId(),
                                        "scopes",
                                        consent.scopes(),
                                        "resources",
                                        consent.resources())));
                    }
                    return Optional.of(make(transaction, recipient, request, session));
                }))
                .map(this::members);
    }

    void deny(WorkspaceId tenant, WaitingRequest found) {
        Scope.tenant(tenant.value())
                .call(() -> database.write(transaction -> waiting.finish(transaction, found.id())
                        && waiting.useUp(transaction, found.client(), found.parameters())));
    }

    private Gift make(Transaction transaction, Recipient recipient, AuthorizationRequest request, Session session) {
        var given = new Grant.Given(
                request.scopes(),
                request.resources(),
                request.details(),
                request.claims(),
                session.methods(),
                session.provenAt(),
                request.boundTo().map(thumbprint -> new Binding(Binding.Kind.DPOP, thumbprint)));
        GrantId grant = GrantId.make();
        if (request.type().isImplicit()) {
            var start = new NewGrants.Start(grant, session.user(), session.id(), given, request.nonce());
            return implicitTokens.note(transaction, recipient, request.type(), start);
        }
        return new Gift.ForCode(codes.make(
                transaction,
                new Code(
                        request.client().id(),
                        session.user(),
                        session.id(),
                        grant,
                        Optional.of(request.answer().redirectUri()).filter(_ -> request.redirectGiven()),
                        request.challenge(),
                        request.nonce(),
                        given)));
    }

    /// Not for use inside a transaction: tokens are signed.
    private Map<String, String> members(Gift gift) {
        return switch (gift) {
            case Gift.ForCode(String code) -> Map.of("code", code);
            case Gift.Direct tokens -> implicitTokens.members(tokens);
        };
    }
}
