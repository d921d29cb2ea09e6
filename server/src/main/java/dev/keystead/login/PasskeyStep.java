package dev.keystead.login;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.credential.Passkey;
import dev.keystead.credential.Passkeys;
import dev.keystead.credential.passkey.Octets;
import dev.keystead.credential.passkey.PasskeyPolicy;
import dev.keystead.credential.passkey.PasskeyRefusal;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.login.Passage.Proof;
import dev.keystead.policy.MfaPolicy;
import dev.keystead.policy.Policies;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.util.Map;
import java.util.Optional;

/// A passkey: as the first and only proof, as the second one, or made on the way in.
public final class PasskeyStep {
    static final String WRONG = "signin.passkey.wrong";

    private final Database database;
    private final Flows flows;
    private final Passage passage;
    private final Passkeys passkeys;
    private final Challenges challenges;
    private final Directory directory;
    private final Policies policies;
    private final Enrolments enrolments;
    private final AuthEvents events;

    public PasskeyStep(
            Database database,
            Flows flows,
            Passage passage,
            Passkeys passkeys,
            Challenges challenges,
            Directory directory,
            Policies policies,
            Enrolments enrolments,
            AuthEvents events) {
        this.database = database;
        this.flows = flows;
        this.passage = passage;
        this.passkeys = passkeys;
        this.challenges = challenges;
        this.directory = directory;
        this.policies = policies;
        this.enrolments = enrolments;
        this.events = events;
    }

    /// What a browser is asked.
    ///
    /// @param challenge names the challenge when the answer comes
    /// @param options as browsers take them
    public record Question(String challenge, String options) {}

    /// Asks for a passkey. As the first proof, for any that the browser has, so that the question tells
    /// nothing about the account; later, for one of the person's own. Nothing where passkeys do not work.
    public Optional<Question> ask(Visitor visitor, Flow flow) {
        if (!visitor.passkeysWork()) {
            return Optional.empty();
        }
        Optional<UserId> owner = owner(flow);
        PasskeyPolicy policy = policy(visitor, flow);
        Challenges.Given given =
                challenges.give(Challenges.Purpose.SIGN_IN, flow.id().value());
        Optional<String> options = owner.isEmpty()
                ? Optional.of(passkeys.assertionOptions(given.challenge(), policy))
                : visitor.scope().call(() -> passkeys.assertionOptions(owner.get(), given.challenge(), policy));
        return options.map(text -> new Question(given.id().text(), text));
    }

    /// Asks for a new passkey of somebody who must have a second factor and has none yet. Nothing where passkeys do
    /// not work.
    public Optional<Question> askNew(Visitor visitor, Flow flow) {
        if (!visitor.passkeysWork()) {
            return Optional.empty();
        }
        Challenges.Given given =
                challenges.give(Challenges.Purpose.REGISTER, flow.id().value());
        return visitor.scope()
                .call(() -> database.write(transaction -> directory
                        .find(transaction, flow.user().orElseThrow())
                        .map(user -> passkeys.registrationOptions(
                                transaction, user, given.challenge(), rulesOfNew(visitor)))))
                .map(options -> new Question(given.id().text(), options));
    }

    private PasskeyPolicy rulesOfNew(Visitor visitor) {
        return PasskeyRules.of(policies.mfa(visitor.workspace().id().value()));
    }

    /// Takes the passkey that the browser made, which the policy wants before anybody comes in.
    ///
    /// @param challenge the name that [#askNew] gave
    /// @param door the address under which the workspace's pages are found
    public StepOutcome takeNew(Visitor visitor, FlowId id, String challenge, String answer, String door) {
        Optional<StepOutcome> barred = passage.barred(visitor, id, Step.ENROL_WEBAUTHN);
        if (barred.isPresent()) {
            return barred.get();
        }
        return switch (flows.take(visitor, id, Flow.Status.PASSWORD_OK)) {
            case Flows.Turn.Refused(StepOutcome outcome) -> outcome;
            case Flows.Turn.Taken taken -> {
                UserId user = taken.flow().user().orElseThrow();
                PasskeyPolicy rules = rulesOfNew(visitor);
                var news = new Enrolments.News(AuthEvent.Type.PASSKEY_ADDED, "mail.notice.passkey-added", door);
                Optional<String> wrong = visitor.scope()
                        .call(() -> database.write(transaction -> enrolments.add(
                                transaction,
                                visitor,
                                taken.flow(),
                                news,
                                () -> register(transaction, taken.flow(), challenge, answer, rules))));
                yield wrong.isEmpty()
                        ? passage.proven(
                                visitor,
                                taken.flow(),
                                new Proof(Step.ENROL_WEBAUTHN, user, false, taken.counted()),
                                Passage.Within.nothing())
                        : flows.refuse(visitor, taken, Step.ENROL_WEBAUTHN, wrong.get());
            }
        };
    }

