package dev.keystead.federation;

import dev.keystead.login.FlowId;
import dev.keystead.login.StepOutcome;
import java.util.Optional;

/// What becomes of somebody who came back from another identity provider.
public sealed interface Arrival {
    /// The sign-in goes on, or they are inside.
    record Onward(StepOutcome outcome) implements Arrival {}

    /// The identity is linked to the account that they are in.
    record Linked(ExternalIdentity identity) implements Arrival {}

    /// No account was touched.
    ///
    /// @param flow the sign-in that waits, if the journey was for one
    record Refused(Why why, Optional<FlowId> flow) implements Arrival {}
}
