package dev.keystead.login;

import dev.keystead.credential.Passwords;
import dev.keystead.credential.password.HashingOverloaded;
import dev.keystead.login.Passage.Proof;
import dev.keystead.tenancy.Questions;
import dev.keystead.tenancy.Transaction;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The password. An account that is not there, or that may not come in, is refused in the same words and
/// after the same work as a wrong password.
public final class PasswordStep {
    static final String WRONG = "signin.password.wrong";

    private final Flows flows;
    private final Passage passage;
    private final Passwords passwords;

    public PasswordStep(Flows flows, Passage passage, Passwords passwords) {
        this.flows = flows;
        this.passage = passage;
        this.passwords = passwords;
    }

    public StepOutcome take(Visitor visitor, FlowId id, String password) {
        var evidence = new Evidence();
        return judgeIfTaken(visitor, flows.take(visitor, id, evidence), evidence, password);
    }

    /// The same for somebody who begins with it.
    ///
    /// @param typed who they say they are
    StepOutcome beginWith(Visitor visitor, String typed, String password) {
        var evidence = new Evidence();
        return judgeIfTaken(visitor, flows.beginAndTake(visitor, typed, evidence), evidence, password);
    }

    private StepOutcome judgeIfTaken(Visitor visitor, Flows.Turn turn, Evidence evidence, String password) {
        return switch (turn) {
            case Flows.Turn.Refused(StepOutcome outcome) -> {
                if (outcome instanceof StepOutcome.Locked) {
                    // A lockout must not be told from a wrong password by the time it takes either.
                    passwords.check(Optional.empty(), password);
                }
                yield outcome;
            }
            case Flows.Turn.Taken taken -> judge(visitor, taken, evidence, password);
        };
    }

    /// What a password is judged by.
    private final class Evidence implements Flows.Proving {
        private Supplier<Optional<Passwords.Found>> password = Optional::empty;

        @Override
        public boolean fits(Flow flow) {
            boolean named =
                    flow.kind() == Flow.Kind.STEP_UP || flow.identifier().isPresent();
            return named && flow.status() == Flow.Status.PENDING;
        }

        @Override
        public void ask(Flow flow, Questions questions) {
            flow.account().ifPresent(id -> password = passwords.find(questions, id));
        }

        /// Somebody inside proves themselves by the strongest they have.
        private boolean isEnoughFor(Flow flow) {
            return flow.kind() == Flow.Kind.SIGN_IN
                    || password.get().filter(found -> !found.secondFactor()).isPresent();
        }
    }

    private StepOutcome judge(Visitor visitor, Flows.Turn.Taken taken, Evidence evidence, String password) {
        Flow flow = taken.flow();
        if (!evidence.isEnoughFor(flow)) {
            flows.forget(visitor, taken);
            return new StepOutcome.Onward(flow);
        }
        Optional<Passwords.Found> found = evidence.password.get().filter(Passwords.Found::active);
        return switch (check(visitor, taken, found.map(Passwords.Found::stored), password)) {
            case Passwords.Check.Wrong() -> flows.refuse(visitor, taken, Step.PASSWORD, WRONG);
            case Passwords.Check.Right(Optional<Passwords.Rehash> rehash) -> {
                var proof = new Proof(Step.PASSWORD, flow.account().orElseThrow(), false, taken.counted());
                Passwords.Found judged = found.orElseThrow();
                var standing = new Standing(judged.stored(), rehash);
                StepOutcome outcome = passage.proven(visitor, flow, proof, judged.secondFactor(), standing);
                yield standing.lost ? judgeAgain(visitor, taken, proof, password) : outcome;
            }
        };
    }

    /// Whether the hash that a password was compared with is still the one that is kept.
    private final class Standing implements Passage.Within {
        private final Passwords.Stored stored;
        private final Optional<Passwords.Rehash> rehash;
        private boolean lost;

        Standing(Passwords.Stored stored, Optional<Passwords.Rehash> rehash) {
            this.stored = stored;
            this.rehash = rehash;
        }

        @Override
        public boolean holds(Transaction transaction) {
            return true;
        }

        @Override
        public BooleanSupplier ask(Questions questions) {
            BooleanSupplier stands = rehash.map(better -> passwords.rehash(questions, better))
                    .orElseGet(() -> passwords.stands(questions, stored));
            return () -> {
                lost = !stands.getAsBoolean();
                return !lost;
            };
        }
    }

    /// Another hash has taken the place of the one that was compared. It may be of the same password: of two who
    /// sign in at once for the first time since it was brought here, one puts it into today's form. So the password
    /// is compared with what is there now, once.
    private StepOutcome judgeAgain(Visitor visitor, Flows.Turn.Taken taken, Proof proof, String password) {
        Optional<Passwords.Stored> stored = visitor.scope().call(() -> passwords.find(proof.user()));
        return switch (check(visitor, taken, stored, password)) {
            case Passwords.Check.Wrong() -> flows.refuse(visitor, taken, Step.PASSWORD, WRONG);
            case Passwords.Check.Right(Optional<Passwords.Rehash> rehash) ->
                passage.proven(visitor, taken.flow(), proof, new Standing(stored.orElseThrow(), rehash));
        };
    }

    /// A machine that is too busy to judge has not found anything wrong.
    private Passwords.Check check(
            Visitor visitor, Flows.Turn.Taken taken, Optional<Passwords.Stored> stored, String password) {
        try {
            return passwords.check(stored, password);
        } catch (HashingOverloaded e) {
            flows.forget(visitor, taken);
            throw e;
        }
    }
}
