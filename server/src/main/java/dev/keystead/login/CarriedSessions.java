package dev.keystead.login;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.Transaction;
import java.util.Map;

/// Sessions that browsers bring along to a sign-in.
///
/// @param sessions ends them
/// @param events tells their people
record CarriedSessions(Sessions sessions, AuthEvents events) {
    /// Ends the session that a browser carried until now, as another takes its place: the browser forgets its
    /// token, and nobody could sign out of it there any more. A step-up is no sign-in, and goes on with the session
    /// that it is for.
    void replace(Transaction transaction, Visitor visitor) {
        visitor.carried().ifPresent(before -> end(transaction, visitor, before));
    }

    private void end(Transaction transaction, Visitor visitor, SessionId before) {
        sessions.end(transaction, before, Session.End.REPLACED)
                .ifPresent(ended -> events.write(
                        transaction,
                        AuthEvent.Type.SESSION_ENDED,
                        AuthEvents.About.user(ended.user()).in(before),
                        visitor.client(),
                        Map.of("why", "replaced")));
    }
}
