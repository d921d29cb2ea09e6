package dev.keystead.bench;

/// What the virtual users of a run do over and over.
sealed interface Scenario permits OidcScenario, HttpScenario {
    /// A new user; `number` makes its random choices differ from those of the others.
    VirtualUser user(int number);
}
