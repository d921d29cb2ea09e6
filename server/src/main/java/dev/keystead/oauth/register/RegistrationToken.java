package dev.keystead.oauth.register;

import java.time.Instant;

/// An initial access token (RFC 7591 section 1.2), without the token itself.
record RegistrationToken(
        RegistrationTokenId id, String name, int usesLeft, String createdBy, Instant createdAt, Instant expiresAt) {}
