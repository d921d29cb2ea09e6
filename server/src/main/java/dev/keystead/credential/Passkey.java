package dev.keystead.credential;

import dev.keystead.credential.passkey.PublicKey;
import dev.keystead.directory.UserId;
import java.time.Instant;
import java.util.Optional;

/// A passkey of a user.
public record Passkey(
        FactorId id, UserId user, String name, PublicKey key, Instant createdAt, Optional<Instant> lastUsedAt) {}
