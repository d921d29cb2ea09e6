package dev.keystead.contract;

/// How much a finding weighs, the heaviest first.
public enum Severity {
    /// The contract is broken.
    ERROR,
    /// The contract asks for more than is there, or a person has to judge.
    WARNING,
    /// Worth knowing; also every finding in a file from before the contract counts.
    NOTE
}
