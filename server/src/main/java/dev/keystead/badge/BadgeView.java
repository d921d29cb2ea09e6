package dev.keystead.badge;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A badge as clients and the audit trail see it.
///
/// @param issuer the address of the workspace
/// @param document the badge as its holder carries it: save it as a file, and anybody can check it
public record BadgeView(
        String id,
        String userId,
        String kind,
        Badge.Status status,
        String issuer,
        Instant issuedAt,
        Instant expiresAt,
        @Nullable Instant revokedAt,
        @Nullable String revocationReason,
        BadgeFile document) {
    static BadgeView of(Badge badge, Badge.Status status) {
        return new BadgeView(
                badge.id().text(),
                badge.user().text(),
                badge.kind().word(),
                status,
                badge.file().claims().issuer(),
                badge.issuedAt(),
                badge.expiresAt(),
                badge.revokedAt().orElse(null),
                badge.revocationReason().orElse(null),
                badge.file());
    }
}
