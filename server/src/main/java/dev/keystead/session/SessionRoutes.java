package dev.keystead.session;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Caller;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Fields;
import dev.keystead.session.Session.End;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Sessions over HTTP: going on with one, and for people and administrators, seeing and ending them.
public final class SessionRoutes {
    private final Sessions sessions;
    private final Directory directory;
    private final AuditLog audit;

    public SessionRoutes(Sessions sessions, Directory directory, AuditLog audit) {
        this.sessions = sessions;
        this.directory = directory;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/v1/sessions:refresh", "Go on with a session: new tokens for the one that was used")
                        .open("the refresh token is the credential")
                        .auditsNothing("nothing changes but the token; a token that is used twice is recorded")
                        .takes(Refresh.class)
                        .answers(200, Shape.of(TokensView.class), this::refresh),
                Route.get("/v1/me/sessions", "List your own sessions, newest first")
                        .self("read:user:self")
                        .answers(Shape.page(SessionView.class), this::listOwn),
                Route.delete("/v1/me/sessions/{id}", "End one of your own sessions")
                        .self("write:user:self")
                        .audits("session.end")
                        .takesNothing()
                        .answers(Shape.nothing(), this::endOwn),
                Route.post("/v1/me/sessions:end-others", "End all of your sessions but this one")
                        .self("write:user:self")
                        .audits("session.end_others")
                        .takesNothing()
                        .answers(Shape.of(EndedView.class), this::endOthers),
                Route.get("/v1/users/{id}/sessions", "List the sessions of a user, newest first")
                        .tenant("read:user")
                        .answers(Shape.page(SessionView.class), this::list),
                Route.delete("/v1/users/{id}/sessions/{session}", "End a session of a user")
                        .tenant("write:user")
                        .audits("session.end")
                        .takesNothing()
                        .answers(Shape.nothing(), this::end));
    }

    /// What a program sends to go on.
    public record Refresh(String refreshToken) {
        public Refresh {
            var fields = new Fields();
            refreshToken = fields.text("refresh_token", refreshToken, 1, 300);
            fields.refuseIfAny();
        }
    }

    /// The tokens of a session.
    public record TokensView(String sessionId, String accessToken, long expiresIn, String refreshToken) {
        public static TokensView of(Renewal.Renewed renewed) {
            return new TokensView(
                    renewed.session().id().text(),
                    renewed.accessToken(),
                    Sessions.ACCESS_LIFE.toSeconds(),
                    renewed.token());
        }
    }

    /// A session as its person and administrators see it.
    public record SessionView(
            String id,
            String userId,
            @Nullable String workspaceId,
            String kind,
            List<String> methods,
            String address,
            String userAgent,
            boolean current,
            Instant provenAt,
            Instant lastActiveAt,
            Instant createdAt,
            Instant expiresAt) {
        public static SessionView of(Session session, Optional<Caller.SignIn> own) {
            return new SessionView(
                    session.id().text(),
                    session.user().text(),
                    session.workspace().map(workspace -> workspace.text()).orElse(null),
                    Words.of(session.kind()),
                    session.methods(),
                    session.client().address(),
                    session.client().userAgent(),
                    own.filter(here -> here.id().equals(session.id().value())).isPresent(),
                    session.provenAt(),
                    session.lastActiveAt(),
                    session.createdAt(),
                    session.expiresAt());
        }
    }

    /// How many sessions were ended.
    public record EndedView(int ended) {}

    private Reply refresh(Call call, Refresh body) {
        var client = new Session.Client(
                call.remoteAddress(), call.header("User-Agent").orElse(""));
        return switch (sessions.renew(body.refreshToken(), client)) {
            case Renewal.Renewed renewed -> Reply.ok(TokensView.of(renewed));
            case Renewal.Over(), Renewal.Reused _ -> Reply.refused(401, "invalid token");
        };
    }

    private Reply listOwn(Call call) {
        return list(call, self(call));
    }

    private Reply list(Call call) {
        UserId user = call.id("id", UserId::new, Prefix.USER.text());
        return directory.find(user).isPresent() ? list(call, user) : Reply.notFound();
    }

    private Reply list(Call call, UserId user) {
        Paging paging = call.paging();
        var before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Session> found = sessions.list(user, before, paging.fetch());
        return Reply.ok(Page.of(
                found,
                paging,
                session -> Cursor.of(session.id().value()),
                session -> SessionView.of(session, call.caller().session())));
    }

    private Reply endOwn(Call call, Transaction transaction) {
        return end(call, transaction, self(call), call.id("id", SessionId::new, Prefix.SESSION.text()));
    }

    private Reply end(Call call, Transaction transaction) {
        return end(
                call,
                transaction,
                call.id("id", UserId::new, Prefix.USER.text()),
                call.id("session", SessionId::new, Prefix.SESSION.text()));
    }

    private Reply end(Call call, Transaction transaction, UserId user, SessionId id) {
        Optional<Session> ended = sessions.end(transaction, user, id, End.ENDED);
        if (ended.isEmpty()) {
            return Reply.notFound();
        }
        audit.write(
                transaction,
                call,
                id,
                AuditLog.Change.removed(Map.of("user_id", ended.get().user().text())));
        return Reply.empty();
    }

    private Reply endOthers(Call call, Transaction transaction) {
        Optional<SessionId> kept = call.caller().session().map(here -> new SessionId(here.id()));
        int ended = sessions.endOthers(transaction, self(call), kept, End.ENDED);
        audit.write(transaction, call, self(call), AuditLog.Change.removed(Map.of("sessions", ended)));
        return Reply.ok(new EndedView(ended));
    }

    private static UserId self(Call call) {
        return new UserId(call.caller().user().orElseThrow());
    }
}
