package dev.keystead.login;

import dev.keystead.credential.Passwords;
import dev.keystead.credential.password.HashingOverloaded;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.login.Passage.Proof;
import java.util.Optional;

/// The password. An account that is not there, or that may not come in, is refused in the same words and
/// after the same work as a wrong password.
public final class PasswordStep {
    static final String WRONG = "signin.password.wrong";

    private final Flows flows;
    private final Passage passage;
    private final Passwords passwords;
    private final Directory directory;

    public PasswordStep(Flows flows, Passage passage, Passwords passwords, Directory directory) {
        this.flows = flows;
        this.passage = passage;
        this.passwords = passwords;
        this.directory = directory;
    }

    public StepOutcome take(Visitor visitor, FlowId id, String password) {
        Optional<StepOutcome> barred = passage.barred(visitor, id, Step.PASSWORD);
        if (barred.isPresent()) {
            return barred.get();
        }
        return switch (flows.take(visitor, id, Flow.Status.PENDING)) {
            case Flows.Turn.Refused(StepOutcome outcome) -> {
                if (outcome instanceof StepOutcome.Locked) {
                    // A lockout must not be told from a wrong password by the time it takes either.
                    passwords.check(Optional.empty(), password);
                }
                yield outcome;
            }
            case Flows.Turn.Taken taken -> judge(visitor, taken, password);
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

    private StepOutcome judge(Visitor visitor, Flows.Turn.Taken taken, String password) {
        Flow flow = taken.flow();
        Optional<User> account = visitor.scope().call(() -> flow.account().flatMap(directory::find));
        Optional<Passwords.Stored> stored = visitor.scope()
                .call(() -> account.filter(User::isActive).map(User::id).flatMap(passwords::find));
        return switch (check(visitor, taken, stored, password)) {
            case Passwords.Check.Wrong() -> flows.refuse(visitor, taken, Step.PASSWORD, WRONG);
            case Passwords.Check.Right(Optional<Passwords.Rehash> rehash) -> {
                UserId user = account.orElseThrow().id();
                yield passage.proven(
                        visitor, flow, new Proof(Step.PASSWORD, user, false, taken.counted()), transaction -> {
                            rehash.ifPresent(better -> passwords.rehash(transaction, better));
                            return true;
                        });
            }
        };
    }
}
