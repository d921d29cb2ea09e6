package dev.keystead.audit;

/// What became of the wish to change something. Whoever answers it says so for every case: see [Answers].
///
/// @param <T> the kind of thing
public sealed interface Outcome<T> {
    record Made<T>(T made) implements Outcome<T> {}

    record Changed<T>(T before, T after) implements Outcome<T> {}

    /// It was already as wished.
    record Unchanged<T>(T same) implements Outcome<T> {}

    record Deleted<T>(T gone) implements Outcome<T> {}

    record NotFound<T>() implements Outcome<T> {}

    /// Its version is not the one that the caller had read.
    record Stale<T>() implements Outcome<T> {}

    /// A member of the body cannot be so, for a reason that the caller may know.
    record Wrong<T>(String member, String reason) implements Outcome<T> {}

    /// The rules do not allow it, for a reason that the caller may know.
    record Refused<T>(String reason) implements Outcome<T> {}

    /// The caller's own role is not enough.
    record NotAllowed<T>() implements Outcome<T> {}
}
