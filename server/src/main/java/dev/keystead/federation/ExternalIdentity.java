package dev.keystead.federation;

import dev.keystead.connection.ConnectionId;
import dev.keystead.directory.UserId;
import java.time.Instant;
import java.util.Optional;

/// That another identity provider knows one of our users.
///
/// @param email the address that the provider last told, to know the link by
/// @param home whether the user was made by coming from there: that provider alone says what they are called
public record ExternalIdentity(
        ExternalIdentityId id,
        UserId user,
        ConnectionId connection,
        String issuer,
        String subject,
        Optional<String> email,
        boolean home,
        Instant linkedAt,
        Optional<Instant> lastUsedAt) {}
