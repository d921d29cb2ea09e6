package dev.keystead.platform.http;

/// What became of a caller's credential.
public sealed interface Admission {
    record Admitted(Caller caller) implements Admission {}

    /// A person who is known, but has no place in this workspace. What is their own they may see.
    record Stranger(Caller caller) implements Admission {}

    /// Nobody is signed in with this browser; they can be at this address.
    record SignInFirst(String location) implements Admission {}

    record NoCredential() implements Admission {}

    record InvalidCredential() implements Admission {}

    /// A credential that works for the holder of a key alone, who did not show that they are.
    ///
    /// @param reply what to tell them, so that they can
    record Unproven(Reply reply) implements Admission {}

    /// The workspace named in the path is not there, or not in reach of this caller: the two must look alike.
    record Unreachable() implements Admission {}
}
