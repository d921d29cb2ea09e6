package dev.keystead.credential.passkey;

/// What an answer of a browser proves.
///
/// @param <T> what it proves when it holds
public sealed interface CeremonyOutcome<T> {
    record Proven<T>(T proof) implements CeremonyOutcome<T> {}

    /// Everything holds, and the count of signatures has not grown: there may be a copy of the key.
    record NotCounting<T>(long stored, long presented) implements CeremonyOutcome<T> {}

    record Refused<T>(PasskeyRefusal why) implements CeremonyOutcome<T> {}
}
