package dev.keystead.platform.http;

/// What became of a caller's credential.
public sealed interface Admission {
    record Admitted(Caller caller) implements Admission {}

    record NoCredential() implements Admission {}

    record InvalidCredential() implements Admission {}

    /// The workspace named in the path is not there, or not in reach of this caller: the two must look alike.
    record Unreachable() implements Admission {}
}
