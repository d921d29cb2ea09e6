package dev.keystead.login;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.domain.DomainRouting;
import dev.keystead.job.Sweep;
import dev.keystead.lockout.Lockouts;
import dev.keystead.lockout.SourceLimits;
import dev.keystead.policy.Policies;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.Answer;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Questions;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Workspace;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The machine of sign-ins: begins them, finds them again for their own browser, and counts what goes
/// wrong.
///
/// A step that proves something has two halves. [#take] counts it as an error, commits, and only then the
/// proof is judged; [#refuse] leaves the count, [Passage] takes it back. So many guesses at once gain
/// nothing, and a crash in between costs one try.
public final class Flows {
    private static final Duration LIFE = Duration.ofMinutes(10);

    private final Database database;
    private final FlowStore store;
    private final Directory directory;
    private final Lockouts lockouts;
    private final SourceLimits limits;
    private final Policies policies;
    private final DomainRouting routing;
    private final AuthEvents events;
    private final Clock clock;

    public Flows(
            Database database,
            Directory directory,
            Lockouts lockouts,
            SourceLimits limits,
            Policies policies,
            DomainRouting routing,
            AuthEvents events,
            Clock clock) {
        this.database = database;
        this.store = new FlowStore(database);
        this.directory = directory;
        this.lockouts = lockouts;
        this.limits = limits;
        this.policies = policies;
        this.routing = routing;
        this.events = events;
        this.clock = clock;
    }

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("auth.auth_flows", FlowStore.FLOW_SWEEP);
    }

    /// Begins a sign-in.
    ///
    /// @param typed who wants in, where that is known already: like [#identify], without a step of its own
    public Flow begin(Visitor visitor, Optional<String> typed, Optional<String> returnTo) {
        return insert(visitor, signIn(typed, returnTo));
    }

    private Beginning signIn(Optional<String> typed, Optional<String> returnTo) {
        Optional<String> name = typed.map(String::strip);
        return questions -> {
            Optional<Answer<User>> account = name.map(known -> directory.identify(questions, known));
            return () -> flow(
                    Flow.Kind.SIGN_IN, name, account.flatMap(Answer::find).map(User::id), Optional.empty(), returnTo);
        };
    }

    /// Begins a step-up for the person of a session.
    public Flow beginStepUp(Visitor visitor, UserId user, SessionId session, Optional<String> returnTo) {
        Flow flow = flow(Flow.Kind.STEP_UP, Optional.empty(), Optional.of(user), Optional.of(session), returnTo);
        return insert(visitor, _ -> () -> flow);
    }

    private Flow flow(
            Flow.Kind kind,
            Optional<String> identifier,
            Optional<UserId> account,
            Optional<SessionId> session,
            Optional<String> returnTo) {
        Instant now = clock.instant();
        return new Flow(
                FlowId.make(),
                kind,
                Flow.Status.PENDING,
                identifier,
                account,
                Optional.empty(),
                session,
                List.of(),
                0,
                Optional.empty(),
                returnTo,
                now,
                now.plus(LIFE),
                false);
    }

    /// A flow that depends on what the questions bring.
    private interface Beginning {
        Supplier<Flow> ask(Questions questions);
    }

    private Flow insert(Visitor visitor, Beginning beginning) {
        return visitor.scope()
                .call(() -> database.write(transaction ->
                        store.insertAtCommit(transaction, begin(transaction, visitor, beginning), visitor)));
    }

    /// Begins what nothing is kept of yet.
    private Flow begin(Transaction transaction, Visitor visitor, Beginning beginning) {
        var questions = new Questions();
        Supplier<Flow> begun = beginning.ask(questions);
        limits.takeStart(transaction, visitor.client().address(), questions);
        return begun.get();
    }

    /// The flow, if it was begun in this browser and is not too old.
    public Optional<Flow> find(Visitor visitor, FlowId id) {
        return visitor.scope().call(() -> store.find(id, visitor.browser(), clock.instant()));
    }

    /// Where a flow of this browser was to lead, however long ago it ended.
    Optional<String> returnOf(Visitor visitor, FlowId id) {
        return visitor.scope().call(() -> store.findReturn(id, visitor.browser()));
    }

    /// The other workspace at whose door somebody with this name signs in, if there is one. Nothing tells whether
    /// there is such an account.
    Optional<Workspace> elsewhere(Visitor visitor, String typed) {
        return routing.signInElsewhere(visitor.workspace(), typed.strip());
    }

    /// Says who wants in. Nothing tells whether there is such an account.
    public StepOutcome identify(Visitor visitor, FlowId id, String typed) {
        String name = typed.strip();
        Optional<Workspace> elsewhere = elsewhere(visitor, name);
        if (elsewhere.isPresent()) {
            return find(visitor, id)
                    .filter(flow -> flow.kind() == Flow.Kind.SIGN_IN && flow.isOpenAt(clock.instant()))
                    .<StepOutcome>map(flow -> new StepOutcome.Elsewhere(flow, name, elsewhere.get()))
                    .orElseGet(StepOutcome.Over::new);
        }
        return visitor.scope().call(() -> {
            Optional<UserId> account = directory.identify(name).map(User::id);
            return database.write(
                    transaction -> store.identify(transaction, id, visitor.browser(), name, account, clock.instant())
                            .<StepOutcome>map(StepOutcome.Onward::new)
                            .orElseGet(StepOutcome.Over::new));
        });
    }

    /// Whether a proof may be tried now.
    sealed interface Turn {
        /// It may, and is counted.
        record Taken(Flow flow, List<Lockouts.Counted> counted) implements Turn {}

        record Refused(StepOutcome outcome) implements Turn {}
    }

    /// Counts a try, for the flow and for the account that it means.
    ///
    /// @param wanted the status in which such a proof is asked for
    Turn take(Visitor visitor, FlowId id, Flow.Status wanted) {
        return take(visitor, id, flow -> flow.status() == wanted);
    }

    /// A proof that is about to be tried.
    interface Proving {
        /// Whether it is asked for now.
        boolean fits(Flow flow);

        /// Asks what it will be judged by, in the round trip in which it is counted.
        default void ask(Flow flow, Questions questions) {}
    }

    /// The same for a proof that knows more about itself.
    Turn take(Visitor visitor, FlowId id, Proving proving) {
        Lockouts.Limits limits = limits(visitor);
        return visitor.scope()
                .call(() -> switch (database.write(transaction -> count(transaction, visitor, id, proving, limits))) {
                    case Counted.Out(StepOutcome outcome) -> new Turn.Refused(outcome);
                    case Counted.In(Flow flow, Lockouts.Counting counting) -> settle(visitor, flow, counting);
                });
    }

    /// Begins a sign-in and counts its first try, for whoever says at once who they are and proves it. Nothing is kept
    /// of it before that is judged, and then only if there is something to go on with.
    Turn beginAndTake(Visitor visitor, String typed, Proving proving) {
        Lockouts.Limits limits = limits(visitor);
        return visitor.scope().call(() -> {
            Counted.In counted = database.write(transaction -> {
                Flow flow = begin(transaction, visitor, signIn(Optional.of(typed), Optional.empty()));
                return countAtPlaces(transaction, visitor, flow, proving, limits);
            });
            return settle(visitor, counted.flow(), counted.counting());
        });
    }

    /// A try that is counted for its flow.
    private sealed interface Counted {
        /// And for its account, with the commit.
        record In(Flow flow, Lockouts.Counting counting) implements Counted {}

        record Out(StepOutcome outcome) implements Counted {}
    }

    private Counted count(
            Transaction transaction, Visitor visitor, FlowId id, Proving proving, Lockouts.Limits limits) {
        Instant now = clock.instant();
        Optional<Flow> counted = store.countError(transaction, id, visitor.browser(), now);
        if (counted.isEmpty()) {
            return new Counted.Out(new StepOutcome.Over());
        }
        Flow flow = counted.get();
        if (!proving.fits(flow)) {
            store.returnError(transaction, id);
            return new Counted.Out(new StepOutcome.Onward(flow));
        }
        return countAtPlaces(transaction, visitor, flow, proving, limits);
    }

    private Counted.In countAtPlaces(
            Transaction transaction, Visitor visitor, Flow flow, Proving proving, Lockouts.Limits limits) {
        Optional<UserId> account = flow.user().or(flow::account);
        var attempt = new Lockouts.Attempt(
                account,
                flow.identifier().map(typed -> nameKey(visitor, typed)).orElse(""),
                visitor.client().address(),
                visitor.browser());
        var questions = new Questions();
        proving.ask(flow, questions);
        return new Counted.In(flow, lockouts.take(transaction, attempt, limits, questions));
    }

    private Turn settle(Visitor visitor, Flow flow, Lockouts.Counting counting) {
        return switch (lockouts.settle(counting)) {
            case Lockouts.Turn.Taken(List<Lockouts.Counted> places) -> new Turn.Taken(flow, places);
            case Lockouts.Turn.Locked(Instant until) ->
                database.write(transaction -> {
                    store.returnError(transaction, flow.id());
                    noteLock(transaction, visitor, flow, until);
                    return new Turn.Refused(new StepOutcome.Locked(flow, until));
                });
        };
    }

    /// Whoever is locked out may go on trying, which costs them nothing.
    private void noteLock(Transaction transaction, Visitor visitor, Flow flow, Instant until) {
        SourceLimits.Note note =
                limits.takeRefusal(transaction, "sign-in", visitor.client().address());
        if (note != SourceLimits.Note.SKIP) {
            events.write(
                    transaction,
                    AuthEvent.Type.LOCKOUT,
                    about(flow),
                    visitor.client(),
                    Map.of("until", until, "last_noted", note == SourceLimits.Note.WRITE_AS_LAST));
        }
    }

    /// Spellings that mean the same account must mean the same nobody too: otherwise a lock tells who is
    /// there.
    private String nameKey(Visitor visitor, String typed) {
        return visitor.workspace().kind() == Workspace.Kind.SYSTEM
                ? directory.individualNameKey(typed)
                : Directory.nameKey(typed);
    }

    private Lockouts.Limits limits(Visitor visitor) {
        return Lockouts.Limits.of(policies.lockout(visitor.workspace().id().value()));
    }

    /// Leaves a try counted as wrong. The fifth ends the flow.
    ///
    /// @param key of the text that tells why
    StepOutcome refuse(Visitor visitor, Turn.Taken taken, Step step, String key) {
        Flow flow = taken.flow();
        boolean last = flow.errors() >= Flow.MOST_ERRORS;
        AuthEvent.Type type =
                flow.status() == Flow.Status.PENDING ? AuthEvent.Type.LOGIN_FAILED : AuthEvent.Type.MFA_FAILED;
        return visitor.scope()
                .call(() -> database.write(transaction -> {
                    events.write(
                            transaction, type, about(flow), visitor.client(), Map.of("step", step.word(), "why", key));
                    if (last) {
                        store.fail(transaction, flow.id(), clock.instant());
                    }
                    return last ? over(taken) : new StepOutcome.Wrong(flow, key);
                }));
    }

    private static StepOutcome over(Turn.Taken taken) {
        return Lockouts.lockedUntil(taken.counted())
                .<StepOutcome>map(StepOutcome.OverAndLocked::new)
                .orElseGet(StepOutcome.Over::new);
    }

    /// Ends what somebody has begun to prove: by what they knew until now, nobody shall get in any more.
    public void endOf(Transaction transaction, UserId user) {
        store.failOf(transaction, user, clock.instant());
    }

    /// Takes back what a try was counted for, as nobody judged it.
    void forget(Visitor visitor, Turn.Taken taken) {
        visitor.scope()
                .call(() -> database.write(transaction -> {
                    lockouts.giveBack(transaction, taken.counted());
                    store.returnError(transaction, taken.flow().id());
                    return true;
                }));
    }

    FlowStore store() {
        return store;
    }

    static AuthEvents.About about(Flow flow) {
        return AuthEvents.About.flow(flow.user().or(flow::account), flow.id().value());
    }
}
