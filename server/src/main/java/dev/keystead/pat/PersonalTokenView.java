package dev.keystead.pat;

import dev.keystead.tenancy.AccessScope;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A token as its owner, administrators and the audit trail see it.
///
/// @param revokedAt may lie ahead, for one that was rotated and works beside its successor
public record PersonalTokenView(
        String id,
        String userId,
        String name,
        String shown,
        List<String> scopes,
        Instant createdAt,
        @Nullable Instant lastUsedAt,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt) {
    public static PersonalTokenView of(PersonalToken token) {
        return new PersonalTokenView(
                token.id().text(),
                token.user().text(),
                token.name(),
                token.shown(),
                token.scopes().stream().map(AccessScope::text).toList(),
                token.createdAt(),
                token.lastUsedAt().orElse(null),
                token.expiresAt().orElse(null),
                token.revokedAt().orElse(null));
    }
}
