package dev.keystead.login;

import dev.keystead.audit.AuditLog;
import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.directory.UserId;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.login.SignInPages.Use;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/// Signing in with a browser: forms that work without scripts, over the same machine as the programs' routes.
public final class SignInRoutes {
    private static final String WHY_OPEN = "whoever signs in has no credential yet";
    private static final String EVENTS = "events at the door tell of every step";
    private static final Param<String> RETURN_TO =
            Param.text("return_to", "The page of this server to go to afterwards", 1, 2000);
    private static final Param<String> LOGIN_HINT =
            Param.text("login_hint", "The address or handle to begin with", 1, 320);
    private static final Param<Boolean> INSTEAD =
            Param.flag("instead", "Whether to ask although somebody is signed in, who may be another afterwards");
    private static final Param<String> USE = Param.text("use", "Which way to prove it to show", 1, 20);
    private static final Param<String> TOKEN = Param.text("token", "The token of the link", 1, 200);
    private static final int UNPROCESSABLE = 422;

    private final Door door;
    private final Flows flows;
    private final Passage passage;
    private final Steps steps;
    private final SignInPages pages;
    private final StepReplies replies;
    private final BrowserSessions browsers;
    private final Sessions sessions;
    private final Exits exits;
    private final AuthEvents events;
    private final AuditLog audit;
    private final Clock clock;

