package dev.keystead.device;

import java.time.Instant;

/// What a device shall sign.
///
/// @param nonce goes back with the signature
/// @param message the text to sign, as UTF-8
public record Challenge(String nonce, String message, Instant expiresAt) {}
