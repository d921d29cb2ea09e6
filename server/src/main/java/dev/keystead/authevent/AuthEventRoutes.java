package dev.keystead.authevent;

import dev.keystead.directory.UserId;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Events at the door over HTTP: a person's own, and for administrators the workspace's.
public final class AuthEventRoutes {
    private static final Param<AuthEvent.Type> TYPE =
            Param.word("type", "Only events of this type", AuthEvent.Type.class);

    private final AuthEvents events;

    public AuthEventRoutes(AuthEvents events) {
        this.events = events;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/auth-events", "List what happened at the door of the workspace, newest first")
                        .tenant("read:audit")
                        .query(TYPE)
                        .audits("auth_event.read_admin")
                        .answers(Shape.page(AuthEventView.class), this::list),
                Route.get("/v1/me/events", "List your own security events, newest first")
                        .self("read:user:self")
                        .answers(Shape.page(AuthEventView.class), this::listOwn));
    }

    /// An event as people see it.
    public record AuthEventView(
            String id,
            String type,
            @Nullable String userId,
            @Nullable String sessionId,
            String address,
            String userAgent,
            Instant at) {
        public static AuthEventView of(AuthEvent event) {
            return new AuthEventView(
                    event.id().text(),
                    Words.of(event.type()),
                    event.user().map(UserId::text).orElse(null),
                    event.session().map(session -> session.text()).orElse(null),
                    event.client().address(),
                    event.client().userAgent(),
                    event.at());
        }
    }

    private Reply list(Call call) {
        return page(call, (before, limit) -> events.list(call.find(TYPE), before, limit));
    }

    private Reply listOwn(Call call) {
        var self = new UserId(call.caller().user().orElseThrow());
        return page(call, (before, limit) -> events.listOf(self, before, limit));
    }

    private interface Listing {
        List<AuthEvent> list(Optional<UUID> before, int limit);
    }

    private static Reply page(Call call, Listing listing) {
        Paging paging = call.paging();
        var before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        return Reply.ok(Page.of(
                listing.list(before, paging.fetch()),
                paging,
                event -> Cursor.of(event.id().value()),
                AuthEventView::of));
    }
}