    private Optional<String> register(
            Transaction transaction, Flow flow, String challenge, String answer, PasskeyPolicy rules) {
        Optional<Octets> expected = challenges.consume(
                transaction, challenge, Challenges.Purpose.REGISTER, flow.id().value());
        if (expected.isEmpty()) {
            return Optional.of(PasskeyRefusal.CHALLENGE.key());
        }
        UserId user = flow.user().orElseThrow();
        return switch (passkeys.finishRegistration(transaction, user, expected.get(), answer, rules)) {
            case Passkeys.Registration.Registered _ -> Optional.empty();
            case Passkeys.Registration.Refused(PasskeyRefusal why) -> Optional.of(why.key());
        };
    }

    /// Takes the browser's answer.
    ///
    /// @param challenge the name that [#ask] gave
    public StepOutcome take(Visitor visitor, FlowId id, String challenge, String answer) {
        Optional<StepOutcome> barred = passage.barred(visitor, id, Step.WEBAUTHN);
        Optional<Flow> begun = flows.find(visitor, id);
        if (barred.isPresent() || begun.isEmpty()) {
            return barred.orElseGet(StepOutcome.Over::new);
        }
        return switch (flows.take(visitor, id, begun.get().status())) {
            case Flows.Turn.Refused(StepOutcome outcome) -> outcome;
            case Flows.Turn.Taken taken -> judge(visitor, taken, challenge, answer);
        };
    }

    private StepOutcome judge(Visitor visitor, Flows.Turn.Taken taken, String challenge, String answer) {
        Flow flow = taken.flow();
        PasskeyPolicy policy = policy(visitor, flow);
        Optional<Passkeys.Assertion.Accepted> accepted = visitor.scope()
                .call(() ->
                        database.write(transaction -> check(transaction, visitor, flow, challenge, answer, policy)));
        Optional<UserId> user = accepted.map(Passkeys.Assertion.Accepted::passkey)
                .map(Passkey::user)
                .filter(found -> visitor.scope()
                        .call(() -> directory.find(found))
                        .filter(User::isActive)
                        .isPresent());
        return user.isEmpty()
                ? flows.refuse(visitor, taken, Step.WEBAUTHN, WRONG)
                : passage.proven(
                        visitor,
                        flow,
                        new Proof(Step.WEBAUTHN, user.get(), accepted.get().userVerified(), taken.counted()),
                        Passage.Within.nothing());
    }

    private Optional<Passkeys.Assertion.Accepted> check(
            Transaction transaction,
            Visitor visitor,
            Flow flow,
            String challenge,
            String answer,
            PasskeyPolicy policy) {
        Optional<Octets> expected = challenges.consume(
                transaction, challenge, Challenges.Purpose.SIGN_IN, flow.id().value());
        if (expected.isEmpty()) {
            return Optional.empty();
        }
        Passkeys.Assertion assertion = owner(flow)
                .map(user -> passkeys.finishAssertion(transaction, user, expected.get(), answer, policy))
                .orElseGet(() -> passkeys.finishAssertion(transaction, expected.get(), answer, policy));
        return switch (assertion) {
            case Passkeys.Assertion.Accepted accepted -> Optional.of(accepted);
            case Passkeys.Assertion.Refused _ -> Optional.empty();
            case Passkeys.Assertion.PossibleClone clone -> {
                events.write(
                        transaction,
                        AuthEvent.Type.PASSKEY_CLONED,
                        AuthEvents.About.flow(
                                Optional.of(clone.passkey().user()), flow.id().value()),
                        visitor.client(),
                        Map.of("passkey", clone.passkey().id().text()));
                yield Optional.empty();
            }
        };
    }

    /// Whose passkey it must be, once somebody proved to be somebody.
    private static Optional<UserId> owner(Flow flow) {
        return flow.kind() == Flow.Kind.STEP_UP ? flow.account() : flow.user();
    }

    /// Alone, a passkey must check who holds it: otherwise whoever finds the thing is in.
    private PasskeyPolicy policy(Visitor visitor, Flow flow) {
        MfaPolicy policy = policies.mfa(visitor.workspace().id().value());
        boolean alone = flow.status() == Flow.Status.PENDING && flow.kind() == Flow.Kind.SIGN_IN;
        return new PasskeyPolicy(
                alone || policy.userVerification() == MfaPolicy.UserVerification.REQUIRED,
                PasskeyPolicy.Attestation.NONE);
    }
}
