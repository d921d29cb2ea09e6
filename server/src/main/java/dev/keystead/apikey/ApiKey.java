package dev.keystead.apikey;

import dev.keystead.directory.UserId;
import dev.keystead.tenancy.AccessScope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A key as it is stored: everything but the key itself.
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
        Optional<Instant> revokedAt) {

    boolean worksAt(Instant time) {
        return revokedAt.isEmpty() && expiresAt.map(time::isBefore).orElse(true);
    }

    /// How the audit trail names whoever uses this key.
    public String actor() {
        return "did:keystead:" + id.text();
    }
}
