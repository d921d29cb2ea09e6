package dev.keystead.oauth.logout;

import dev.keystead.audit.AuditLog;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.client.Clients;
import dev.keystead.directory.Directory;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.grant.Grants;
import dev.keystead.login.Door;
import dev.keystead.login.SignInPages;
import dev.keystead.login.Visitor;
import dev.keystead.oauth.wire.ClientAddress;
import dev.keystead.oauth.wire.IdTokenHints;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.text.Texts;
import dev.keystead.session.Session;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.Database;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The end-session endpoint (OpenID Connect RP-Initiated Logout section 2), and the page on which a person
/// answers.
public final class LogoutRoutes {
    static final String PATH = "/oidc/v1/end_session";
    static final String ANSWER = PATH + "/answer";

    private static final String WHY_OPEN = "a browser is sent here by a client, signed in or not";

    private final Door door;
    private final BrowserSessions browsers;
    private final Texts texts;
    private final LogoutReader reader;
    private final Departures departures;
    private final LogoutPages pages;

    /// What it works with.
    public record Parts(
            Database database,
            Door door,
            BrowserSessions browsers,
            Sessions sessions,
            Grants grants,
            Clients clients,
            IdTokenHints hints,
            Directory directory,
            AuthEvents events,
            AuditLog audit,
            SignInPages signInPages,
            Pages pages,
            Texts texts) {}

    public LogoutRoutes(Parts parts) {
        this.door = parts.door();
        this.browsers = parts.browsers();
        this.texts = parts.texts();
        this.reader = new LogoutReader(parts.clients(), parts.hints());
        this.departures = new Departures(
                parts.database(),
                parts.sessions(),
                parts.browsers(),
                parts.grants(),
                parts.clients(),
                parts.events(),
                parts.audit());
        this.pages = new LogoutPages(parts.pages(), parts.signInPages(), parts.directory());
    }

    public List<Route> routes() {
        return List.of(
                Route.get(PATH, "Sign out on behalf of an application")
                        .open(WHY_OPEN)
                        .endpoint(new Shape.Html(), this::begin),
                Route.post(PATH, "Sign out on behalf of an application by a form")
                        .open(WHY_OPEN)
                        .auditsNothing("the browser is sent here again by GET, and nothing else is done")
                        .endpoint(303, new Shape.Html(), this::beginByForm),
                Route.post(ANSWER, "Sign out, or stay")
                        .open(WHY_OPEN)
                        .audits("session.end")
                        .form(FormFields::values, this::answered));
    }

    private Reply begin(Call call, ProtocolMessage message) {
        Visitor visitor = door.browser(call);
        return read(call, visitor, new Parameters(message.query()), (speaking, request) -> {
            Optional<Session> session = browsers.find(call);
            if (session.isEmpty()) {
                return pages.signedOut(call, speaking, request.onward(), List.of());
            }
            boolean meant =
                    request.session().filter(session.get().id().text()::equals).isPresent();
            return meant
                    ? depart(
                            call,
                            speaking,
                            request,
                            session.get(),
                            departures.byHint(call, session.get(), request.client()))
                    : pages.ask(call, speaking, request, session.get());
        });
    }

    /// A form that another site sends comes without our cookies. The browser is sent here again by GET,
    /// which brings them, with what the form held.
    private Reply beginByForm(Call call, ProtocolMessage message) {
        Visitor visitor = door.passerBy(call);
        return read(call, visitor, new Parameters(message.form()), (speaking, request) -> {
            Map<String, String> sent = LogoutRequest.sent(request.parameters());
            String address = sent.isEmpty() ? call.path() : ClientAddress.withQuery(call.path(), sent);
            return address.length() > LogoutReader.LONGEST_ADDRESS
                    ? pages.refused(call, speaking, "the request is too long")
                    : Reply.seeOther(address);
        });
    }

    private Reply answered(Call call, Map<String, String> form) {
        Visitor visitor = door.browser(call);
        call.markUnchanged();
        return read(call, visitor, parameters(form), (speaking, request) -> {
            if (!"sign-out".equals(form.get("answer"))) {
                return pages.stayed(call, speaking);
            }
            return browsers.find(call)
                    .map(session -> depart(call, speaking, request, session, departures.byAnswer(call, session)))
                    .orElseGet(() -> pages.signedOut(call, speaking, request.onward(), List.of()));
        });
    }

    private static Parameters parameters(Map<String, String> form) {
        var sent = new LinkedHashMap<String, List<String>>();
        form.forEach((name, value) -> sent.put(name, List.of(value)));
        return new Parameters(sent);
    }

    private Reply depart(
            Call call, Visitor visitor, LogoutRequest request, Session session, List<Departures.Told> told) {
        List<String> frames = Departures.frames(told, door.address(call), session);
        return pages.signedOut(call, visitor, request.onward(), frames);
    }

    /// What is done with a request that follows the rules, in the language that it wishes for.
    private interface Onward {
        Reply with(Visitor visitor, LogoutRequest request);
    }

    private Reply read(Call call, Visitor visitor, Parameters sent, Onward onward) {
        LogoutRequest request;
        Visitor speaking;
        try {
            speaking = speaking(visitor, sent);
            request = reader.read(visitor.workspace().id(), sent);
        } catch (OAuthError wrong) {
            return pages.refused(call, visitor, wrong.description());
        }
        return onward.with(speaking, request);
    }

    private Visitor speaking(Visitor visitor, Parameters sent) {
        return sent.words("ui_locales").stream()
                .flatMap(tag -> texts.find(tag).stream())
                .findFirst()
                .map(visitor::speaking)
                .orElse(visitor);
    }
}