    public SignInRoutes(
            Door door,
            Flows flows,
            Passage passage,
            Steps steps,
            SignInPages pages,
            StepReplies replies,
            BrowserSessions browsers,
            Sessions sessions,
            Exits exits,
            AuthEvents events,
            AuditLog audit,
            Clock clock) {
        this.door = door;
        this.flows = flows;
        this.passage = passage;
        this.steps = steps;
        this.pages = pages;
        this.replies = replies;
        this.browsers = browsers;
        this.sessions = sessions;
        this.exits = exits;
        this.events = events;
        this.audit = audit;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/sign-in", "The page to sign in")
                        .open(WHY_OPEN)
                        .query(RETURN_TO, LOGIN_HINT, INSTEAD, WishedLanguage.UI_LOCALES)
                        .page(this::begin),
                Route.post("/sign-in", "Say who wants in")
                        .open(WHY_OPEN)
                        .auditsNothing(EVENTS)
                        .form(Identify::read, this::identify),
                Route.get("/sign-in/link", "The page behind a link in a mail")
                        .open(WHY_OPEN)
                        .query(TOKEN, WishedLanguage.UI_LOCALES)
                        .page(this::showLink),
                Route.post("/sign-in/link", "Sign in by a link in a mail")
                        .open(WHY_OPEN)
                        .auditsNothing(EVENTS)
                        .form(fields -> fields.require("token"), this::takeLink),
                Route.get("/sign-in/{id}", "The page of a sign-in under way")
                        .open(WHY_OPEN)
                        .query(USE, WishedLanguage.UI_LOCALES)
                        .page(this::show),
                step(
                        "password",
                        "password",
                        (visitor, sent) -> steps.password().take(visitor, sent.flow(), sent.value())),
                step("totp", "code", (visitor, sent) -> steps.code().takeTotp(visitor, sent.flow(), sent.value())),
                step(
                        "recovery-code",
                        "code",
                        (visitor, sent) -> steps.code().takeRecoveryCode(visitor, sent.flow(), sent.value())),
                step("otp", "code", (visitor, sent) -> steps.mail().takeCode(visitor, sent.flow(), sent.value())),
                step(
                        "enrol-totp",
                        "code",
                        (visitor, sent) -> steps.code().takeFirstTotp(visitor, sent.flow(), sent.value(), sent.door())),
                step(
                        "enrol-webauthn",
                        "credential",
                        (visitor, sent) -> steps.passkey()
                                .takeNew(visitor, sent.flow(), sent.challenge(), sent.value(), sent.door())),
                step(
                        "webauthn",
                        "credential",
                        (visitor, sent) -> steps.passkey().take(visitor, sent.flow(), sent.challenge(), sent.value())),
                step("select-workspace", "workspace", this::select),
                Route.post("/sign-in/{id}/magic-link", "Have a link and a code mailed")
                        .open(WHY_OPEN)
                        .auditsNothing(EVENTS)
                        .form(FormFields::values, this::mailLink),
                Route.get("/step-up", "Prove again who you are, and go on")
                        .signedIn()
                        .query(RETURN_TO)
                        .page(this::stepUp),
                Route.get("/sign-out", "Lead to the page with the button to sign out")
                        .open("it leads to a page that asks who is there")
                        .page(call -> Reply.seeOther(home(call))),
                Route.post("/sign-out", "Sign out")
                        .signedIn()
                        .audits("session.end")
                        .preparedForm(FormFields::values, (call, _) -> signOut(call)));
    }

    /// What the form of a step sends.
    ///
    /// @param challenge of a passkey; empty elsewhere
    /// @param door the address under which the workspace's pages are found
    private record Sent(FlowId flow, String value, String challenge, String door) {}

    private Route step(String word, String field, BiFunction<Visitor, Sent, StepOutcome> taking) {
        return Route.post("/sign-in/{id}/" + word, "Take the step " + word)
                .open(WHY_OPEN)
                .auditsNothing(EVENTS)
                .form(FormFields::values, (call, values) -> {
                    Visitor visitor = door.browser(call);
                    String value = values.getOrDefault(field, "");
                    if (value.isBlank()) {
                        return missing(call, visitor, word, field);
                    }
                    var sent = new Sent(id(call), value, values.getOrDefault("challenge", ""), door.address(call));
                    return replies.to(call, visitor, use(word), field, taking.apply(visitor, sent));
                });
    }

    private record Identify(String flow, String identifier) {
        static Identify read(FormFields fields) {
            return new Identify(fields.require("flow"), fields.require("identifier"));
        }
    }

    private Reply begin(Call call) {
        Visitor visitor = door.browser(call);
        Optional<String> returnTo = call.find(RETURN_TO).flatMap(Door::localPath);
        // Whoever makes such a link up shows a page and no more: who is inside stays so until somebody signs in.
        boolean instead = call.find(INSTEAD).orElse(false);
        if (!instead && browsers.find(call).isPresent()) {
            return Reply.seeOther(returnTo.orElse(home(call)));
        }
        Flow flow = flows.begin(visitor, Optional.empty(), returnTo);
        return pages.begin(call, visitor, flow, call.find(LOGIN_HINT), here(call, returnTo, instead));
    }

    /// The page's own address, to see it in another language: what was wished of it stays so.
    private static String here(Call call, Optional<String> returnTo, boolean instead) {
        var wishes = new ArrayList<String>();
        returnTo.ifPresent(path -> wishes.add("return_to=" + encoded(path)));
        call.find(LOGIN_HINT).ifPresent(hint -> wishes.add("login_hint=" + encoded(hint)));
        if (instead) {
            wishes.add("instead=true");
        }
        return base(call) + (wishes.isEmpty() ? "" : "?" + String.join("&", wishes));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private Reply identify(Call call, Identify form) {
        Visitor visitor = door.browser(call);
        Optional<Flow> flow = Prefix.AUTH_FLOW.parse(form.flow(), FlowId::new).flatMap(id -> flows.find(visitor, id));
        if (flow.isEmpty()) {
            return pages.over(call, visitor);
        }
        String typed = form.identifier().strip();
        if (typed.isEmpty() || typed.length() > 320) {
            String sentence = visitor.language().text("signin.identifier.needed");
            return pages.show(
                    call, visitor, flow.get(), Use.USUAL, FormErrors.field("identifier", sentence), UNPROCESSABLE);
        }
        return replies.to(
                call,
                visitor,
                Use.USUAL,
                "identifier",
                flows.identify(visitor, flow.get().id(), typed));
    }

    private Reply show(Call call) {
        Visitor visitor = door.browser(call);
        Use use = call.find(USE).map(SignInRoutes::use).orElse(Use.USUAL);
        return flows.find(visitor, id(call))
                .filter(flow -> flow.isOpenAt(clock.instant()))
                .map(flow -> pages.show(call, visitor, flow, use, FormErrors.none(), 200))
                .orElseGet(() -> pages.over(call, visitor));
    }

    private static Use use(String word) {
        return switch (word) {
            case "recovery-code" -> Use.RECOVERY_CODE;
            case "mail", "otp" -> Use.MAIL;
            case "own", "password", "webauthn" -> Use.OWN;
            default -> Use.USUAL;
        };
    }

    private Reply missing(Call call, Visitor visitor, String word, String field) {
        var errors = FormErrors.field(field, visitor.language().text("form.needed"));
        return flows.find(visitor, id(call))
                .map(flow -> pages.show(call, visitor, flow, use(word), errors, UNPROCESSABLE))
                .orElseGet(() -> pages.over(call, visitor));
    }

    private Reply mailLink(Call call, Map<String, String> form) {
        Visitor visitor = door.browser(call);
        return switch (steps.mail().send(visitor, id(call), door.address(call))) {
            case StepOutcome.Onward(Flow flow) ->
                Reply.seeOther(base(call) + "/" + flow.id().text() + "?use=mail");
            case StepOutcome outcome -> replies.to(call, visitor, outcome);
        };
    }

    private StepOutcome select(Visitor visitor, Sent sent) {
        Optional<Flow> flow = flows.find(visitor, sent.flow())
                .filter(found -> found.isOpenAt(clock.instant()))
                .filter(found -> found.user().isPresent());
        if (flow.isEmpty()) {
            return new StepOutcome.Over();
        }
        return Prefix.WORKSPACE
                .parse(sent.value(), WorkspaceId::new)
                .map(chosen -> passage.select(visitor, flow.get(), chosen))
                .orElseGet(() -> new StepOutcome.Wrong(flow.get(), "signin.workspace.unknown"));
    }

    /// Mail programs open links to look at them: only the button on the page uses the link up.
    private Reply showLink(Call call) {
        Visitor visitor = door.browser(call);
        Optional<String> token = call.find(TOKEN);
        boolean works =
                token.flatMap(text -> steps.mail().flowOf(visitor, text)).isPresent();
        return pages.link(call, visitor, works ? token.get() : null);
    }

    private Reply takeLink(Call call, String token) {
        Visitor visitor = door.browser(call);
        return replies.to(call, visitor, steps.mail().takeLink(visitor, token));
    }

    private Reply stepUp(Call call) {
        Visitor visitor = door.browser(call);
        var user = new UserId(call.caller().user().orElseThrow());
        var session = new SessionId(call.caller().session().orElseThrow().id());
        Optional<String> returnTo = call.find(RETURN_TO).flatMap(Door::localPath);
        Flow flow = flows.beginStepUp(visitor, user, session, returnTo);
        return Reply.seeOther(base(call) + "/" + flow.id().text());
    }

    /// The provider that the session came from may have to be asked where it lets people out.
    private Work.ChangingBare signOut(Call call) {
        Visitor visitor = door.browser(call);
        var session = new SessionId(call.caller().session().orElseThrow().id());
        Optional<Exits.Exit> exit = exits.find(visitor, door.address(call), session);
        return (asked, transaction) -> {
            Reply again = signOut(asked, transaction);
            return exit.map(found -> pages.signedOut(asked, visitor, found)).orElse(again);
        };
    }

    private Reply signOut(Call call, Transaction transaction) {
        var user = new UserId(call.caller().user().orElseThrow());
        var session = new SessionId(call.caller().session().orElseThrow().id());
        sessions.end(transaction, user, session, Session.End.SIGNED_OUT);
        events.write(
                transaction,
                AuthEvent.Type.SIGNED_OUT,
                AuthEvents.About.user(user).in(session),
                BrowserSessions.client(call),
                Map.of());
        audit.write(transaction, call, session, AuditLog.Change.removed(Map.of("user_id", user.text())));
        browsers.forget(call);
        return Reply.seeOther(base(call));
    }

    private static String base(Call call) {
        return call.prefix() + "/sign-in";
    }

    private static String home(Call call) {
        return call.prefix() + "/account";
    }

    private static FlowId id(Call call) {
        return call.id("id", FlowId::new, Prefix.AUTH_FLOW.text());
    }
}
