package dev.keystead.login;

import dev.keystead.session.Renewal;
import dev.keystead.workspace.Workspace;
import java.time.Instant;

/// What became of a step.
public sealed interface StepOutcome {
    /// It was taken; the flow says what is next.
    record Onward(Flow flow) implements StepOutcome {}

    /// Whoever has such an address signs in at another workspace, which has proven its domain. The flow waits as it
    /// was; whether there is such an account was not looked at.
    record Elsewhere(Flow flow, String typed, Workspace workspace) implements StepOutcome {}

    /// Somebody is inside.
    record Inside(Flow flow, Renewal.Renewed session) implements StepOutcome {}

    /// Somebody inside proved themselves again.
    record Proven(Flow flow) implements StepOutcome {}

    /// It was wrong, for a reason that says nothing about whether the account exists.
    ///
    /// @param key of the text that says so
    record Wrong(Flow flow, String key) implements StepOutcome {}

    /// No attempt is taken now.
    record Locked(Flow flow, Instant until) implements StepOutcome {}

    /// The last wrong answer that the flow takes: it has ended, and no attempt is taken until some time.
    record OverAndLocked(Instant until) implements StepOutcome {}

    /// The flow has ended: too many errors, too late, or done. There is nothing to go on with.
    record Over() implements StepOutcome {}
}
