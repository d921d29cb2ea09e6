package dev.keystead.apikey;

import dev.keystead.directory.UserId;
import dev.keystead.tenancy.AccessScope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A key as it is stored: everything but the key itself.
///
/// @param revokedAt when it stopped working; ahead of now for one that was rotated and works beside its
///     successor
public record ApiKey(
        ApiKeyId id,
        Optional<UserId> user,
        String name,
        List<AccessScope> scopes,
        String shown,
        String createdBy,
        Instant createdAt,
        Optional<Instant> lastUsedAt,
        Optional<Instant> expiresAt,
        Optional<Instant> revokedAt,
        int version) {

    boolean worksAt(Instant time) {
        return !isRevokedAt(time) && !isExpiredAt(time);
    }

    boolean isExpiredAt(Instant time) {
        return expiresAt.filter(end -> !time.isBefore(end)).isPresent();
    }

    boolean isRevokedAt(Instant time) {
        return revokedAt.filter(end -> !time.isBefore(end)).isPresent();
    }

    /// The same key with another name, other scopes and another end.
    ApiKey as(String otherName, List<AccessScope> otherScopes, Optional<Instant> otherEnd) {
        return new ApiKey(
                id,
                user,
                otherName,
                otherScopes,
                shown,
                createdBy,
                createdAt,
                lastUsedAt,
                otherEnd,
                revokedAt,
                version);
    }

    /// How the audit trail names whoever uses this key.
    public String actor() {
        return "did:keystead:" + id.text();
    }
}
