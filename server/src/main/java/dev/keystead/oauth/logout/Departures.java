package dev.keystead.oauth.logout;

import dev.keystead.audit.AuditLog;
import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.client.Client;
import dev.keystead.client.ClientId;
import dev.keystead.client.Clients;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.grant.Grant;
import dev.keystead.grant.Grants;
import dev.keystead.oauth.wire.ClientAddress;
import dev.keystead.platform.http.Call;
import dev.keystead.session.Session;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Ends the session of a browser because an application asked for it.
final class Departures {
    private final Database database;
    private final Sessions sessions;
    private final BrowserSessions browsers;
    private final Grants grants;
    private final Clients clients;
    private final AuthEvents events;
    private final AuditLog audit;

    Departures(
            Database database,
            Sessions sessions,
            BrowserSessions browsers,
            Grants grants,
            Clients clients,
            AuthEvents events,
            AuditLog audit) {
        this.database = database;
        this.sessions = sessions;
        this.browsers = browsers;
        this.grants = grants;
        this.clients = clients;
        this.events = events;
        this.audit = audit;
    }

    /// A client that was given something in the session that ended.
    ///
    /// @param issuer as it knows the workspace, where that was kept
    record Told(Client client, Optional<String> issuer) {}

    /// Leaves the audit entry of an end.
    private interface Trail {
        void write(Transaction transaction);
    }

    /// Ends a session because its own ID token came along. Answers the clients that were given something in
    /// it.
    List<Told> byHint(Call call, Session session, Optional<Client> client) {
        var why = new LinkedHashMap<String, Object>();
        why.put("user_id", session.user().text());
        client.ifPresent(found -> why.put("client_id", found.clientId()));
        return end(
                call,
                session,
                transaction -> audit.writeInternal(transaction, "logout", "session.end", session.id(), why));
    }

    /// Ends a session because its person said so.
    List<Told> byAnswer(Call call, Session session) {
        String actor = "did:keystead:" + session.user().text();
        var change = AuditLog.Change.removed(Map.of("user_id", session.user().text()));
        return end(call, session, transaction -> audit.write(transaction, call, actor, session.id(), change));
    }

    private List<Told> end(Call call, Session session, Trail trail) {
        browsers.forget(call);
        return Scope.tenant(session.tenant().value()).call(() -> {
            List<Grant> given = database.write(transaction -> {
                if (sessions.end(transaction, session.user(), session.id(), Session.End.SIGNED_OUT)
                        .isEmpty()) {
                    call.markUnchanged();
                    return List.<Grant>of();
                }
                events.write(
                        transaction,
                        AuthEvent.Type.SIGNED_OUT,
                        AuthEvents.About.user(session.user()).in(session.id()),
                        BrowserSessions.client(call),
                        Map.of());
                trail.write(transaction);
                return grants.ofSession(transaction, session.id());
            });
            return told(given);
        });
    }

    /// One for each client, in the tenant in scope.
    private List<Told> told(List<Grant> given) {
        var issuers = new LinkedHashMap<ClientId, Optional<String>>();
        given.forEach(grant -> issuers.put(grant.client(), grant.issuer()));
        return issuers.entrySet().stream()
                .flatMap(each -> clients.find(each.getKey()).stream().map(client -> new Told(client, each.getValue())))
                .toList();
    }

    /// The pages that sign somebody out at these clients when a browser loads them (OpenID Connect
    /// Front-Channel Logout section 2). Issuer and session are named also to clients that do not insist on
    /// it.
    ///
    /// @param usualIssuer the address that the browser is at
    static List<String> frames(List<Told> told, String usualIssuer, Session session) {
        return told.stream()
                .flatMap(each -> frame(each, usualIssuer, session).stream())
                .toList();
    }

    private static Optional<String> frame(Told told, String usualIssuer, Session session) {
        var members = new LinkedHashMap<String, String>();
        members.put("iss", told.issuer().orElse(usualIssuer));
        members.put("sid", session.id().text());
        return Optional.ofNullable(told.client().settings().logout().frontchannelUri())
                .map(uri -> ClientAddress.withQuery(uri, members));
    }
}
