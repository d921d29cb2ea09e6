package dev.keystead.login;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.connection.Connections;
import dev.keystead.credential.Credentials;
import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.lockout.Lockouts;
import dev.keystead.login.Flow.Status;
import dev.keystead.member.Members;
import dev.keystead.policy.Policies;
import dev.keystead.policy.SessionPolicy;
import dev.keystead.session.Renewal;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.Answer;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Questions;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Where a flow goes after something was proven: to another proof, to a choice, or inside.
public final class Passage {
    private static final String WRONG = "signin.wrong";

    private final Database database;
    private final Flows flows;
    private final Members members;
    private final Policies policies;
    private final Sessions sessions;
    private final Lockouts lockouts;
    private final AuthEvents events;
    private final Providers providers;
    private final NextSteps nextSteps;
    private final Clock clock;
    private final List<Origins> origins = new CopyOnWriteArrayList<>();

    public Passage(
            Database database,
            Flows flows,
            Credentials credentials,
            Directory directory,
            Members members,
            Policies policies,
            Sessions sessions,
            Lockouts lockouts,
            AuthEvents events,
            Connections connections,
            Clock clock) {
        this.database = database;
        this.flows = flows;
        this.members = members;
        this.policies = policies;
        this.sessions = sessions;
        this.lockouts = lockouts;
        this.events = events;
        this.providers = new Providers(connections, directory, members);
        this.nextSteps = new NextSteps(credentials, members, policies, providers);
        this.clock = clock;
    }

    /// Has somebody above this layer asked before every such entry, and told of it.
    public void onFederatedEntry(Origins known) {
        origins.add(known);
    }

    /// Where a flow of this browser was to lead, also one that is over.
    Optional<String> returnOf(Visitor visitor, FlowId id) {
        return flows.returnOf(visitor, id);
    }

    /// The other identity providers that people can come by.
    public Providers providers() {
        return providers;
    }

    /// What can be done next. Before anything is proven it is the same for every account and for none.
    public Set<Step> next(Visitor visitor, Flow flow) {
        return nextSteps.of(visitor, flow);
    }

    /// Why a step cannot be taken now; nothing when it can.
    Optional<StepOutcome> barred(Visitor visitor, FlowId id, Step step) {
        Optional<Flow> flow = flows.find(visitor, id).filter(found -> found.isOpenAt(clock.instant()));
        if (flow.isEmpty()) {
            return Optional.of(new StepOutcome.Over());
        }
        return next(visitor, flow.get()).contains(step)
                ? Optional.empty()
                : Optional.of(new StepOutcome.Onward(flow.get()));
    }

    /// Workspaces among which a person of the system workspace chooses.
    public List<WorkspaceId> choices(Visitor visitor, UserId user) {
        return visitor.scope().and(Scope.user(user.value())).call(() -> members.workspacesOf(user));
    }

    /// What else to do in the transaction of a step.
    interface Within {
        /// Does it, before the flow moves and also when that does not move; whether the proof holds.
        boolean holds(Transaction transaction);

        /// Asks, in the round trip in which the flow moves, for what tells whether the proof still holds. If it does
        /// not, nothing of the step is kept.
        default BooleanSupplier ask(Questions questions) {
            return () -> true;
        }

        static Within nothing() {
            return _ -> true;
        }
    }

    /// A proof does not hold any more, so that the flow did not move.
    private static final class NoLongerHolds extends RuntimeException {
        NoLongerHolds() {
            super("a proof does not hold any more", null, false, false);
        }
    }

    /// A proof that holds.
    ///
    /// @param strong whether it is two proofs in one, like a passkey that checked who holds it
    record Proof(Step step, UserId user, boolean strong, List<Lockouts.Counted> counted) {}

    /// Goes on after a proof. What the step changes happens in the same transaction.
    ///
    /// @param within says whether the proof still holds there; if not, the flow does not move
    StepOutcome proven(Visitor visitor, Flow flow, Proof proof, Within within) {
        return proven(
                visitor, flow, proof, nextSteps.meansOf(visitor, proof.user()).secondFactor(), within);
    }

