package dev.keystead.account;

import dev.keystead.account.AccountPages.Reader;
import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import dev.keystead.session.Sessions;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// The pages with lists: where somebody is signed in and what happened at the door.
final class ListRoutes {
    private static final int LENGTH = 20;

    private final Readers readers;
    private final Sessions sessions;
    private final SessionEndings endings;
    private final AuthEvents events;
    private final AccountPages pages;

    ListRoutes(Readers readers, Sessions sessions, SessionEndings endings, AuthEvents events, AccountPages pages) {
        this.readers = readers;
        this.sessions = sessions;
        this.endings = endings;
        this.events = events;
        this.pages = pages;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/account/sessions", "The page with your sessions")
                        .signedIn()
                        .query(AccountPages.DONE, WishedLanguage.UI_LOCALES, Paging.CURSOR)
                        .page(this::showSessions),
                Route.post("/account/sessions/{id}/end", "End one of your sessions")
                        .signedIn()
                        .audits("session.end")
                        .preparedForm(FormFields::values, (call, _) -> endSession(call)),
                Route.post("/account/sessions/end-others", "End all of your sessions but this one")
                        .signedIn()
                        .audits("session.end_others")
                        .preparedForm(FormFields::values, (call, _) -> endOthers(call)),
                Route.get("/account/events", "The page with what happened at the door")
                        .signedIn()
                        .query(AccountPages.DONE, WishedLanguage.UI_LOCALES, Paging.CURSOR)
                        .page(this::showEvents));
    }

    private Reply showSessions(Call call) {
        Reader reader = readers.of(call);
        Paging paging = paging(call);
        List<Session> found = sessions.list(reader.me().user(), before(paging), paging.fetch());
        Page<Session> page =
                Page.of(found, paging, session -> Cursor.of(session.id().value()), Function.identity());
        return pages.show(
                reader,
                Tab.SESSIONS,
                FormErrors.none(),
                200,
                around -> new ListPages.SessionList(
                        around,
                        page.items().stream()
                                .map(session -> row(reader, around, session))
                                .toList(),
                        next(reader, Tab.SESSIONS, page)));
    }

    private static ListPages.SessionRow row(Reader reader, Around around, Session session) {
        return new ListPages.SessionRow(
                session.id().text(),
                place(reader, session.client()),
                session.client().address(),
                around.moment(session.lastActiveAt()),
                around.moment(session.createdAt()),
                reader.me().session().equals(Optional.of(session.id())));
    }

    private static String place(Reader reader, Session.Client client) {
        return BrowserName.of(client.userAgent()).orElseGet(() -> reader.text("account.sessions.unknown"));
    }

    private static Paging paging(Call call) {
        return new Paging(call.find(Paging.CURSOR).map(Cursor::parse), LENGTH);
    }

    private static Optional<UUID> before(Paging paging) {
        return paging.after().map(cursor -> cursor.expect(1).uuid(0));
    }

    private static Optional<String> next(Reader reader, Tab tab, Page<?> page) {
        return Optional.ofNullable(page.nextCursor()).map(cursor -> reader.at(tab.path()) + "?cursor=" + cursor);
    }

    private Work.ChangingBare endSession(Call call) {
        Reader reader = readers.of(call);
        SessionId id = call.id("id", SessionId::new, Prefix.SESSION.text());
        return (_, transaction) -> endings.end(transaction, call, reader.me().user(), id)
                ? Reply.seeOther(Done.ENDED.at(reader.at(Tab.SESSIONS.path())))
                : Reply.notFound();
    }

    private Work.ChangingBare endOthers(Call call) {
        Reader reader = readers.of(call);
        return (_, transaction) -> {
            endings.endOthers(transaction, call, reader.me().user());
            return Reply.seeOther(Done.ENDED.at(reader.at(Tab.SESSIONS.path())));
        };
    }

    private Reply showEvents(Call call) {
        Reader reader = readers.of(call);
        Paging paging = paging(call);
        List<AuthEvent> found = events.listOf(reader.me().user(), before(paging), paging.fetch());
        Page<AuthEvent> page =
                Page.of(found, paging, event -> Cursor.of(event.id().value()), Function.identity());
        return pages.show(
                reader,
                Tab.EVENTS,
                FormErrors.none(),
                200,
                around -> new ListPages.EventList(
                        around,
                        page.items().stream()
                                .map(event -> new ListPages.EventRow(
                                        reader.text(EventWords.key(event.type())),
                                        place(reader, event.client()),
                                        event.client().address(),
                                        around.moment(event.at())))
                                .toList(),
                        next(reader, Tab.EVENTS, page)));
    }
}
