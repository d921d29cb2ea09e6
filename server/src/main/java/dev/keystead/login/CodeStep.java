package dev.keystead.login;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.credential.AuthenticatorApps;
import dev.keystead.credential.RecoveryCodes;
import dev.keystead.credential.password.HashingOverloaded;
import dev.keystead.directory.UserId;
import dev.keystead.login.Passage.Proof;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.util.Map;
import java.util.Optional;

/// Codes as the second proof: of an authenticator app, or one of those that were written down for a bad day.
public final class CodeStep {
    static final String WRONG = "signin.code.wrong";

    private final Database database;
    private final Flows flows;
    private final Passage passage;
    private final AuthenticatorApps apps;
    private final RecoveryCodes recovery;
    private final Enrolments enrolments;
    private final AuthEvents events;

    public CodeStep(
            Database database,
            Flows flows,
            Passage passage,
            AuthenticatorApps apps,
            RecoveryCodes recovery,
            Enrolments enrolments,
            AuthEvents events) {
        this.database = database;
        this.flows = flows;
        this.passage = passage;
        this.apps = apps;
        this.recovery = recovery;
        this.enrolments = enrolments;
        this.events = events;
    }

    /// A code of the app. It is used up by being right, even if the flow cannot go on.
    public StepOutcome takeTotp(Visitor visitor, FlowId id, String code) {
        Optional<StepOutcome> barred = passage.barred(visitor, id, Step.TOTP);
        if (barred.isPresent()) {
            return barred.get();
        }
        return switch (flows.take(visitor, id, statusFor(visitor, id))) {
            case Flows.Turn.Refused(StepOutcome outcome) -> outcome;
            case Flows.Turn.Taken taken -> {
                UserId user = whose(taken.flow());
                boolean right = visitor.scope()
                        .call(() -> database.write(transaction ->
                                apps.check(transaction, user, code) instanceof AuthenticatorApps.Check.Accepted));
                yield right
                        ? passage.proven(
                                visitor,
                                taken.flow(),
                                new Proof(Step.TOTP, user, false, taken.counted()),
                                Passage.Within.nothing())
                        : flows.refuse(visitor, taken, Step.TOTP, WRONG);
            }
        };
    }

    /// One of the codes that were written down.
    public StepOutcome takeRecoveryCode(Visitor visitor, FlowId id, String code) {
        Optional<StepOutcome> barred = passage.barred(visitor, id, Step.RECOVERY_CODE);
        if (barred.isPresent()) {
            return barred.get();
        }
        return switch (flows.take(visitor, id, Flow.Status.MFA_REQUIRED)) {
            case Flows.Turn.Refused(StepOutcome outcome) -> outcome;
            case Flows.Turn.Taken taken -> {
                UserId user = whose(taken.flow());
                Optional<RecoveryCodes.Right> right = check(visitor, taken, code);
                yield right.isEmpty()
                        ? flows.refuse(visitor, taken, Step.RECOVERY_CODE, WRONG)
                        : passage.proven(
                                visitor,
                                taken.flow(),
                                new Proof(Step.RECOVERY_CODE, user, false, taken.counted()),
                                transaction -> use(transaction, visitor, taken.flow(), right.get()));
            }
        };
    }

    /// A machine that is too busy to judge has not found anything wrong.
    private Optional<RecoveryCodes.Right> check(Visitor visitor, Flows.Turn.Taken taken, String code) {
        try {
            return visitor.scope().call(() -> recovery.check(whose(taken.flow()), code));
        } catch (HashingOverloaded e) {
            flows.forget(visitor, taken);
            throw e;
        }
    }

    /// Of two with the same code one uses it up, and one event tells of it.
    private boolean use(Transaction transaction, Visitor visitor, Flow flow, RecoveryCodes.Right right) {
        boolean used = recovery.consume(transaction, right);
        if (used) {
            events.write(transaction, AuthEvent.Type.RECOVERY_CODE_USED, Flows.about(flow), visitor.client(), Map.of());
        }
        return used;
    }

    /// The first code of an app that the policy wants before anybody comes in.
    ///
    /// @param door the address under which the workspace's pages are found
    public StepOutcome takeFirstTotp(Visitor visitor, FlowId id, String code, String door) {
        Optional<StepOutcome> barred = passage.barred(visitor, id, Step.ENROL_TOTP);
        if (barred.isPresent()) {
            return barred.get();
        }
        return switch (flows.take(visitor, id, Flow.Status.PASSWORD_OK)) {
            case Flows.Turn.Refused(StepOutcome outcome) -> outcome;
            case Flows.Turn.Taken taken -> {
                UserId user = whose(taken.flow());
                var news = new Enrolments.News(AuthEvent.Type.TOTP_ADDED, "mail.notice.app-added", door);
                Optional<String> wrong = visitor.scope()
                        .call(() -> database.write(transaction -> enrolments.add(
                                transaction, visitor, taken.flow(), news, () -> confirm(transaction, user, code))));
                yield wrong.isEmpty()
                        ? passage.proven(
                                visitor,
                                taken.flow(),
                                new Proof(Step.ENROL_TOTP, user, false, taken.counted()),
                                Passage.Within.nothing())
                        : flows.refuse(visitor, taken, Step.ENROL_TOTP, wrong.get());
            }
        };
    }

    private Optional<String> confirm(Transaction transaction, UserId user, String code) {
        return apps.confirm(transaction, user, code) instanceof AuthenticatorApps.Check.Accepted
                ? Optional.empty()
                : Optional.of(WRONG);
    }

    /// The app of somebody who must have one and has none yet.
    public AuthenticatorApps.Beginning beginApp(Visitor visitor, Flow flow, String account) {
        return visitor.scope()
                .call(() -> database.write(transaction ->
                        apps.begin(transaction, whose(flow), flow.id().value(), visitor.place(), account)));
    }

    /// A step-up asks for a code first, a sign-in after another proof.
    private Flow.Status statusFor(Visitor visitor, FlowId id) {
        return flows.find(visitor, id)
                .filter(flow -> flow.kind() == Flow.Kind.STEP_UP)
                .map(_ -> Flow.Status.PENDING)
                .orElse(Flow.Status.MFA_REQUIRED);
    }

    private static UserId whose(Flow flow) {
        return flow.user().or(flow::account).orElseThrow();
    }
}
