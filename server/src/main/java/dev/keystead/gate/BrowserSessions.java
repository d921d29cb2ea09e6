package dev.keystead.gate;

import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cookie;
import dev.keystead.platform.http.Method;
import dev.keystead.session.Renewal;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import dev.keystead.session.Sessions;
import dev.keystead.workspace.Reserved;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/// Sessions of browsers: the token is a cookie, one for each workspace that people sign in to.
public final class BrowserSessions {
    /// A copied cookie is found out once its owner and the thief have both gone on with it, so it is
    /// renewed often.
    private static final Duration TOKEN_AGE = Duration.ofMinutes(10);

    private static final String COOKIE = "keystead-session-";

    private final Sessions sessions;
    private final Workspaces workspaces;
    private final Clock clock;

    public BrowserSessions(Sessions sessions, Workspaces workspaces, Clock clock) {
        this.sessions = sessions;
        this.workspaces = workspaces;
        this.clock = clock;
    }

    /// The session of this browser in the workspace that the path means, renewed when its token has some age.
    public Optional<Session> find(Call call) {
        Optional<String> token = call.cookie(cookie(call));
        if (token.isEmpty()) {
            return Optional.empty();
        }
        Optional<Session> current = sessions.byCurrentToken(token.get());
        boolean renew = current.map(session -> isDue(session, call)).orElse(true);
        Optional<Session> session = renew ? renewed(call, token.get()) : current;
        return session.filter(found -> workspace(call).equals(Optional.of(found.tenant())));
    }

    /// The session in a workspace whose token this browser carries, whether or not it goes on. Asks nobody.
    public Optional<SessionId> carried(Call call, WorkspaceId workspace) {
        return call.cookie(cookie(call)).flatMap(token -> sessions.carriedBy(token, workspace));
    }

    /// A form is not the moment to renew: its answer may never be shown.
    private boolean isDue(Session session, Call call) {
        return call.route().method() == Method.GET
                && clock.instant().isAfter(session.rotatedAt().plus(TOKEN_AGE));
    }

    private Optional<Session> renewed(Call call, String token) {
        return switch (sessions.renew(token, client(call))) {
            case Renewal.Renewed renewed -> {
                keep(call, renewed);
                yield Optional.of(renewed.session());
            }
            case Renewal.Over() -> {
                forget(call);
                yield Optional.empty();
            }
            case Renewal.Reused _ -> {
                forget(call);
                yield Optional.empty();
            }
        };
    }

    /// Gives the browser the token of its session.
    public void keep(Call call, Renewal.Renewed renewed) {
        Duration left = Duration.between(clock.instant(), renewed.session().endsAt());
        call.set(Cookie.lasting(cookie(call), renewed.token(), left));
    }

    public void forget(Call call) {
        call.set(Cookie.gone(cookie(call)));
    }

    /// Where somebody signs in to the workspace that the path means, and comes back to the page they wanted.
    String signInAddress(Call call) {
        String wanted = call.route().method() == Method.GET ? call.path() : call.prefix() + "/account";
        return call.prefix() + "/sign-in?return_to=" + URLEncoder.encode(wanted, StandardCharsets.UTF_8);
    }

    /// The workspace that the request means: the system workspace unless its path or host says otherwise.
    public Optional<WorkspaceId> workspace(Call call) {
        return call.workspaceSlug().map(workspaces::bySlug).orElse(Optional.of(Reserved.SYSTEM_WORKSPACE));
    }

    /// Where a request came from.
    public static Session.Client client(Call call) {
        return new Session.Client(
                call.remoteAddress(), call.header("User-Agent").orElse(""));
    }

    private static String cookie(Call call) {
        return COOKIE + call.workspaceSlug().orElse("system");
    }
}
