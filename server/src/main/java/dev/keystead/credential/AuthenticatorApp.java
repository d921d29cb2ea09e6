package dev.keystead.credential;

import java.time.Instant;
import java.util.Optional;

/// A user's authenticator app, as its owner may see it.
///
/// @param verified whether its owner has shown a code of it; it counts only then
public record AuthenticatorApp(
        FactorId id, String name, boolean verified, Instant createdAt, Optional<Instant> lastUsedAt) {}