    /// The same where it is known whether the person has a second factor.
    StepOutcome proven(Visitor visitor, Flow flow, Proof proof, boolean secondFactor, Within within) {
        if (providers.mustBeUsed(visitor, flow, proof)) {
            return refused(visitor, flow, proof);
        }
        Status to = destination(visitor, flow, proof, secondFactor);
        Session.Limits limits = limits(visitor);
        try {
            return visitor.scope()
                    .call(() -> database.write(transaction -> {
                        if (!within.holds(transaction)) {
                            return new StepOutcome.Wrong(flow, WRONG);
                        }
                        if (to == Status.MFA_REQUIRED) {
                            lockouts.giveBack(transaction, proof.counted());
                        } else {
                            lockouts.succeeded(transaction, proof.user(), proof.counted());
                        }
                        var move = new Move(visitor, flow, proof, within);
                        return to == Status.COMPLETED
                                ? complete(transaction, move, new Entry(Optional.empty(), limits))
                                : move(transaction, move, to, Optional.empty())
                                        .<StepOutcome>map(StepOutcome.Onward::new)
                                        .orElseGet(StepOutcome.Over::new);
                    }));
        } catch (NoLongerHolds undone) {
            return new StepOutcome.Wrong(flow, WRONG);
        }
    }

    /// A flow that goes on by a proof.
    private record Move(Visitor visitor, Flow flow, Proof proof, Within within) {}

    /// A proof that holds and is not taken here is refused like one that does not hold: nobody learns of the password
    /// by it.
    private StepOutcome refused(Visitor visitor, Flow flow, Proof proof) {
        String key = switch (proof.step()) {
            case PASSWORD -> PasswordStep.WRONG;
            case WEBAUTHN -> PasskeyStep.WRONG;
            case OTP -> CodeStep.WRONG;
            default -> WRONG;
        };
        return proof.counted().isEmpty()
                ? new StepOutcome.Wrong(flow, key)
                : flows.refuse(visitor, new Flows.Turn.Taken(flow, proof.counted()), proof.step(), key);
    }

    private Status destination(Visitor visitor, Flow flow, Proof proof, boolean secondFactor) {
        if (flow.kind() == Flow.Kind.STEP_UP) {
            return Status.COMPLETED;
        }
        boolean first = flow.status() == Status.PENDING;
        if (first && !proof.strong() && secondFactor) {
            return Status.MFA_REQUIRED;
        }
        List<Step> done = flow.doneWith(proof.step());
        boolean pause = nextSteps.needsEnrolment(visitor, proof.user(), done) || mustChoose(visitor, proof.user());
        return pause ? Status.PASSWORD_OK : Status.COMPLETED;
    }

    /// Only individual accounts are members elsewhere than at home.
    private boolean mustChoose(Visitor visitor, UserId user) {
        return visitor.workspace().kind() == Workspace.Kind.SYSTEM
                && choices(visitor, user).size() > 1;
    }

    /// Chooses a workspace and goes inside.
    public StepOutcome select(Visitor visitor, Flow flow, WorkspaceId chosen) {
        UserId user = flow.user().orElseThrow();
        boolean mayChoose = next(visitor, flow).contains(Step.SELECT_WORKSPACE)
                && choices(visitor, user).contains(chosen);
        if (!mayChoose) {
            return new StepOutcome.Wrong(flow, "signin.workspace.unknown");
        }
        var proof = new Proof(Step.SELECT_WORKSPACE, user, false, List.of());
        var move = new Move(visitor, flow, proof, Within.nothing());
        var entry = new Entry(Optional.of(chosen), limits(visitor));
        return visitor.scope().call(() -> database.write(transaction -> complete(transaction, move, entry)));
    }

    /// How somebody comes in.
    private record Entry(Optional<WorkspaceId> workspace, Session.Limits limits) {}

    private Session.Limits limits(Visitor visitor) {
        SessionPolicy policy = policies.session(visitor.workspace().id().value());
        return new Session.Limits(policy.idle(), policy.absolute());
    }

