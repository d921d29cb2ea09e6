package dev.keystead.account;

import dev.keystead.audit.AuditLog;
import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.directory.UserId;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.platform.http.Call;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.Transaction;
import java.util.Map;
import java.util.Optional;

/// Ends sessions before their time, for pages and programs, for their person and for administrators. Each
/// time the person is told by an event at the door, and the audit trail by an entry.
final class SessionEndings {
    private final Sessions sessions;
    private final AuthEvents events;
    private final AuditLog audit;

    SessionEndings(Sessions sessions, AuthEvents events, AuditLog audit) {
        this.sessions = sessions;
        this.events = events;
        this.audit = audit;
    }

    /// Ends one session of a user; whether there was such a one.
    boolean end(Transaction transaction, Call call, UserId user, SessionId id) {
        return noted(transaction, call, sessions.end(transaction, user, id, Session.End.ENDED));
    }

    /// The same, whoever's it is.
    boolean end(Transaction transaction, Call call, SessionId id) {
        return noted(transaction, call, sessions.end(transaction, id, Session.End.ENDED));
    }

    private boolean noted(Transaction transaction, Call call, Optional<Session> ended) {
        ended.ifPresent(session -> {
            UserId user = session.user();
            tell(transaction, call, user, AuthEvents.About.user(user).in(session.id()));
            audit.write(transaction, call, session.id(), AuditLog.Change.removed(Map.of("user_id", user.text())));
        });
        return ended.isPresent();
    }

    /// Ends all sessions of the caller but the one that they are in; how many there were.
    int endOthers(Transaction transaction, Call call, UserId self) {
        Optional<SessionId> kept = call.caller().session().map(here -> new SessionId(here.id()));
        int ended = sessions.endOthers(transaction, self, kept, Session.End.ENDED);
        if (ended > 0) {
            var about = AuthEvents.About.user(self);
            tell(transaction, call, self, kept.map(about::in).orElse(about));
        }
        audit.write(transaction, call, self, AuditLog.Change.removed(Map.of("sessions", ended)));
        return ended;
    }

    private void tell(Transaction transaction, Call call, UserId user, AuthEvents.About about) {
        boolean own = call.caller().user().equals(Optional.of(user.value()));
        events.write(
                transaction,
                AuthEvent.Type.SESSION_ENDED,
                about,
                BrowserSessions.client(call),
                Map.of("by", own ? "owner" : "administrator"));
    }
}
