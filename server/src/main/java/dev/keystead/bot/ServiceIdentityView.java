package dev.keystead.bot;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A service identity as clients and the audit trail see it.
///
/// @param trustClass as was decided; verified_org counts as third_party while the workspace has no verified
///     domain
/// @param attestation the key that it has shown to be its own
public record ServiceIdentityView(
        String id,
        String handle,
        String displayName,
        @Nullable String description,
        TrustClass trustClass,
        Status status,
        @Nullable AttestationView attestation,
        String createdBy,
        Instant createdAt,
        Instant updatedAt) {
    /// An attested key.
    ///
    /// @param thumbprint RFC 7638
    public record AttestationView(JsonNode key, String thumbprint, Instant attestedAt) {}

    static ServiceIdentityView of(ServiceIdentity identity) {
        return new ServiceIdentityView(
                identity.id().text(),
                identity.handle(),
                identity.displayName(),
                identity.description().orElse(null),
                identity.trustClass(),
                identity.status(),
                identity.attestation()
                        .map(proven -> new AttestationView(proven.key(), proven.thumbprint(), proven.attestedAt()))
                        .orElse(null),
                identity.createdBy(),
                identity.createdAt(),
                identity.updatedAt());
    }
}
