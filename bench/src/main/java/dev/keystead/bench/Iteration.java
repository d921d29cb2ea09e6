package dev.keystead.bench;

/// How one iteration of a virtual user ended.
sealed interface Iteration {
    /// The answer was the right one.
    record Done() implements Iteration {}

    /// The answer was wrong; `why` names the step and what came back.
    record Failed(String why) implements Iteration {}

    /// Every successful iteration is the same, so the loop allocates nothing for it.
    Iteration DONE = new Done();
}
