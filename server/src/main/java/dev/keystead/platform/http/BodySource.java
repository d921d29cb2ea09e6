package dev.keystead.platform.http;

/// Gives the body of one request, within the limits.
@FunctionalInterface
interface BodySource {
    /// All bytes of the body.
    ///
    /// @throws Refusal 413 when it is too long, 408 when it takes too long, 400 when it breaks off
    byte[] read();
}
