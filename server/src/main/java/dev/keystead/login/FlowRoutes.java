package dev.keystead.login;

import dev.keystead.credential.AuthenticatorApps;
import dev.keystead.directory.UserId;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Caller;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Fields;
import dev.keystead.platform.text.Texts;
import dev.keystead.session.SessionId;
import dev.keystead.session.TokensView;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Signing in for programs: the same machine that drives the pages.
public final class FlowRoutes {
    private static final String WHY_OPEN = "whoever signs in has no credential yet";
    private static final String EVENTS = "events at the door tell of every step";

    private final Door door;
    private final Flows flows;
    private final Passage passage;
    private final Steps steps;
    private final Texts.Language english;
    private final Clock clock;

    public FlowRoutes(Door door, Flows flows, Passage passage, Steps steps, Texts texts, Clock clock) {
        this.door = door;
        this.flows = flows;
        this.passage = passage;
        this.steps = steps;
        this.english = texts.languages().getFirst();
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/v1/flows", "Begin to sign in")
                        .open(WHY_OPEN)
                        .auditsNothing(EVENTS)
                        .takes(BeginFlow.class)
                        .answers(201, Shape.of(FlowView.class), this::begin),
                Route.post("/v1/me/step-ups", "Begin to prove again who you are")
                        .self("read:user:self")
                        .auditsNothing(EVENTS)
                        .takesNothing()
                        .answers(201, Shape.of(FlowView.class), (call, _) -> beginStepUp(call)),
                Route.get("/v1/flows/{id}", "Read how far a sign-in is")
                        .open(WHY_OPEN)
                        .answers(Shape.of(FlowView.class), this::read),
                step("identify", "Say who wants in", Identify.class, this::identify),
                step("password", "Prove it by the password", Password.class, this::password),
                step("totp", "Prove it by a code of the authenticator app", Code.class, this::totp),
                step("recovery-code", "Prove it by a recovery code", Code.class, this::recoveryCode),
                step("magic-link", "Have a link and a code mailed", Nothing.class, this::magicLink),
                step("otp", "Prove it by the code in the mail", Code.class, this::otp),
                Route.post("/v1/flows/{id}/steps/webauthn:begin", "Ask what a passkey has to sign")
                        .open(WHY_OPEN)
                        .auditsNothing(EVENTS)
                        .takes(Nothing.class)
                        .answers(200, Shape.of(QuestionView.class), this::askPasskey),
                step("webauthn", "Prove it by a passkey", Passkey.class, this::passkey),
                Route.post(
                                "/v1/flows/{id}/steps/enrol-totp:begin",
                                "Begin with the authenticator app that is asked for")
                        .open(WHY_OPEN)
                        .auditsNothing(EVENTS)
                        .takes(Nothing.class)
                        .answers(200, Shape.of(AppView.class), this::beginApp),
                step("enrol-totp", "Confirm the authenticator app by a code of it", Code.class, this::firstTotp),
                Route.post(
                                "/v1/flows/{id}/steps/enrol-webauthn:begin",
                                "Ask for a challenge with which a passkey is made")
                        .open(WHY_OPEN)
                        .auditsNothing(EVENTS)
                        .takes(Nothing.class)
                        .answers(200, Shape.of(QuestionView.class), this::askNewPasskey),
                step("enrol-webauthn", "Keep the passkey that is asked for", Passkey.class, this::newPasskey),
                step("select-workspace", "Choose where to work", SelectWorkspace.class, this::select));
    }

    private <B extends Record> Route step(String word, String summary, Class<B> body, Taking<B> taking) {
        return Route.post("/v1/flows/{id}/steps/" + word, summary)
                .open(WHY_OPEN)
                .auditsNothing(EVENTS)
                .takes(body)
                .answers(200, Shape.of(FlowView.class), (call, sent) -> {
                    Visitor visitor = visitor(call);
                    return answer(visitor, taking.take(call, visitor, id(call), sent));
                });
    }

    private interface Taking<B> {
        StepOutcome take(Call call, Visitor visitor, FlowId id, B body);
    }

    /// An empty object.
    public record Nothing() {}

    /// What a sign-in begins with.
    ///
    /// @param identifier who wants in, where that is known already: saves the step `identify`
    /// @param password saves the step `password` as well. A wrong one is refused like there; then begin again
    public record BeginFlow(
            @Nullable String identifier, @Nullable String password) {
        public BeginFlow {
            identifier = identifier == null ? null : checked("identifier", identifier, 320);
            if (password != null) {
                bounded("password", password, 1_000);
                var fields = new Fields();
                fields.refuseIf(identifier == null, "identifier", "must say whose password it is");
                fields.refuseIfAny();
            }
        }
    }

    public record Identify(String identifier) {
        public Identify {
            identifier = checked("identifier", identifier, 320);
        }
    }

    public record Password(String password) {
        public Password {
            bounded("password", password, 1_000);
        }
    }

    public record Code(String code) {
        public Code {
            code = checked("code", code, 50);
        }
    }

    /// The answer of a passkey.
    ///
    /// @param challenge the name that the question came with
    /// @param credential the browser's answer, as the JSON text of `PublicKeyCredential.toJSON()`
    public record Passkey(String challenge, String credential) {
        public Passkey {
            challenge = checked("challenge", challenge, 50);
            bounded("credential", credential, 20_000);
        }
    }

    public record SelectWorkspace(String workspaceId) {
        public SelectWorkspace {
            workspaceId = checked("workspace_id", workspaceId, 50);
        }
    }

    /// What a passkey has to sign.
    ///
    /// @param challenge to send back with the answer
    /// @param options the JSON text for `PublicKeyCredential.parseRequestOptionsFromJSON`
    public record QuestionView(String challenge, String options) {}

    /// An authenticator app to set up, shown in this answer only.
    ///
    /// @param uri the address to show as a QR code
    /// @param key the same secret, for typing
    public record AppView(String uri, String key) {}

    private static String checked(String name, String value, int longest) {
        var fields = new Fields();
        String text = fields.text(name, value, 1, longest);
        fields.refuseIfAny();
        return text;
    }

    /// Checks no more than the length: a page takes a password with spaces at its ends, and the two must
    /// agree; an answer of a passkey is JSON, which may have line ends.
    private static void bounded(String name, String value, int longest) {
        var fields = new Fields();
        fields.refuseIf(value.isEmpty() || value.length() > longest, name, "must have 1 to " + longest + " characters");
        fields.refuseIfAny();
    }

    private Reply begin(Call call, BeginFlow body) {
        Door.Known known = door.newProgram(call);
        Optional<String> typed = Optional.ofNullable(body.identifier());
        Optional<Workspace> elsewhere = typed.flatMap(name -> flows.elsewhere(known.visitor(), name));
        if (typed.isPresent() && elsewhere.isEmpty() && body.password() != null) {
            return beginWith(known, typed.get(), body.password());
        }
        // Nobody has said who they are here when they belong elsewhere.
        Flow flow = flows.begin(known.visitor(), elsewhere.isPresent() ? Optional.empty() : typed, Optional.empty());
        FlowView view = begun(known, flow);
        return created(
                elsewhere.map(place -> view.elsewhere(door.addressOf(place))).orElse(view));
    }

    private Reply beginWith(Door.Known known, String typed, String password) {
        return switch (steps.password().beginWith(known.visitor(), typed, password)) {
            case StepOutcome.Onward(Flow flow) -> created(begun(known, flow));
            case StepOutcome.Inside inside ->
                // Nothing is kept of it that could be found at an address.
                Reply.json(201, begun(known, inside.flow()).with(TokensView.of(inside.session())));
            case StepOutcome refused -> answer(known.visitor(), refused);
        };
    }

    private FlowView begun(Door.Known known, Flow flow) {
        return view(known.visitor(), flow).knownBy(known.key());
    }

    private static Reply created(FlowView view) {
        return Reply.created(view.path(), view);
    }

    private Reply beginStepUp(Call call) {
        Caller.SignIn session = call.caller()
                .session()
                .orElseThrow(() -> new Refusal(Reply.conflict("a key cannot prove who you are; sign in first")));
        Door.Known known = door.atHome(call, new WorkspaceId(session.tenant()));
        var user = new UserId(call.caller().user().orElseThrow());
        Flow flow = flows.beginStepUp(known.visitor(), user, new SessionId(session.id()), Optional.empty());
        return created(begun(known, flow));
    }

    private Reply read(Call call) {
        Visitor visitor = visitor(call);
        return flows.find(visitor, id(call))
                .map(flow -> Reply.ok(view(visitor, flow)))
                .orElseGet(Reply::notFound);
    }

    private StepOutcome identify(Call call, Visitor visitor, FlowId id, Identify body) {
        return flows.identify(visitor, id, body.identifier());
    }

    private StepOutcome password(Call call, Visitor visitor, FlowId id, Password body) {
        return steps.password().take(visitor, id, body.password());
    }

    private StepOutcome totp(Call call, Visitor visitor, FlowId id, Code body) {
        return steps.code().takeTotp(visitor, id, body.code());
    }

    private StepOutcome recoveryCode(Call call, Visitor visitor, FlowId id, Code body) {
        return steps.code().takeRecoveryCode(visitor, id, body.code());
    }

    private StepOutcome magicLink(Call call, Visitor visitor, FlowId id, Nothing body) {
        return steps.mail().send(visitor, id, door.address(call));
    }

    private StepOutcome otp(Call call, Visitor visitor, FlowId id, Code body) {
        return steps.mail().takeCode(visitor, id, body.code());
    }

    private StepOutcome passkey(Call call, Visitor visitor, FlowId id, Passkey body) {
        return steps.passkey().take(visitor, id, body.challenge(), body.credential());
    }

    private StepOutcome select(Call call, Visitor visitor, FlowId id, SelectWorkspace body) {
        Optional<Flow> flow = flows.find(visitor, id)
                .filter(found -> found.isOpenAt(clock.instant()))
                .filter(found -> found.user().isPresent());
        Optional<WorkspaceId> chosen = Prefix.WORKSPACE.parse(body.workspaceId(), WorkspaceId::new);
        if (flow.isEmpty()) {
            return new StepOutcome.Over();
        }
        return chosen.map(workspace -> passage.select(visitor, flow.get(), workspace))
                .orElseGet(() -> new StepOutcome.Wrong(flow.get(), "signin.workspace.unknown"));
    }

    private StepOutcome firstTotp(Call call, Visitor visitor, FlowId id, Code body) {
        return steps.code().takeFirstTotp(visitor, id, body.code(), door.address(call));
    }

    private StepOutcome newPasskey(Call call, Visitor visitor, FlowId id, Passkey body) {
        return steps.passkey().takeNew(visitor, id, body.challenge(), body.credential(), door.address(call));
    }

    private Reply beginApp(Call call, Nothing body) {
        Visitor visitor = visitor(call);
        return flows.find(visitor, id(call))
                .filter(flow -> passage.next(visitor, flow).contains(Step.ENROL_TOTP))
                .map(flow ->
                        steps.code().beginApp(visitor, flow, flow.identifier().orElse("")))
                .map(beginning -> switch (beginning) {
                    case AuthenticatorApps.Beginning.Begun begun ->
                        Reply.ok(new AppView(begun.uri(), begun.secret().forTyping()));
                    case AuthenticatorApps.Beginning.AlreadyThere() -> Reply.conflict("there is an app already");
                })
                .orElseGet(Reply::notFound);
    }

    private Reply askPasskey(Call call, Nothing body) {
        Visitor visitor = visitor(call);
        return flows.find(visitor, id(call))
                .filter(flow -> passage.next(visitor, flow).contains(Step.WEBAUTHN))
                .flatMap(flow -> steps.passkey().ask(visitor, flow))
                .map(question -> Reply.ok(new QuestionView(question.challenge(), question.options())))
                .orElseGet(Reply::notFound);
    }

    private Reply askNewPasskey(Call call, Nothing body) {
        Visitor visitor = visitor(call);
        return flows.find(visitor, id(call))
                .filter(flow -> passage.next(visitor, flow).contains(Step.ENROL_WEBAUTHN))
                .flatMap(flow -> steps.passkey().askNew(visitor, flow))
                .map(question -> Reply.ok(new QuestionView(question.challenge(), question.options())))
                .orElseGet(Reply::notFound);
    }

    private Reply answer(Visitor visitor, StepOutcome outcome) {
        return switch (outcome) {
            case StepOutcome.Onward(Flow flow) -> Reply.ok(view(visitor, flow));
            case StepOutcome.Proven(Flow flow) -> Reply.ok(view(visitor, flow));
            case StepOutcome.Elsewhere(Flow flow, String _, Workspace place) ->
                Reply.ok(view(visitor, flow).elsewhere(door.addressOf(place)));
            case StepOutcome.Inside inside ->
                Reply.ok(view(visitor, inside.flow()).with(TokensView.of(inside.session())));
            case StepOutcome.Wrong(Flow _, String key) -> Reply.refused(400, english.text(key));
            case StepOutcome.Locked(Flow _, Instant until) ->
                Reply.tooManyRequests(english.text("signin.locked.short"), secondsUntil(until));
            case StepOutcome.OverAndLocked(Instant until) ->
                Reply.refused(
                                410,
                                english.text("signin.over") + " "
                                        + english.text("signin.locked", minutes(secondsUntil(until))))
                        .with("Retry-After", String.valueOf(secondsUntil(until)));
            case StepOutcome.Over() -> Reply.refused(410, english.text("signin.over"));
        };
    }

    private static int minutes(int seconds) {
        return (seconds + 59) / 60;
    }

    private int secondsUntil(Instant until) {
        return (int) Math.max(1, Duration.between(clock.instant(), until).toSeconds() + 1);
    }

    private FlowView view(Visitor visitor, Flow flow) {
        Set<Step> next = passage.next(visitor, flow);
        List<String> workspaces = next.contains(Step.SELECT_WORKSPACE)
                ? passage.choices(visitor, flow.user().orElseThrow()).stream()
                        .map(WorkspaceId::text)
                        .toList()
                : List.of();
        String path =
                Door.prefixOf(visitor.workspace()) + "/v1/flows/" + flow.id().text();
        List<FlowView.ProviderView> providers =
                next.contains(Step.FEDERATED) ? passage.providers().views(visitor, flow) : List.of();
        return FlowView.of(flow, path, next.stream().map(Step::word).toList(), workspaces, providers);
    }

    private Visitor visitor(Call call) {
        return door.program(call).orElseThrow(Refusal::notFound);
    }

    private static FlowId id(Call call) {
        return call.id("id", FlowId::new, Prefix.AUTH_FLOW.text());
    }
}
