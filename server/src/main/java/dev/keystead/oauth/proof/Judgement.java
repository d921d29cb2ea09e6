package dev.keystead.oauth.proof;

import java.time.Instant;

/// What a proof is worth.
sealed interface Judgement {
    /// It shows possession of a key, if it was not used before.
    ///
    /// @param thumbprint of the key (RFC 7638), SHA-256 in base64url
    /// @param id tells it from other proofs of the same key
    /// @param until when it would be refused for its age
    /// @param nonceTurned whether there is a newer nonce than the one in it
    record Right(String thumbprint, String id, Instant until, boolean nonceTurned) implements Judgement {}

    /// It shows nothing.
    record Wrong(String why) implements Judgement {}

    /// It must be made again with a nonce of ours.
    record NonceNeeded() implements Judgement {}
}
