package dev.keystead.account;

import dev.keystead.credential.FactorId;

/// What became of a wish about a passkey, an app or recovery codes.
sealed interface FactorOutcome {
    /// It is as wished.
    ///
    /// @param name what its owner calls it
    /// @param codesNext whether recovery codes should be made now: there is a second factor, and nothing to
    ///     stand in
    record Done(FactorId id, String name, boolean codesNext) implements FactorOutcome {}

    /// It was already as wished.
    record Unchanged(FactorId id) implements FactorOutcome {}

    record NotFound() implements FactorOutcome {}

    /// What was typed or answered is not right.
    ///
    /// @param key of the text that says why
    record Wrong(String member, String key) implements FactorOutcome {}

    /// The rules do not allow it.
    ///
    /// @param key of the text that says why
    record Refused(String key) implements FactorOutcome {}
}
