package dev.keystead.domain;

/// What became of looking for the proof of a claim.
///
/// Each sentence ends one that begins with where the proof was looked for, such as "has no TXT record".
public sealed interface Proof {
    /// It is there.
    record Found() implements Proof {}

    /// Whoever answers for the domain says that it is not there.
    record Missing(String sentence) implements Proof {}

    /// Nobody who could know has answered.
    record Unknown(String sentence) implements Proof {}
}
