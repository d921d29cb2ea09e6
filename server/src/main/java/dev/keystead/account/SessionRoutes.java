package dev.keystead.account;

import dev.keystead.device.DeviceId;
import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.gate.BrowserSessions;
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
import dev.keystead.session.Renewal;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import dev.keystead.session.Sessions;
import dev.keystead.session.TokensView;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Sessions over HTTP: going on with one, and for people and administrators, seeing and ending them.
public final class SessionRoutes {
    private final Sessions sessions;
    private final Directory directory;
    private final SessionEndings endings;

    SessionRoutes(Sessions sessions, Directory directory, SessionEndings endings) {
        this.sessions = sessions;
        this.directory = directory;
        this.endings = endings;
    }

    List<Route> routes() {
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
                        .audits("session.read_admin")
                        .answers(Shape.page(SessionView.class), this::list),
                Route.delete("/v1/users/{id}/sessions/{session}", "End a session of a user")
                        .tenant("write:user")
                        .audits("session.end")
                        .takesNothing()
                        .answers(Shape.nothing(), this::end),
                Route.get("/v1/sessions", "List the sessions of everybody in the workspace, newest first")
                        .tenant("read:user")
                        .audits("session.read_admin")
                        .answers(Shape.page(SessionView.class), this::listAll),
                Route.delete("/v1/sessions/{id}", "End a session, whoever's it is")
                        .tenant("write:user")
                        .audits("session.end")
                        .takesNothing()
                        .answers(Shape.nothing(), this::endAny));
    }

    /// What a program sends to go on.
    public record Refresh(String refreshToken) {
        public Refresh {
            var fields = new Fields();
            refreshToken = fields.text("refresh_token", refreshToken, 1, 300);
            fields.refuseIfAny();
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
            @Nullable String deviceId,
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
                    session.device().map(DeviceId::text).orElse(null),
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
        return switch (sessions.renew(body.refreshToken(), BrowserSessions.client(call))) {
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
        return page(call, paging, sessions.list(user, before(paging), paging.fetch()));
    }

    private Reply listAll(Call call) {
        Paging paging = call.paging();
        return page(call, paging, sessions.list(before(paging), paging.fetch()));
    }

    private static Optional<UUID> before(Paging paging) {
        return paging.after().map(cursor -> cursor.expect(1).uuid(0));
    }

    private static Reply page(Call call, Paging paging, List<Session> found) {
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

    private Reply endAny(Call call, Transaction transaction) {
        SessionId id = call.id("id", SessionId::new, Prefix.SESSION.text());
        return endings.end(transaction, call, id) ? Reply.empty() : Reply.notFound();
    }

    private Reply end(Call call, Transaction transaction, UserId user, SessionId id) {
        return endings.end(transaction, call, user, id) ? Reply.empty() : Reply.notFound();
    }

    private Reply endOthers(Call call, Transaction transaction) {
        return Reply.ok(new EndedView(endings.endOthers(transaction, call, self(call))));
    }

    private static UserId self(Call call) {
        return new UserId(call.caller().user().orElseThrow());
    }
}
