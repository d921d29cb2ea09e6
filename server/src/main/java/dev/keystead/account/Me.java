package dev.keystead.account;

import dev.keystead.authevent.AuthEvents;
import dev.keystead.directory.UserId;
import dev.keystead.login.Door;
import dev.keystead.login.Visitor;
import dev.keystead.platform.http.Call;
import dev.keystead.session.SessionId;
import dev.keystead.workspace.Workspace;
import java.util.Optional;
import java.util.UUID;

/// The person who acts on what is their own.
///
/// @param session nothing for whoever holds a key
/// @param door the address under which the workspace's pages are found, for links in mails
record Me(UserId user, Optional<SessionId> session, Visitor visitor, String door) {
    static Me of(Call call, Door door) {
        Visitor visitor = door.forCaller(call);
        return new Me(
                new UserId(call.caller().user().orElseThrow()),
                call.caller().session().map(session -> new SessionId(session.id())),
                visitor,
                door.addressOf(visitor.workspace()));
    }

    /// Somebody in whose place an administrator acts.
    static Me inPlaceOf(UserId user, Call call, Door door) {
        Visitor visitor = door.forCaller(call);
        return new Me(user, Optional.empty(), visitor, door.addressOf(visitor.workspace()));
    }

    Workspace workspace() {
        return visitor.workspace();
    }

    UUID tenant() {
        return visitor.workspace().id().value();
    }

    /// What an event at the door about this person is about.
    AuthEvents.About about() {
        var about = AuthEvents.About.user(user);
        return session.map(about::in).orElse(about);
    }
}
