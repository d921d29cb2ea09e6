package dev.keystead.grant;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An access token as administrators see it; the token itself is stored nowhere.
///
/// @param id its claim `jti`
/// @param clientId the id of the application that has it
/// @param grantId what it comes of; nothing where an application acts for itself
public record AccessTokenView(
        String id,
        String clientId,
        @Nullable String grantId,
        @Nullable String userId,
        List<String> scopes,
        Instant createdAt,
        Instant expiresAt) {}