    private StepOutcome complete(Transaction transaction, Move move, Entry entry) {
        Visitor visitor = move.visitor();
        Flow flow = move.flow();
        Proof proof = move.proof();
        List<Step> done = flow.doneWith(proof.step());
        if (flow.kind() == Flow.Kind.STEP_UP) {
            return prove(transaction, move, done);
        }
        boolean federated = done.contains(Step.FEDERATED) || done.contains(Step.FEDERATED_STRONG);
        Optional<Origins.Origin> origin = federated ? origin(transaction, flow) : Optional.empty();
        if (federated && origin.isEmpty()) {
            flows.store().fail(transaction, flow.id(), clock.instant());
            return new StepOutcome.Over();
        }
        var id = SessionId.make();
        Optional<Flow> ended = move(transaction, move, Status.COMPLETED, Optional.of(id));
        if (ended.isEmpty()) {
            return new StepOutcome.Over();
        }
        Renewal.Renewed session = sessions.start(
                transaction,
                new Sessions.Wish(
                        id,
                        proof.user(),
                        visitor.sessionKind(),
                        entry.workspace(),
                        Step.methods(done),
                        visitor.client(),
                        entry.limits(),
                        origin.map(Origins.Origin::provenAt),
                        origin.flatMap(Origins.Origin::endsAt)));
        if (federated) {
            origins.forEach(known -> known.entered(transaction, ended.get(), session.session()));
        }
        new CarriedSessions(sessions, events).replace(transaction, visitor);
        lockouts.remember(transaction, proof.user(), visitor.browser(), proof.counted());
        events.write(
                transaction,
                AuthEvent.Type.LOGIN_SUCCESS,
                Flows.about(ended.get()).in(id),
                visitor.client(),
                Map.of("methods", session.session().methods()));
        return new StepOutcome.Inside(ended.get(), session);
    }

    /// What the provider said by which somebody comes, as long as it stands by that.
    private Optional<Origins.Origin> origin(Transaction transaction, Flow flow) {
        Instant now = clock.instant();
        return origins.stream()
                .flatMap(known -> known.of(transaction, flow.id()).stream())
                .filter(found -> found.endsAt().map(now::isBefore).orElse(true))
                .findFirst();
    }

    private StepOutcome prove(Transaction transaction, Move move, List<Step> done) {
        SessionId session = move.flow().session().orElseThrow();
        Proof proof = move.proof();
        Optional<Flow> ended = move(transaction, move, Status.COMPLETED, Optional.of(session));
        if (ended.isEmpty()
                || sessions.prove(transaction, session, proof.user(), Step.methods(done))
                        .isEmpty()) {
            return new StepOutcome.Over();
        }
        events.write(
                transaction,
                AuthEvent.Type.STEP_UP,
                Flows.about(ended.get()).in(session),
                move.visitor().client(),
                Map.of("step", proof.step().word()));
        return new StepOutcome.Proven(ended.get());
    }

    /// Moves the flow, if it is still where the proof was given.
    private Optional<Flow> move(Transaction transaction, Move move, Status to, Optional<SessionId> session) {
        var questions = new Questions();
        BooleanSupplier holds = move.within().ask(questions);
        Supplier<Optional<Flow>> moved = move.flow().kept()
                ? advance(questions, move, to, session)::find
                : () -> Optional.of(keep(transaction, move, to, session));
        transaction.ask(questions);
        if (!holds.getAsBoolean()) {
            throw new NoLongerHolds();
        }
        return moved.get();
    }

    private Answer<Flow> advance(Questions questions, Move move, Status to, Optional<SessionId> session) {
        Proof proof = move.proof();
        return flows.store()
                .advance(
                        questions,
                        move.flow(),
                        move.visitor().browser(),
                        new FlowStore.Advance(proof.step(), proof.user(), to, session),
                        !proof.counted().isEmpty(),
                        clock.instant());
    }

    /// Nobody else knows of a flow that nothing is kept of, so that it is where it was. It is kept from now on, unless
    /// it is at its end.
    private Flow keep(Transaction transaction, Move move, Status to, Optional<SessionId> session) {
        Flow moved = move.flow().after(move.proof().step(), move.proof().user(), to, session);
        return to == Status.COMPLETED ? moved : flows.store().insertAtCommit(transaction, moved, move.visitor());
    }
}
