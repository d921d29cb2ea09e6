package dev.keystead.oauth.authorize;

import dev.keystead.client.Client;
import dev.keystead.client.Clients;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.login.Door;
import dev.keystead.login.Visitor;
import dev.keystead.oauth.clientauth.ClientLimits;
import dev.keystead.oauth.mint.Recipient;
import dev.keystead.oauth.wire.ClientAddress;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.platform.id.Prefix;
import dev.keystead.session.Session;
import dev.keystead.tenancy.Transaction;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The authorization endpoint (RFC 6749 section 3.1), and the pages on which a request waits for a person.
public final class AuthorizeRoutes {
    private static final String WHY_OPEN = "a browser is sent here by a client";
    static final String PATH = "/oauth/v2/authorize";
    private static final int LONGEST_HINT = 320;
    private static final int LONGEST_LOCALES = 100;

    private final Door door;
    private final BrowserSessions browsers;
    private final Clients clients;
    private final RequestSources sources;
    private final RequestReader reader;
    private final WaitingRequests waiting;
    private final Decisions decisions;
    private final Giving giving;
    private final AuthorizePages pages;
    private final ClientLimits limits;
    private final Clock clock;

    AuthorizeRoutes(
            Door door,
            BrowserSessions browsers,
            Clients clients,
            RequestSources sources,
            RequestReader reader,
            WaitingRequests waiting,
            Decisions decisions,
            Giving giving,
            AuthorizePages pages,
            ClientLimits limits,
            Clock clock) {
        this.door = door;
        this.browsers = browsers;
        this.clients = clients;
        this.sources = sources;
        this.reader = reader;
        this.waiting = waiting;
        this.decisions = decisions;
        this.giving = giving;
        this.pages = pages;
        this.limits = limits;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(PATH, "Ask a person for authorization")
                        .open(WHY_OPEN)
                        .endpoint(new Shape.Html(), this::begin),
                Route.post(PATH, "Ask a person for authorization by a form")
                        .open(WHY_OPEN)
                        .auditsNothing("the request is kept until the browser comes back for it, and nothing else")
                        .endpoint(303, new Shape.Html(), this::beginByForm),
                Route.get(PATH + "/{id}", "Go on with a request that waited")
                        .open(WHY_OPEN)
                        .query(WishedLanguage.UI_LOCALES)
                        .page(this::goOn),
                Route.post(PATH + "/{id}", "Allow or deny what a client asks for")
                        .open(WHY_OPEN)
                        .audits("consent.give")
                        .form(FormFields::values, this::answered));
    }

    private Reply begin(Call call, ProtocolMessage message) {
        Visitor visitor = door.browser(call);
        return read(call, visitor, new Parameters(message.query()), request -> {
            Instant now = clock.instant();
            Decision decision = decisions.decide(request, browsers.find(call), now);
            return proceed(call, visitor, request, decision, Optional.empty());
        });
    }

    /// A form that another site sends comes without our cookies. It is kept, and the browser is sent here
    /// again by GET, which brings them.
    private Reply beginByForm(Call call, ProtocolMessage message) {
        Visitor visitor = door.passerBy(call);
        var parameters = new Parameters(message.form());
        return read(call, visitor, parameters, request -> {
            String reference = request.parameters()
                    .find(WaitingRequests.BY_REFERENCE)
                    .orElseGet(() -> waiting.push(
                            visitor.workspace().id(),
                            request.client().id(),
                            request.parameters(),
                            transaction -> limits.takeBrought(transaction, call.remoteAddress())));
            return Reply.seeOther(ClientAddress.withQuery(
                    call.path(), Map.of("client_id", request.client().clientId(), "request_uri", reference)));
        });
    }

    /// What is done with a request that follows the rules.
    private interface Onward {
        Reply with(AuthorizationRequest request);
    }

    private Reply read(Call call, Visitor visitor, Parameters sent, Onward onward) {
        Client client;
        Reading reading;
        try {
            client = client(visitor, sent.require("client_id"));
            reading = sources.read(client, door.address(call), sent);
        } catch (OAuthError wrong) {
            return pages.refused(call, visitor, wrong.description());
        }
        return switch (reading) {
            case Reading.Unanswerable(OAuthError error) -> pages.refused(call, visitor, error.description());
            case Reading.Refused(AuthorizationRequest.AnswerTo answer, OAuthError error) ->
                pages.error(call, visitor, answer, error);
            case Reading.Good(AuthorizationRequest request) -> onward.with(request);
        };
    }

    private Client client(Visitor visitor, String clientId) {
        return clients.find(visitor.workspace().id(), clientId)
                .orElseThrow(() -> OAuthError.invalidRequest("client_id is not that of an application known here"));
    }

    private Reply goOn(Call call) {
        Visitor visitor = door.browser(call);
        return waited(call, visitor)
                .map(found -> again(call, visitor, found, request -> {
                    Decision decision = decisions.decide(request, browsers.find(call), found.createdAt());
                    return proceed(call, visitor, request, decision, Optional.of(found));
                }))
                .orElseGet(() -> pages.over(call, visitor));
    }

    private Optional<WaitingRequest> waited(Call call, Visitor visitor) {
        RequestId id = call.id("id", RequestId::new, Prefix.AUTHORIZATION_REQUEST.text());
        return waiting.find(visitor.workspace().id(), id, visitor.browser());
    }

    /// Reads a request again: its client may have been changed or removed meanwhile.
    private Reply again(Call call, Visitor visitor, WaitingRequest found, Onward onward) {
        Optional<Client> client =
                clients.find(visitor.workspace().id(), found.parameters().require("client_id"));
        if (client.isEmpty()) {
            return pages.over(call, visitor);
        }
        return switch (reader.read(client.get(), found.parameters())) {
            case Reading.Good(AuthorizationRequest request) -> onward.with(request);
            case Reading.Refused _, Reading.Unanswerable _ -> pages.over(call, visitor);
        };
    }

    private Reply proceed(
            Call call,
            Visitor visitor,
            AuthorizationRequest request,
            Decision decision,
            Optional<WaitingRequest> found) {
        return switch (decision) {
            case Decision.Refuse(OAuthError error) -> pages.error(call, visitor, request.answer(), error);
            case Decision.Give(Session session) ->
                giving.give(call, recipient(call, request), request, session, found)
                        .map(members -> pages.given(call, visitor, request.answer(), members))
                        .orElseGet(() -> pages.over(call, visitor));
            case Decision.SignIn(boolean instead) ->
                toSignIn(call, request, waitAtTheDoor(call, visitor, request, found), instead);
            case Decision.SignUp() -> toSignUp(call, request, waitAtTheDoor(call, visitor, request, found));
            case Decision.ProveAgain() -> Reply.seeOther(addressOf(call, "/step-up", wait(visitor, request, found)));
            case Decision.AskConsent(Session session) ->
                pages.consent(call, visitor, request, wait(visitor, request, found), session);
        };
    }

    private WaitingRequest wait(Visitor visitor, AuthorizationRequest request, Optional<WaitingRequest> found) {
        return wait(visitor, request, found, _ -> {});
    }

    /// The same where nobody is inside yet: anybody can have such requests kept, and as many as they like.
    private WaitingRequest waitAtTheDoor(
            Call call, Visitor visitor, AuthorizationRequest request, Optional<WaitingRequest> found) {
        return wait(visitor, request, found, transaction -> limits.takeBrought(transaction, call.remoteAddress()));
    }

    private WaitingRequest wait(
            Visitor visitor,
            AuthorizationRequest request,
            Optional<WaitingRequest> found,
            Consumer<Transaction> counted) {
        return found.orElseGet(() -> waiting.begin(
                visitor.workspace().id(), request.client().id(), request.parameters(), visitor.browser(), counted));
    }

    /// Where somebody is inside already, the page would send them back here at once, and so on without end: it
    /// is told to ask nonetheless.
    private static Reply toSignIn(Call call, AuthorizationRequest request, WaitingRequest waits, boolean instead) {
        return Reply.seeOther(addressOf(call, "/sign-in", waits)
                + (instead ? "&instead=true" : "")
                + wish("login_hint", request.loginHint(), LONGEST_HINT)
                + wish("ui_locales", request.uiLocales(), LONGEST_LOCALES));
    }

    private static Reply toSignUp(Call call, AuthorizationRequest request, WaitingRequest waits) {
        return Reply.seeOther(
                addressOf(call, "/sign-up", waits) + wish("ui_locales", request.uiLocales(), LONGEST_LOCALES));
    }

    private static String addressOf(Call call, String page, WaitingRequest waits) {
        return call.prefix() + page + "?return_to="
                + encoded(call.prefix() + PATH + "/" + waits.id().text());
    }

    /// Wishes about the page that it could not take are passed over: they are no part of what is asked for.
    private static String wish(String name, Optional<String> value, int longest) {
        return value.filter(text -> text.length() <= longest)
                .map(text -> "&" + name + "=" + encoded(text))
                .orElse("");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private Reply answered(Call call, Map<String, String> form) {
        Visitor visitor = door.browser(call);
        call.markUnchanged();
        Optional<WaitingRequest> found = waited(call, visitor);
        if (found.isEmpty()) {
            return pages.over(call, visitor);
        }
        return again(call, visitor, found.get(), request -> {
            Decision decision =
                    decisions.decide(request, browsers.find(call), found.get().createdAt());
            return switch (decision) {
                case Decision.AskConsent(Session session) ->
                    answered(call, visitor, form, request, found.get(), session);
                case Decision.Give _, Decision.SignIn _, Decision.SignUp _, Decision.ProveAgain _, Decision.Refuse _ ->
                    proceed(call, visitor, request, decision, found);
            };
        });
    }

    private Reply answered(
            Call call,
            Visitor visitor,
            Map<String, String> form,
            AuthorizationRequest request,
            WaitingRequest found,
            Session session) {
        if (!"allow".equals(form.get("answer"))) {
            giving.deny(visitor.workspace().id(), found);
            return pages.error(
                    call, visitor, request.answer(), OAuthError.of("access_denied", "the person did not allow it"));
        }
        boolean remember = "yes".equals(form.get("remember"));
        return giving.allow(call, recipient(call, request), request, session, found, remember)
                .map(members -> pages.given(call, visitor, request.answer(), members))
                .orElseGet(() -> pages.over(call, visitor));
    }

    /// Nobody shows a key where a browser asks.
    private Recipient recipient(Call call, AuthorizationRequest request) {
        return new Recipient(door.address(call), request.client(), Optional.empty(), Optional.empty());
    }
}
