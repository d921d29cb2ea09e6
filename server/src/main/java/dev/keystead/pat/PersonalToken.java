package dev.keystead.pat;

import dev.keystead.directory.UserId;
import dev.keystead.tenancy.AccessScope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A token as it is stored: everything but the token itself.
///
/// @param shown the beginning, with which people tell their tokens apart
/// @param revokedAt when it stopped working; ahead of now for one that was rotated and works beside its
///     successor
public record PersonalToken(
        PersonalTokenId id,
        UserId user,
        String name,
        List<AccessScope> scopes,
        String shown,
        Instant createdAt,
        Optional<Instant> lastUsedAt,
        Optional<Instant> expiresAt,
        Optional<Instant> revokedAt) {

    public boolean worksAt(Instant time) {
        return !isRevokedAt(time) && !isExpiredAt(time);
    }

    public boolean isExpiredAt(Instant time) {
        return expiresAt.filter(end -> !time.isBefore(end)).isPresent();
    }

    boolean isRevokedAt(Instant time) {
        return revokedAt.filter(end -> !time.isBefore(end)).isPresent();
    }

    /// How the audit trail names whoever uses this token.
    public String actor() {
        return "did:keystead:" + id.text();
    }
}
