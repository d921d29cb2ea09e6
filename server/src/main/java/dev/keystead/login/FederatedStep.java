package dev.keystead.login;

import dev.keystead.directory.UserId;
import dev.keystead.login.Passage.Proof;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Another identity provider vouches for somebody. Whether it may, and for whom, was judged before.
public final class FederatedStep {
    private final Flows flows;
    private final Passage passage;

    public FederatedStep(Flows flows, Passage passage) {
        this.flows = flows;
        this.passage = passage;
    }

    /// Whether the step can be taken now.
    public boolean isOpen(Visitor visitor, FlowId id) {
        return passage.barred(visitor, id, Step.FEDERATED).isEmpty();
    }

    /// Goes on with a flow for somebody for whom a provider vouches.
    ///
    /// @param strong whether the provider asked for a second factor, and that counts as ours
    /// @param within what else happens in the transaction of the step; whether it holds
    public StepOutcome take(Visitor visitor, FlowId id, UserId user, boolean strong, Predicate<Transaction> within) {
        Optional<StepOutcome> barred = passage.barred(visitor, id, Step.FEDERATED);
        Optional<Flow> flow = flows.find(visitor, id);
        if (barred.isPresent() || flow.isEmpty()) {
            return barred.orElseGet(StepOutcome.Over::new);
        }
        Step step = strong ? Step.FEDERATED_STRONG : Step.FEDERATED;
        return passage.proven(visitor, flow.get(), new Proof(step, user, strong, List.of()), within::test);
    }
}
